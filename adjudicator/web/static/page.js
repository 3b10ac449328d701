// What the page does by itself: it keeps the text over a reload, puts picked sentences in, saves, shares, leads to lines.
"use strict";

const one = (selector) => document.querySelector(selector);
const text = one("#text"), debate = one("#debate");

if (debate && text) {
  const opened = text.value, place = "debate:" + location.search;
  const again = one("#again");
  const kept = sessionStorage.getItem(place);
  if (kept !== null && kept !== opened) { text.value = kept; again.hidden = false; }

  const changed = (value) => {
    const at = text.selectionStart;
    text.value = value;
    text.setSelectionRange(at, at);
    sessionStorage.setItem(place, value);
    htmx.trigger(debate, "looked");
  };
  text.addEventListener("input", () => sessionStorage.setItem(place, text.value));
  again.addEventListener("click", () => { changed(opened); again.hidden = true; });

  const send = async (address, more) => {
    const body = new URLSearchParams(new FormData(debate));
    for (const [name, value] of more || []) body.set(name, value);
    const answer = await fetch(address, { method: "POST", body });
    return { ok: answer.ok, answer };
  };

  const caret_line = () => text.value.slice(0, text.selectionStart).split("\n").length;
  const trouble = (said) => { one("#trouble").textContent = said; };

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest(".filling");
    if (!form) return;
    event.preventDefault();
    const { answer } = await send("/insert", [...new FormData(form, event.submitter), ["line", caret_line()]]);
    const said = await answer.json();
    trouble(said.error || "");
    if (said.text !== undefined) { one("#filling").replaceChildren(); changed(said.text); one("#words").focus(); }
  });

  document.addEventListener("click", (event) => {
    const target = event.target;
    if (target.closest(".filling .cancel")) { one("#filling").replaceChildren(); one("#words").focus(); }
    const pick = target.closest(".pick");
    if (pick && pick.value) fill(pick.value);
    const choice = target.closest(".choice");
    if (choice) choice.closest("p").querySelector("input").value = choice.value;
    const line = target.closest(".goto");
    if (line) to_line(Number(line.dataset.line));
  });

  // Asked for by what stays on the page: the list of sentences may be another one before the answer comes.
  const fill = (key) => htmx.ajax("POST", "/gaps?key=" + encodeURIComponent(key),
    { source: "#filling", target: "#filling", values: Object.fromEntries(new FormData(debate)) });

  const to_line = (number) => {
    const lines = text.value.split("\n");
    const start = lines.slice(0, number - 1).reduce((sum, each) => sum + each.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[number - 1] || "").length);
  };

  one("#save").addEventListener("click", async () => {
    const { answer } = await send("/save");
    const said = await answer.json();
    one("#saved").textContent = said.error || "saved as " + said.file;
    if (!said.error) {
      sessionStorage.removeItem(place);
      one("#file").value = said.file;
      one("#seal").value = said.seal;
      history.replaceState(null, "", "/debate?file=" + encodeURIComponent(said.file));
    }
  });

  one("#share").addEventListener("click", async () => {
    const { ok, answer } = await send("/share");
    if (!ok) { one("#saved").textContent = "there is no answer to share yet"; return; }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = "debate.html";
    link.click();
    URL.revokeObjectURL(link.href);
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "filling") { const first = one("#filling input:not([type=hidden])"); if (first) first.focus(); }
  });

  // Enter in the search picks the first sentence found; one that is still to come is picked when it is there.
  let wanted = null;
  const pick_first = () => {
    const first = wanted !== null && [...document.querySelectorAll(".picks")].find((list) => list.dataset.words === wanted);
    if (first) { wanted = null; first.querySelector(".pick").click(); }
  };
  one("#words").addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); wanted = event.target.value; pick_first(); }
  });
  one("#words").addEventListener("input", () => { wanted = null; });
  // A list that arrives while somebody is already in it leaves the old one where it is: what is under the finger stays.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const list = one("#sentences");
    if (event.detail.target === list && list.contains(document.activeElement)) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSwap", (event) => { if (event.target.id === "sentences") pick_first(); });

  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, textarea")) { event.preventDefault(); one("#words").focus(); }
    if (event.key === "Escape") one("#filling").replaceChildren();
  });
}

const filter = one("#filter");
if (filter) {
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const row of document.querySelectorAll("#files li"))
      row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  });
}
