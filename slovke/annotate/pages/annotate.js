// The annotator's page. All text goes in as text, never as HTML; nothing is kept here that the
// server has not confirmed, except what is waiting to be sent.
import { writeComment, writing } from "./comments.js";
import { KEYS as ANSWER_KEYS, REASONS, accepted, answered, marks, questions, withAnswer } from "./criteria.js";
import { SCALES, firstOpen, rows } from "./scales.js";

const by = (id) => document.getElementById(id);
const secret = document.querySelector("meta[name=slovke-secret]").content;
const texts = await (await fetch("texts.json")).json();
const ACTIONS = [
  ["g", "gold"], ["e", "extended"], ["m", "comment"], ["⇧m", "documentComment"],
  ["c", "clear"], ["u", "undo"],
];
const ONLY_KEYPHRASES = ["gold", "extended"];

let language = localStorage.getItem("slovke-language")
  ?? (/^(sk|cs)/.test(navigator.language) ? "sk" : "en");
let session = null; // schema, done, next
let doc = null; // the document shown, with `judged`
let active = 0;
let scale = "rank";
let choice = null; // an open chooser: { field, options, selected }
let seen = -1; // the candidate that was last scrolled to
let held = null; // keys that wait for another document or for an undo

function text(key, values = {}) {
  const found = texts[language][key] ?? key;
  return found.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

function element(tag, content, className) {
  const made = document.createElement(tag);
  if (content !== undefined) made.textContent = content;
  if (className) made.className = className;
  return made;
}

// --- Talking to the server: one request after the other, retried until it is through.
let chain = Promise.resolve();
let waiting = 0;

function trouble(message) {
  by("trouble").hidden = !message;
  by("trouble").textContent = message ?? "";
}

async function reach(path, options) {
  for (;;) {
    try {
      return await fetch(path, options);
    } catch {
      trouble(text("unsaved"));
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
  }
}

async function post(path, body) {
  const answer = await reach(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Slovke": secret },
    body: JSON.stringify(body),
  });
  if (answer.status === 409) {
    trouble(text("restarted"));
    return null;
  }
  const said = await answer.json();
  trouble(answer.ok ? null : said.error);
  return answer.ok ? said : null;
}

function queued(work) {
  waiting += 1;
  by("saved").textContent = text("saving");
  chain = chain.then(work).catch((error) => trouble(String(error))).finally(() => {
    waiting -= 1;
    if (!waiting) by("saved").textContent = by("trouble").hidden ? text("saved") : "";
  });
  return chain;
}

// What changes the document shown: keys pressed meanwhile are meant for what comes, and wait.
function turning(work) {
  if (held) return;
  held = [];
  queued(async () => {
    try {
      await work();
    } finally {
      const keys = held;
      held = null;
      keys.forEach(([key, shift]) => pressed(key, shift));
    }
  });
}

window.addEventListener("beforeunload", (event) => { if (waiting) event.preventDefault(); });

function judge(candidate, value) {
  const own = doc;
  const before = own.judged[candidate];
  // Shown at once, so that the next key meets the new state; put right by the answer.
  if (value === null) delete own.judged[candidate];
  else own.judged[candidate] = value;
  queued(async () => {
    const said = await post("api/judge", { document: own.id, candidate, value });
    if (said) Object.assign(session, { done: said.done });
    else if (own.judged[candidate] === value || value === null) {
      if (before === undefined) delete own.judged[candidate];
      else own.judged[candidate] = before;
    }
    draw();
  });
}

function undo() {
  turning(async () => {
    const said = await post("api/undo", {});
    if (!said?.undone) return;
    session.done = said.done;
    const { n, candidate } = said.undone;
    if (n === null) return;
    if (n !== doc.n) await load(n);
    Object.assign(doc, { judged: said.judged, comments: said.comments });
    if (candidate !== null) active = doc.candidates.findIndex((one) => one.id === candidate);
    scale = firstOpen(doc.judged[candidate]);
    draw();
  });
}

// --- Judging
const current = () => doc.candidates[active];
const complete = (value) => value !== undefined
  && (session.schema === "keyphrases" ? answered(value) : SCALES.every((one) => one in value));
const told = {
  gold: (number) => doc.gold[number],
  other: (id) => doc.candidates.find((one) => one.id === id)?.text,
};

function advance() {
  const count = doc.candidates.length;
  for (let step = 1; step <= count; step += 1) {
    const place = (active + step) % count;
    if (!complete(doc.judged[doc.candidates[place].id])) {
      active = place;
      scale = firstOpen(doc.judged[doc.candidates[place].id]);
      return;
    }
  }
}

function settle(value) {
  choice = null;
  judge(current().id, value);
  advance();
  draw();
}

// The one key that says yes to all that is open: equal to the author's, or not in gold.
function chooseGold() {
  const own = doc.judged[current().id];
  const again = typeof own?.gold === "number";
  const other = doc.judged[own?.same_as]?.gold;
  const likely = typeof other === "number" ? other : current().gold;
  if (!again && likely !== null) return settle(accepted(own, likely));
  if (!doc.gold.length) return undefined;
  if (!again && doc.gold.length === 1) return settle(accepted(own, 0));
  return openChooser("gold", doc.gold.map((phrase, number) => [number, `${phrase}`]));
}

function chooseVariant() {
  const options = doc.candidates.map((one, place) => [one.id, one.text, place + 1])
    .filter(([id]) => id !== current().id);
  if (options.length) openChooser("same_as", options);
}

function openChooser(field, options) {
  choice = { field, options, selected: 0, typed: "" };
  draw();
}

function chosen(number) {
  const [value] = choice.options[number];
  const own = doc.judged[current().id];
  if (choice.field === "gold") return settle(accepted(own, value));
  return say(withAnswer(own, "non_redundancy", false, { same_as: value }));
}

// One answer; the candidate stays until the last question is answered.
function say(value) {
  choice = null;
  judge(current().id, value);
  draw();
}

function answerKey(key, yes) {
  const criterion = ANSWER_KEYS[key];
  const own = doc.judged[current().id];
  if (yes) return say(withAnswer(own, criterion, true));
  if (criterion === "non_redundancy") return chooseVariant();
  return say(withAnswer(own, criterion, false, key in REASONS ? { why: REASONS[key] } : {}));
}

function ask(action) {
  const [key, says] = action.split(":");
  if (says) answerKey(key, says === "yes");
  else act(action);
}

function comment(about) {
  const own = doc;
  const title = about === null ? text("documentCommentTitle")
    : text("commentTitle", { text: own.candidates.find((one) => one.id === about).text });
  writeComment(title, own.comments[about ?? ""] ?? "", text, (written) => queued(async () => {
    const said = await post("api/comment", { document: own.id, candidate: about, text: written });
    if (said) own.comments = said.comments;
    draw();
  }));
}

function setScale(candidate, which, number) {
  active = doc.candidates.findIndex((one) => one.id === candidate);
  const value = { ...doc.judged[candidate], [which]: number };
  judge(candidate, value);
  const after = SCALES.slice(SCALES.indexOf(which) + 1).find((one) => !(one in value));
  if (complete(value)) advance();
  else scale = after ?? firstOpen(value);
  draw();
}

function act(name) {
  if (name === "undo") return undo();
  if (name === "documentComment") return doc ? comment(null) : undefined;
  if (!doc?.candidates.length) return undefined;
  if (name === "comment") return comment(current().id);
  if (name === "gold") return chooseGold();
  if (name === "extended") return settle(accepted(doc.judged[current().id], null));
  judge(current().id, null);
  scale = "rank";
  return draw();
}

function move(step) {
  const count = doc.candidates.length;
  if (!count) return;
  choice = null;
  active = Math.min(count - 1, Math.max(0, active + step));
  scale = firstOpen(doc.judged[current().id]);
  draw();
}

async function load(number) {
  const answer = await reach(`api/document?n=${number}`);
  if (!answer.ok) return trouble((await answer.json()).error);
  doc = await answer.json();
  choice = null;
  active = Math.max(0, doc.candidates.findIndex((one) => !complete(doc.judged[one.id])));
  scale = firstOpen(doc.judged[doc.candidates[active]?.id]);
  seen = -1;
  window.scrollTo(0, 0);
  return draw();
}

// Behind the keys that are still being sent: the next document is asked for when they are saved.
function go(step) {
  turning(async () => {
    const number = doc.n + step;
    if (number >= 0 && number < session.done.length) await load(number);
  });
}

// --- Drawing
function kindOf(value) {
  if (!complete(value)) return "";
  if (value.non_redundancy === false) return "redundant";
  if (["relevance", "adequacy", "validity"].some((one) => !value[one])) return "rejected";
  return value.gold === null ? "extended" : "gold";
}

function note(about) {
  const written = doc.comments[about ?? ""];
  return written ? element("p", `✎ ${written}`, "note") : "";
}

// On a phone the text has scrolled away: the first place of the phrase, with its neighbours.
function context(id) {
  const first = doc.parts.findIndex((part) => part.candidates.includes(id));
  if (first < 0) return null;
  let last = first;
  while (doc.parts[last + 1]?.candidates.includes(id)) last += 1;
  const join = (from, to) => doc.parts.slice(from, to).map((part) => part.text).join("");
  const line = element("span", undefined, "context");
  const [before, after] = [join(0, first), join(last + 1)];
  line.append(before.length > 60 ? `…${before.slice(-60)}` : before,
    element("mark", join(first, last + 1), "now"),
    after.length > 60 ? `${after.slice(0, 60)}…` : after);
  return line;
}

function drawCandidates() {
  by("candidates").replaceChildren(...doc.candidates.map((one, place) => {
    const value = doc.judged[one.id];
    const item = element("li");
    item.id = `candidate-${one.id}`;
    item.classList.toggle("now", place === active);
    if (session.schema === "keyphrases" && kindOf(value)) item.classList.add(kindOf(value));
    if (place === active) item.setAttribute("aria-current", "true");
    item.append(element("span", String(place + 1), "number"), element("span", one.text, "phrase"));
    if (session.schema === "keyphrases") {
      const notes = [one.times ? text("inText", { times: one.times }) : text("notInText")];
      if (one.also.length) notes.push(`${text("also")}: ${one.also.join(", ")}`);
      item.append(" ", element("span", notes.join(" · "), "small"));
      const around = place === active ? context(one.id) : null;
      if (around) item.append(around);
      if (place === active) item.append(...questions(value, text, told, ask));
      else if (value) item.append(marks(value, text, told));
    } else {
      item.append(...rows(one.id, value, doc.scales, place === active ? scale : null, text,
        setScale));
    }
    item.append(note(one.id));
    item.addEventListener("click", () => { move(place - active); });
    return item;
  }));
}

function drawText() {
  by("title").textContent = doc.title ?? doc.id;
  const now = current()?.id;
  by("text").replaceChildren(...doc.parts.map((part) => {
    if (!part.candidates.length) return document.createTextNode(part.text);
    return element("mark", part.text, part.candidates.includes(now) ? "now" : "");
  }));
  const met = new Set(Object.values(doc.judged).map((value) => value.gold));
  by("gold").replaceChildren(...doc.gold.map((phrase, number) => {
    const item = element("li", undefined, met.has(number) ? "met" : "");
    item.append(element("b", String(number + 1)), phrase);
    return item;
  }));
  if (!doc.gold.length) by("gold").append(element("li", text("noGold")));
  by("gold-box").hidden = session.schema !== "keyphrases";
  by("document-note").replaceChildren(note(null));
}

function drawChooser() {
  const box = by("chooser");
  box.hidden = !choice;
  if (!choice) return;
  const buttons = choice.options.map(([, label, shown], place) => {
    const button = element("button");
    button.type = "button";
    button.tabIndex = -1;
    button.setAttribute("role", "option");
    button.setAttribute("aria-selected", String(place === choice.selected));
    button.append(element("kbd", String(shown ?? place + 1)), label);
    button.addEventListener("click", () => chosen(place));
    return button;
  });
  const cancel = element("button", text("cancel"));
  cancel.type = "button";
  cancel.addEventListener("click", () => { choice = null; draw(); });
  box.setAttribute("aria-label", text(`choose.${choice.field}`));
  box.replaceChildren(element("p", text(`choose.${choice.field}`)), ...buttons, cancel);
  buttons[choice.selected].scrollIntoView({ block: "nearest" });
}

function drawActions() {
  const wanted = session.schema === "keyphrases"
    ? ACTIONS : ACTIONS.filter(([, name]) => !ONLY_KEYPHRASES.includes(name));
  by("actions").replaceChildren(...wanted.map(([key, name]) => {
    const button = element("button");
    button.type = "button";
    button.dataset.action = name;
    button.setAttribute("aria-keyshortcuts", key.replace("⇧", "Shift+"));
    button.append(element("kbd", key), text(`act.${name}`));
    button.addEventListener("click", () => {
      act(name);
      by("actions").querySelector(`[data-action=${name}]`)?.focus({ preventScroll: true });
    });
    return button;
  }));
}

function drawFrame() {
  document.documentElement.lang = language;
  if (by("saved").textContent && !waiting) by("saved").textContent = text("saved");
  const done = session.done.filter(Boolean).length;
  const total = session.done.length;
  by("place").textContent = doc ? text("place", { n: doc.n + 1, total }) : "";
  by("place").title = text("finished", { done, total });
  by("progress").max = Math.max(total, 1);
  by("progress").value = done;
  by("progress").setAttribute("aria-label", text("finished", { done, total }));
  by("language").textContent = text("language");
  by("language").title = text("languageName");
  for (const name of ["previous", "next", "help"]) by(name).setAttribute("aria-label", text(name));
  by("gold-title").textContent = text("gold");
  by("candidates-title").textContent = text(
    session.schema === "keyphrases" ? "candidates" : "translations");
  by("keys-title").textContent = text("keysTitle");
  by("keys-close").textContent = text("close");
  const list = element("dl");
  const listed = session.schema === "keyphrases" ? "keys" : "scaleKeys";
  for (const [key, meaning] of texts[language][listed]) {
    const term = element("dt");
    term.append(element("kbd", key));
    list.append(term, element("dd", meaning));
  }
  by("keys-text").replaceChildren(list);
  document.title = `${doc ? `${doc.n + 1}/${total} · ` : ""}${session.annotator} · SlovKE`;
}

function draw() {
  drawFrame();
  if (!doc) {
    by("complete").textContent = text("empty");
    return;
  }
  drawText();
  drawCandidates();
  drawChooser();
  drawActions();
  by("previous").disabled = doc.n === 0;
  by("next").disabled = doc.n === session.done.length - 1;
  const all = doc.candidates.every((one) => complete(doc.judged[one.id]));
  by("complete").textContent = session.done.every(Boolean) ? text("allDone")
    : all ? text(doc.candidates.length ? "complete" : "nothing") : "";
  if (seen !== active) {
    const first = seen === -1 && active === 0;
    seen = active;
    if (!first) by(`candidate-${current()?.id}`)?.scrollIntoView({ block: "nearest" });
  }
}

// --- Keys
function chooserKey(key) {
  const count = choice.options.length;
  if (key === "Escape") choice = null;
  else if (key === "Enter") return chosen(choice.selected);
  else if (["ArrowDown", "ArrowRight", "j"].includes(key)) choice.selected = (choice.selected + 1) % count;
  else if (["ArrowUp", "ArrowLeft", "k"].includes(key)) choice.selected = (choice.selected + count - 1) % count;
  else if (/^[0-9]$/.test(key)) {
    // With ten or more to choose from, 1 may be the first or begin 12: then Enter or a digit says.
    const shown = choice.options.map(([, , number], at) => String(number ?? at + 1));
    const typed = shown.some((one) => one.startsWith(choice.typed + key)) ? choice.typed + key : key;
    const place = shown.indexOf(typed);
    if (place >= 0) {
      if (!shown.some((one) => one !== typed && one.startsWith(typed))) return chosen(place);
      choice.selected = place;
    }
    choice.typed = typed;
  } else return false;
  return draw();
}

function scaleKey(key) {
  if (/^[1-9]$/.test(key) && doc.candidates.length && Number(key) <= doc.scales[scale]) {
    setScale(current().id, scale, Number(key));
  } else {
    const wanted = { r: "rank", f: "fluency", a: "adequacy" }[key];
    if (!wanted) return false;
    scale = wanted;
    draw();
  }
  return true;
}

const KEYS = {
  ArrowDown: () => move(1), j: () => move(1), ArrowUp: () => move(-1), k: () => move(-1),
  n: () => go(1), ArrowRight: () => go(1), p: () => go(-1), ArrowLeft: () => go(-1),
  l: () => by("language").click(), "?": () => by("help").click(),
  c: () => act("clear"), u: () => act("undo"),
};

// A Slovak keyboard has its digits behind Shift: the key itself says which it is.
const digitOf = (event) => /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || by("keys").open || writing() || !doc) return;
  // Enter and the space bar press the button that has the focus, as everywhere.
  if (event.target.closest("button") && [" ", "Enter"].includes(event.key) && !choice) return;
  const key = event.key === "?" ? "?"
    : digitOf(event) ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (pressed(key, event.shiftKey)) event.preventDefault();
});

// Returns whether the key means anything here.
function pressed(key, shift) {
  if (held) {
    held.push([key, shift]);
    return key !== "Tab";
  }
  if (choice) return chooserKey(key) !== false;
  if (session.schema === "translation" && scaleKey(key)) return true;
  if (key === "m") act(shift ? "documentComment" : "comment");
  else if (key in KEYS) KEYS[key]();
  else if (key === "Enter") {
    if (doc.candidates.every((one) => complete(doc.judged[one.id]))) go(1);
  } else if (session.schema === "keyphrases" && doc.candidates.length && key in ANSWER_KEYS) {
    answerKey(key, shift);
  } else if (session.schema === "keyphrases" && "ge".includes(key)) {
    act(key === "g" ? "gold" : "extended");
  } else return false;
  return true;
}

by("previous").addEventListener("click", () => go(-1));
by("next").addEventListener("click", () => go(1));
by("help").addEventListener("click", () => by("keys").showModal());
by("keys-close").addEventListener("click", () => by("keys").close());
by("language").addEventListener("click", () => {
  language = language === "sk" ? "en" : "sk";
  localStorage.setItem("slovke-language", language);
  draw();
});

session = await (await fetch("api/session")).json();
if (session.done.length) await load(session.next);
else draw();
