// What the page does by itself: it keeps the text over a reload, puts in what is said, picked or drawn, saves, shares, leads to lines.
"use strict";

const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const text = one("#text"), debate = one("#debate");

const to_line = (number) => {
  if (one("#text-fold")) one("#text-fold").open = true;
  const lines = text.value.split("\n");
  const start = lines.slice(0, number - 1).reduce((sum, each) => sum + each.length + 1, 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[number - 1] || "").length);
};
// A line that is named in a message is shown where it stands: in the list of lines, or in the text where somebody has that open.
const to_row = (number) => {
  const row = one(`#sheet .say[data-line="${number}"]`)?.closest(".row");
  if (!row || one("#text-fold")?.open) { to_line(number); return; }
  for (const each of all(".row.meant")) each.classList.remove("meant");
  row.classList.add("meant");
  row.scrollIntoView({ block: "center" });
  row.querySelector(".say").focus({ preventScroll: true });
};
document.addEventListener("click", (event) => {
  const line = event.target.closest(".goto");
  if (line && text) to_row(Number(line.dataset.line));
});

// ---- one's own debates: kept as long as the tab, and one tap away from whatever ruling is looked at ----

const OWN = "own debates";
const own_debates = () => { try { return JSON.parse(sessionStorage.getItem(OWN)) || []; } catch { return []; } };
const is_ruling = (address) => /[?&](ruling|example|at)=/.test(address);

if (debate && text) {
  const opened = text.value, place = "debate:" + location.search;
  const again = one("#again"), words = one("#words");
  const kept = sessionStorage.getItem(place);
  if (kept !== null && kept !== opened) { text.value = kept; again.hidden = false; }

  // ---- the text: all that is done ends in it ----

  const past = [];
  const keep = () => { sessionStorage.setItem(place, text.value); again.hidden = text.value === opened; own(); };

  // One's own is what was typed or taken up, and a ruling that was changed.
  const here = location.pathname + location.search;
  const called = () => {
    const rows = all("#sheet .row"), words = (sort) => rows.find((row) => row.matches(sort))?.querySelector(".say")?.textContent.trim();
    const name = words(".title") || "";
    return is_ruling(here) ? name : new URLSearchParams(location.search).get("say") || new URLSearchParams(location.search).get("file")
      || words(".told, .open, .asked") || name;
  };
  const own = () => {
    if (is_ruling(here) && text.value === opened || !text.value.trim()) return;
    const others = own_debates().filter((each) => each.address !== here);
    sessionStorage.setItem(OWN, JSON.stringify([{ address: here, name: called().slice(0, 90) }, ...others].slice(0, 6)));
  };
  own();
  if (is_ruling(here)) {
    const others = own_debates().filter((each) => each.address !== here);
    const mine = others.find((each) => !is_ruling(each.address)) || others[0];
    const changed_one = others.find((each) => each !== mine && is_ruling(each.address));
    if (mine) {
      one("#back").hidden = false;
      one("#back .main").href = mine.address;
      one("#back .main").title = mine.name;
      document.body.classList.add("has-back");
    }
    if (changed_one) {
      one("#back .other").hidden = false;
      one("#back .other").href = changed_one.address;
      one("#back .other").textContent = `to “${changed_one.name}” as I changed it`;
    }
  }
  const changed = (value) => {
    if (value === text.value) return;
    past.push(text.value);
    one("#gone").hidden = true;
    const at = Math.min(text.selectionStart, value.length);
    text.value = value;
    text.setSelectionRange(at, at);
    keep();
    htmx.trigger(debate, "looked");
  };
  text.addEventListener("input", keep);
  again.addEventListener("click", () => changed(opened));
  text.addEventListener("selectionchange", () => { one("#line").value = caret_line(); });

  const caret_line = () => text.value.slice(0, text.selectionStart).split("\n").length;
  const trouble = (said) => { one("#trouble").textContent = said || ""; };

  const send = async (address, more) => {
    one("#line").value = caret_line();
    const body = new URLSearchParams(new FormData(debate));
    for (const [name, value] of more || []) body.set(name, value);
    const answer = await fetch(address, { method: "POST", body });
    return { ok: answer.ok, answer };
  };

  // What is taken out is said, with a way back that stays for a while; what it held stays in the text where it can.
  let fading = 0;
  const post_line = async (address, line, more) => {
    const { answer, ok } = await send(address, Object.entries({ out: line, ...more }));
    if (!ok) return;
    const made = await answer.json();
    changed(made.text);
    tell_of(made.says);
  };
  const tell_of = (says) => {
    if (!says) return;
    one("#gone span").textContent = says;
    one("#gone").hidden = false;
    clearTimeout(fading);
    fading = setTimeout(() => { one("#gone").hidden = true; }, 30000);
  };
  // Lines are changed by their number; what stands below a line stays there.
  const with_line = (number, said, shown) => {
    const lines = text.value.split("\n"), old = lines[number - 1], at = old.lastIndexOf(shown);
    lines[number - 1] = at < 0 ? old.match(/^\s*/)[0] + said : old.slice(0, at) + said + old.slice(at + shown.length);
    return lines.join("\n");
  };

  // A ruling that was found is opened at itself: its question, and the answer to it.
  const at = Number(one("#line").value), shown = text.value.split("\n");
  if (at > 1 && shown.length >= at) {
    text.setSelectionRange(...Array(2).fill(shown.slice(0, at - 1).join("\n").length + 1));
    one(`#sheet .say[data-line="${at}"]`)?.scrollIntoView({ block: "center" });
    const number = shown.slice(0, at).filter((line) => line.startsWith("  ask ")).length;
    const to_answer = (event) => {
      if (event.target.id !== "answers") return;
      const head = all("#answers .question")[number - 1];
      const right = one(".right");
      head?.classList.add("opened");
      if (head && right.scrollHeight > right.clientHeight + 1) right.scrollTop += head.getBoundingClientRect().top - right.getBoundingClientRect().top - 8;
      else head?.scrollIntoView({ block: "start" });  // on a phone the answers stand below the lines, and the page itself moves
      document.removeEventListener("htmx:afterSwap", to_answer);
    };
    document.addEventListener("htmx:afterSwap", to_answer);
  }

  // ---- another name, another card ----

  const NAME = /(?<![\w'-])[A-Z][\w'!-]*(?: [A-Z][\w'!-]*)*/g;
  const told = () => text.value.split("\n").filter((line) => !/^(scenario|\s*(uses|from|--|expect))/.test(line)).join("\n");
  one("#old").addEventListener("focus", () => {
    const names = [...new Set(told().match(NAME) || [])].sort();
    one("#olds").replaceChildren(...names.map((name) => new Option(name, name)));
  });
  const renamed = (old, now) => {
    const plain = old.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return text.value.replace(new RegExp(`(?<![\\w'-])${plain}(?![\\w-])`, "g"), () => now);
  };
  one("#rename").addEventListener("click", () => {
    const old = one("#old").value.trim(), now = one("#new").value.trim();
    if (old && now) { changed(renamed(old, now)); one("#old").value = one("#new").value = ""; }
  });

  // ---- what was taken for granted: it stays where it stands, and what comes to it goes into its fold ----

  const first = one("#first"), shown_first = first.hidden ? 0 : 3, granted = place + "taken";
  const take = (said, now) => {
    const there = new Set([...first.querySelectorAll("li")].map((row) => row.textContent));
    const fresh = said.filter((each) => !there.has(each));
    const [list, more] = [first.querySelector("ul"), first.querySelector("details")];
    for (const each of fresh) {
      const row = document.createElement("li");
      row.textContent = each;
      (list.children.length < shown_first && !now ? list : more.querySelector("ul")).append(row);
    }
    const count = more.querySelectorAll("li").length;
    more.hidden = !count;
    more.querySelector("span").textContent = count;
    if (!now && there.size + fresh.length) first.hidden = false;
    if (now && fresh.length) sessionStorage.setItem(granted, JSON.stringify([...JSON.parse(sessionStorage.getItem(granted) || "[]"), ...fresh]));
  };
  take(JSON.parse(sessionStorage.getItem(granted) || "[]"), false);

  // ---- saying and picking ----

  const said_in = async (said, instead, shown) => {
    const { answer } = await send("/say", [["said", said], ["instead", instead || ""], ["shown", shown || ""]]);
    const found = await answer.json();
    if (found.pick) { fill(found.pick); return false; }
    if (found.text === undefined) { trouble("this could not be put in"); return false; }
    trouble("");
    one("#hint").textContent = (found.taken || []).length ? "Taken for granted: " + found.taken.join("; ") : found.rest.length ? "Not all of it is understood: see below." : "It is in.";
    take(found.taken || [], true);
    changed(found.text);
    return true;
  };
  const say = async () => {
    const said = words.value.trim();
    if (said && await said_in(said)) {
      words.value = "";
      one("#sentences").replaceChildren();
    }
    words.focus();
  };
  one("#saying").addEventListener("click", say);
  words.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); say(); }
    if (event.key === "ArrowDown") { const first = one(".pick"); if (first) { event.preventDefault(); first.focus(); } }
  });

  // A list that arrives while somebody is already in it leaves the old one where it is: what is under the finger stays; one that comes late is not wanted any more.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const list = one("#sentences");
    if (event.detail.target !== list) return;
    if (list.contains(document.activeElement) || !words.value.trim()) event.detail.shouldSwap = false;
  });

  // Asked for by what stays on the page: the list of sentences may be another one before the answer comes.
  const fill = (key, more) => {
    one("#line").value = caret_line();
    return htmx.ajax("POST", "/gaps?key=" + encodeURIComponent(key),
      { source: "#filling", target: "#filling", values: { ...Object.fromEntries(new FormData(debate)), ...more } });
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest(".filling");
    if (!form) return;
    event.preventDefault();
    const { answer } = await send("/insert", [...new FormData(form, event.submitter)]);
    const said = await answer.json();
    one("#trouble").textContent = said.error || "";
    if (said.text !== undefined) {
      one("#filling").replaceChildren();
      one("#sentences").replaceChildren();
      words.value = "";
      changed(said.text);
      tell_of(said.says);
      words.focus();
    }
  });

  document.addEventListener("click", (event) => {
    const target = event.target, at = (selector) => target.closest(selector);
    if (at(".filling .cancel")) { one("#filling").replaceChildren(); words.focus(); }
    if (at(".pick")) fill(at(".pick").value);
    if (at(".choice")) at(".gap").querySelector("input").value = at(".choice").value;
    if (at(".belongs")) post_line("/put-below", at(".belongs").dataset.line, { event: at(".belongs").value });
    else if (at(".offer")) said_in(at(".offer").value, at(".offer").dataset.line);
    if (at(".in-order"))
      send("/in-order/" + at(".in-order").dataset.place).then(({ answer }) => answer.json()).then((found) => changed(found.text));
    if (at(".out")) post_line("/leave-out", at(".out").dataset.line);
    if (at("#undo-out") && past.length) { const before = past.pop(); changed(before); past.pop(); }
    if (at("button.say")) edit(at("button.say"));
    if (at(".replace")) {
      const { key, line, said } = at(".replace").dataset;
      fill(key, { said, instead: line }).then(() => one("#filling").scrollIntoView({ block: "center" }));
    }
  });

  // A line of the sheet is changed where it stands.
  const edit = (button) => {
    const number = Number(button.dataset.line), row = button.closest(".row");
    if (row.classList.contains("board")) { to_line(number); return; }
    const field = document.createElement("input"), shown = button.textContent;
    field.className = "say";
    field.value = shown;
    field.setAttribute("aria-label", "this line");
    button.replaceWith(field);
    field.focus();
    let left = false;
    const back = () => { if (!left) { left = true; field.replaceWith(button); } };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { event.stopPropagation(); back(); button.focus(); }
      if (event.key === "Enter") {
        const said = field.value.trim();
        back();
        if (said === shown) return;
        if (said && row.matches(".open, .told, .asked, .proposed")) said_in(said, number, row.matches(".open") ? "" : shown);
        else if (said) changed(with_line(number, said, shown));
        else post_line("/leave-out", number);
      }
    });
    field.addEventListener("blur", back);
  };

  // ---- the board ----

  let tool = "wall", what = "", corner = null, spot = "1,1";
  const tap = async (which, where, with_what) => {
    const { answer } = await send("/draw", [["tool", which], ["spot", where || ""], ["what", with_what || ""]]);
    const said = await answer.json();
    one("#drawing").textContent = said.error || "";
    if (said.text !== undefined) changed(said.text);
  };
  const tap_cell = (cell) => {
    spot = cell.dataset.spot;
    if (tool === "sector") {
      if (corner === null) { corner = spot; cell.classList.add("chosen"); return; }
      tap("sector", corner, (one("#sector").value.trim() || "Red") + " " + spot);
      corner = null;
    } else tap(tool === "other" ? "put" : tool, spot, tool === "other" ? one("#what").value : what);
  };
  const show_tool = () => {
    for (const each of all(".tools button"))
      each.setAttribute("aria-checked", String(each.dataset.tool === tool && (each.dataset.what || "") === what));
    if (one(".map")) one(".map").classList.toggle("ends", tool === "end");
    if (one("#with-what")) one("#with-what").hidden = tool !== "other";
    if (one("#with-name")) one("#with-name").hidden = tool !== "sector";
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#board button");
    if (!button) return;
    if (button.id === "begin") tap("begin", "", one("#columns").value + "x" + one("#rows").value);
    else if (button.classList.contains("cell")) tap_cell(button);
    else if (button.closest(".tools")) {
      [tool, what, corner] = [button.dataset.tool, button.dataset.what || "", null];
      show_tool();
      if (tool === "other") one("#what").focus();
    } else tap(button.dataset.tool, "", button.dataset.what);
  });
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  document.addEventListener("keydown", (event) => {
    const cell = event.target.closest?.(".cell"), step = STEPS[event.key];
    if (!cell || !step) return;
    event.preventDefault();
    let [x, y] = cell.dataset.spot.split(",").map(Number);
    for (let turn = 0; turn < 60; turn += 1) {
      [x, y] = [x + step[0], y + step[1]];
      const next = one(`.cell[data-spot="${x},${y}"]`);
      if (next && (tool === "end" || !next.classList.contains("corner"))) { to_cell(next); return; }
      if (x < 0 || y < 0) return;
    }
  });
  const to_cell = (cell) => {
    for (const each of all('.cell[tabindex="0"]')) each.tabIndex = -1;
    cell.tabIndex = 0;
    spot = cell.dataset.spot;
    cell.focus();
  };
  // What fails is said where the answer would be: nothing stays "settling" for ever.
  const failed = (event) => {
    if (event.detail.target?.id !== "answers") return;
    const said = event.type === "htmx:responseError"
      ? "This could not be worked out: something in the program failed. Say what you said last in other words, or take it out."
      : "The program does not answer any more. Is it still running?";
    const note = document.createElement("p");
    note.className = "note failed";
    note.textContent = said;
    one("#answers").replaceChildren(note);
    one("#brief").firstElementChild.textContent = "not worked out";
  };
  document.addEventListener("htmx:responseError", failed);
  document.addEventListener("htmx:sendError", failed);

  // What is swapped in keeps the focus, the tool and what was typed.
  let inside = null;
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target.id === "board" && event.detail.target.contains(document.activeElement))
      inside = document.activeElement.dataset.spot || "#" + document.activeElement.id;
    if (event.detail.target.id === "board" && one("#what")) event.detail.target.dataset.what = one("#what").value;
    if (event.detail.target.id === "sheet" && event.detail.target.contains(document.activeElement)
        && document.activeElement.tagName === "INPUT") event.detail.shouldSwap = false;
  });
  const typed = { what: "" };
  document.addEventListener("input", (event) => { if (["what", "columns", "rows"].includes(event.target.id)) typed[event.target.id] = event.target.value; });
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target.id !== "board") return;
    for (const [id, value] of Object.entries(typed)) if (one("#" + id)) one("#" + id).value = value;
    show_tool();
    const cell = one(`.cell[data-spot="${spot}"]`);
    if (cell) { for (const each of all('.cell[tabindex="0"]')) each.tabIndex = -1; cell.tabIndex = 0; }
    if (inside && !inside.startsWith("#")) one(`.cell[data-spot="${inside}"]`)?.focus();
    inside = null;
  });

  // ---- keeping ----

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

  for (const fold of all("#text-fold, #board-fold")) {
    const name = place + fold.id, was = sessionStorage.getItem(name);
    if (was !== null) fold.open = was === "open";
    fold.addEventListener("toggle", () => sessionStorage.setItem(name, fold.open ? "open" : "shut"));
  }

  // The rulings that were shown stay, also over a reload; a reason that was unfolded stays so while the debate is changed.
  one("#shown").value = sessionStorage.getItem(place + "shown") || "";
  let unfolded = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id === "answers") unfolded = all("#answers .how").map((fold) => fold.open);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "answers") all("#answers .how").forEach((fold, number) => { fold.open = Boolean(unfolded[number]); });
    if (event.target.id !== "like") return;
    one("#shown").value = all("#like .ruling").map((link) => link.getAttribute("href")).join(" ");
    sessionStorage.setItem(place + "shown", one("#shown").value);
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id !== "filling") return;
    const slots = all("#filling input:not([type=hidden])"), first = slots.find((slot) => !slot.value) || slots[0];
    if (first) first.focus();
  });

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea");
    if (event.key === "/" && !typing) { event.preventDefault(); words.focus(); }
    if (event.key === "Escape") { one("#filling").replaceChildren(); one("#sentences").replaceChildren(); }
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !typing && past.length) { event.preventDefault(); const last = past.pop(); changed(last); past.pop(); }
  });
}

const card = one("#card");
if (card) {
  const kept = sessionStorage.getItem("card");
  if (kept && !text.value) text.value = kept;
  let before = "";
  text.addEventListener("input", () => sessionStorage.setItem("card", text.value));
  const put = (value) => { text.value = value; sessionStorage.setItem("card", value); htmx.trigger(card, "vetted"); };
  document.addEventListener("click", (event) => {
    const mend = event.target.closest(".mend");
    if (mend) { before = text.value; one("#undo").hidden = false; put(mend.value); }
  });
  one("#undo").addEventListener("click", () => { one("#undo").hidden = true; put(before); });
}

const filter = one("#filter");
if (filter) {
  const show = () => {
    const wanted = filter.value.toLowerCase().split(/\s+/);
    for (const row of all("#files li")) row.hidden = !wanted.every((word) => row.textContent.toLowerCase().includes(word));
  };
  filter.addEventListener("input", show);
  one("#all-files")?.addEventListener("click", (event) => { show(); event.target.remove(); });
}
const mine = one("#mine");
if (mine && own_debates().length) {
  mine.hidden = false;
  mine.querySelector("ul").append(...own_debates().map(({ address, name }) => {
    const row = document.createElement("li"), link = document.createElement("a");
    [link.href, link.textContent] = [address, name];
    row.append(link);
    return row;
  }));
}
const shelves = all(".shelf");
if (shelves.length) {
  const show = () => {
    const book = one("input[name=book]:checked");
    for (const shelf of shelves) shelf.hidden = shelf.dataset.book !== book?.value;
    one("#say").placeholder = book?.dataset.told || "";
  };
  document.addEventListener("change", show);
  show();
}
