// Starts `adjudicator lsp` and connects the editor with it; everything else is the server's.
"use strict";

const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function command() {
  const folder = workspace.workspaceFolders && workspace.workspaceFolders[0];
  const wanted = workspace.getConfiguration("adjudicator").get("command", "adjudicator");
  return wanted.replace("${workspaceFolder}", folder ? folder.uri.fsPath : "");
}

async function activate() {
  const program = command();
  client = new LanguageClient(
    "adjudicator",
    "Adjudicator",
    { command: program, args: ["lsp"] },
    {
      documentSelector: [{ scheme: "file", language: "adjudicator-rules" }, { scheme: "file", language: "adjudicator-scenario" }],
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{rules,scenario,jsonl}") },
    },
  );
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `\`${program} lsp\` does not start (${error.message}). Install it with pip install 'adjudicator[lsp]', or set adjudicator.command.`,
    );
  }
}

function deactivate() {
  return client && client.isRunning() ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
