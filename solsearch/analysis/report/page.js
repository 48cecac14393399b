"use strict";
(() => {
  const story = JSON.parse(document.getElementById("story").textContent);
  const { steps, decisions, players } = story;
  const last = steps.length - 1;
  const byId = (id) => document.getElementById(id);
  const tried = new Set();
  let now = 0; // so many steps have been played
  let plan = null; // a drawing that is shown in place of the board, with what it is
  let unit = "score";
  const redraw = []; // what is drawn anew when another step is shown

  // Each drawing is kept as what differs from the one before: place, how many pieces go, which come.
  const drawings = [];
  for (const changes of story.drawings) {
    const before = drawings.length ? drawings[drawings.length - 1] : [];
    const drawing = [];
    let at = 0;
    for (let i = 0; i < changes.length; i += 3) {
      for (; at < changes[i]; at += 1) drawing.push(before[at]);
      at += changes[i + 1];
      drawing.push(...changes[i + 2]);
    }
    for (; at < before.length; at += 1) drawing.push(before[at]);
    drawings.push(drawing);
  }

  // -- elements: text from the data is always set as text -------------------------------------------------------------

  const SVG = "http://www.w3.org/2000/svg";
  function filled(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  }
  const el = (tag, attributes, ...children) => filled(document.createElement(tag), attributes, children);
  const sv = (tag, attributes, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

  // -- words ----------------------------------------------------------------------------------------------------------

  const MINUS = "\u2212";
  const plain = (value, digits = 1) => value.toFixed(digits).replace("-", MINUS);
  const points = (share) => plain(100 * share);
  const signed = (share) => (share > 0 ? "+" : "") + points(share);
  const within = (share, error) => [points(share), el("span", { class: "error" }, ` \u00b1 ${points(error)}`)];
  const name = (seat) => players[seat].name;
  const dot = (seat) => el("span", { class: "dot", style: `background:${players[seat].colour}` });
  const who = (seat) => el("span", { class: "who" }, dot(seat), name(seat));
  const grade = (word) => el("span", { class: `grade ${word.replace(" ", "-")}` }, word);
  const sentence = (parts) => (parts.length ? parts.join(", ") : "nothing");
  const share = story.measure === "score" ? "of what can be reached" : "of the win";

  // -- the board ------------------------------------------------------------------------------------------------------

  const narrow = window.matchMedia("(max-width: 820px)");
  function show() {
    const board = byId("board");
    const drawing = plan ? plan.drawing : steps[now].board;
    board.classList.toggle("planned", plan !== null);
    if (drawing === null || drawing === undefined) {
      board.replaceChildren(el("p", { class: "quiet", style: "padding:1rem" }, "This game has no drawing of its board."));
      return;
    }
    // The pieces are drawings made with all text in them escaped.
    board.innerHTML = drawings[drawing].map((number) => story.pieces[number]).join("");
    const svg = board.firstElementChild;
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    if (narrow.matches && width > height * 1.2) {
      // On a phone the board by itself, and what lies beside it below.
      const beside = svg.cloneNode(true);
      svg.setAttribute("viewBox", `0 0 ${height} ${height}`);
      beside.setAttribute("viewBox", `${height} 0 ${width - height} ${height}`);
      byId("beside").replaceChildren(beside);
    } else byId("beside").replaceChildren();
  }

  function go(step, drawing = null) {
    now = Math.max(0, Math.min(last, step));
    plan = drawing;
    byId("bar").value = now;
    show();
    for (const part of redraw) part();
    history.replaceState(null, "", `#step=${now}`);
  }
  const turnStart = (turn) => {
    const found = steps.findIndex((step, number) => number > 0 && step.turn === turn);
    return found < 0 ? last : Math.max(0, found - 1);
  };
  const turnNow = () => (now < last ? steps[now + 1].turn : steps[last].turn);
  const moves = {
    first: () => go(0),
    "turn-back": () => go(turnStart(turnNow()) < now ? turnStart(turnNow()) : turnStart(turnNow() - 1)),
    back: () => go(plan ? now : now - 1),
    on: () => go(now + 1),
    "turn-on": () => go(turnStart(turnNow() + 1)),
    last: () => go(last),
  };
  for (const [id, move] of Object.entries(moves)) byId(id).addEventListener("click", move);
  const keys = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const move = event.shiftKey && event.key === "ArrowLeft" ? "turn-back" : event.shiftKey && event.key === "ArrowRight" ? "turn-on" : keys[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    moves[move]();
  });
  byId("bar").max = last;
  byId("bar").addEventListener("input", (event) => go(Number(event.target.value)));

  redraw.push(() => {
    const line = byId("step");
    const step = steps[now];
    byId("first").disabled = byId("back").disabled = byId("turn-back").disabled = now === 0;
    byId("last").disabled = byId("on").disabled = byId("turn-on").disabled = now === last;
    if (plan) line.replaceChildren(plan.what);
    else if (now === 0) line.replaceChildren(`The start. ${name(step.seat)} begins.`);
    else {
      const actor = step.by === null ? el("span", { class: "quiet" }, "drawn: ") : el("span", {}, who(step.by), ": ");
      line.replaceChildren(el("span", { class: "quiet" }, `turn ${step.turn} \u00b7 step ${now} of ${last} \u00b7 `), actor, step.words);
    }
  });

  // -- beside the board: the decision at this point ------------------------------------------------------------------

  const hidden = (number) => story.exercises.includes(number) && !tried.has(number);
  function decisionNow() {
    if (plan) return plan.decision;
    let found = -1;
    decisions.forEach((decision, number) => {
      if (decision.at < now && now <= decision.at + decision.count) found = number;
    });
    return found >= 0 ? found : decisions.findIndex((decision) => decision.at === now);
  }
  function decisionCard(number) {
    const decision = decisions[number];
    const head = el("h2", {}, who(decision.seat), ` \u00b7 turn ${decision.turn}`);
    if (hidden(number)) {
      const to = el("button", { type: "button", onclick: () => toExercise(number) }, "Try it first");
      return el("div", { class: "card" }, head, el("p", {}, "A key moment, and one of the exercises below."), to);
    }
    const rows = [el("dt", {}, "played"), el("dd", {}, sentence(decision.played))];
    if (decision.same) rows.push(el("dt", {}, ""), el("dd", {}, "the best that was found"));
    else {
      rows.push(el("dt", {}, "best"), el("dd", {}, sentence(decision.best)));
      rows.push(el("dt", {}, "gave up"), el("dd", {}, ...within(decision.loss, decision.error), ` points ${share}`));
      rows.push(el("dt", {}, "worth"), el("dd", {}, `${points(decision.worth[0])} % in place of ${points(decision.worth[1])} %`));
    }
    const parts = [head, grade(decision.grade), el("dl", {}, ...rows)];
    if (decision.plan !== undefined && decision.plan !== null) {
      const what = `The best turn instead: ${sentence(decision.best)}`;
      const shown = plan !== null && plan.drawing === decision.plan;
      const flip = () => (shown ? go(decision.at) : go(decision.at, { drawing: decision.plan, what, decision: number }));
      parts.push(el("button", { type: "button", id: "show-best", "aria-pressed": String(shown), onclick: flip }, "Show the best on the board"));
    }
    return el("div", { class: "card", id: "decision" }, ...parts);
  }
  function luckCard(step) {
    const rows = step.luck.luck.map((luck, seat) => el("tr", {}, el("td", {}, who(seat)), el("td", {}, signed(luck))));
    const chance = `${step.luck.outcome}, which comes ${plain(100 * step.luck.probability)} % of the time`;
    return el("div", { class: "card" }, el("h2", {}, "Luck of this draw"), el("p", {}, chance), el("table", {}, ...rows),
      el("p", { class: "quiet" }, `points ${share}, \u00b1 ${points(step.luck.error)}`));
  }
  redraw.push(() => {
    const cards = [];
    const number = decisionNow();
    if (steps[now].luck) cards.push(luckCard(steps[now]));
    if (number >= 0) cards.push(decisionCard(number));
    if (!cards.length && story.curve.length) cards.push(el("p", { class: "quiet" }, now === last ? "The end of the game." : "Nothing was to be decided here."));
    byId("side").replaceChildren(...cards);
  });

  // -- charts ---------------------------------------------------------------------------------------------------------

  // As wide as the screen, so that numbers have one size.
  const wide = () => (narrow.matches ? 430 : 900);
  const LEFT = 46, RIGHT = 12;
  const x = (step) => LEFT + (wide() - LEFT - RIGHT) * (last ? step / last : 0);
  function ticks(low, high, count) {
    const raw = (high - low || 1) / count;
    const unitOf = 10 ** Math.floor(Math.log10(raw));
    const size = [1, 2, 2.5, 5, 10].map((factor) => factor * unitOf).find((step) => step >= raw);
    const found = [];
    for (let value = Math.ceil(low / size - 1e-9) * size; value <= high + size * 1e-9; value += size) found.push(Math.abs(value) < size / 1e6 ? 0 : value);
    return found;
  }
  const turns = steps.length > 1 ? steps[last].turn : 0;
  function turnAxis(bottom) {
    return ticks(0, turns, narrow.matches ? 5 : 10).filter(Number.isInteger).flatMap((turn) => {
      const at = x(turnStart(turn));
      return [sv("line", { class: "grid", x1: at, x2: at, y1: 8, y2: bottom }), sv("text", { x: at, y: bottom + 16, "text-anchor": "middle" }, String(turn))];
    });
  }
  function valueAxis(low, high, y, form) {
    return ticks(low, high, 4).flatMap((value) => [
      sv("line", { class: value === 0 ? "zero" : "grid", x1: LEFT, x2: wide() - RIGHT, y1: y(value), y2: y(value) }),
      sv("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, form(value)),
    ]);
  }
  function chart(height, label, parts) {
    const cursor = sv("line", { class: "cursor", y1: 4, y2: height - 22, x1: x(now), x2: x(now) });
    const jump = (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * wide();
      const wanted = Math.round(((at - LEFT) / (wide() - LEFT - RIGHT)) * last);
      go(turnStart(steps[Math.max(1, Math.min(last, wanted + 1))].turn));
    };
    const node = sv("svg", { class: "chart", viewBox: `0 0 ${wide()} ${height}`, role: "img", "aria-label": label, onclick: jump }, ...parts, cursor);
    redraw.push(() => { cursor.setAttribute("x1", x(now)); cursor.setAttribute("x2", x(now)); });
    return node;
  }
  function lines(key, form, low, high) {
    const height = 260, bottom = height - 24;
    const y = (value) => bottom - ((value - low) / (high - low || 1)) * (bottom - 12);
    const drawn = players.flatMap((player, seat) => {
      const way = story.curve.map((point) => `${x(point.at).toFixed(1)},${y(point[key][seat]).toFixed(1)}`).join(" ");
      const look = { points: way, fill: "none", "stroke-linejoin": "round" };
      return [sv("polyline", { ...look, stroke: "var(--halo)", "stroke-width": 4, opacity: .55 }), sv("polyline", { ...look, stroke: player.colour, "stroke-width": 2.4 })];
    });
    return chart(height, `${key} of each player, from turn to turn`, [...turnAxis(bottom), ...valueAxis(low, high, y, form), ...drawn]);
  }
  function courseCard() {
    const scores = story.curve.flatMap((point) => point.score);
    const charts = {
      score: lines("score", (value) => plain(value, 0), Math.min(0, ...scores), Math.max(1, ...scores)),
      win: lines("win", (value) => `${Math.round(100 * value)} %`, 0, 1),
    };
    const holder = el("div", {});
    const buttons = Object.entries({ score: `expected ${story.score}`, win: story.measure === "score" ? "utility" : "win share" }).map(([key, words]) =>
      el("button", { type: "button", id: `chart-${key}`, onclick: () => choose(key) }, words));
    function choose(key) {
      unit = key;
      holder.replaceChildren(charts[key]);
      buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.id === `chart-${key}`)));
    }
    choose(unit);
    const legend = el("div", { class: "legend" }, ...players.map((_, seat) => who(seat)), el("span", { class: "quiet" }, "by turn; click to go there"));
    return el("section", { class: "card", id: "course" }, el("h2", {}, "The course of the game"), el("div", { class: "choices" }, ...buttons), holder, legend);
  }
  function luckAndError() {
    const byTurn = players.map(() => new Map());
    const add = (seat, turn, key, value) => {
      const found = byTurn[seat].get(turn) || { luck: 0, loss: 0 };
      found[key] += value;
      byTurn[seat].set(turn, found);
    };
    steps.forEach((step) => { if (step.luck) step.luck.luck.forEach((luck, seat) => add(seat, step.turn, "luck", luck)); });
    decisions.forEach((decision) => { if (decision.loss > 0) add(decision.seat, decision.turn, "loss", decision.loss); });
    const all = byTurn.flatMap((turns) => [...turns.values()].flatMap((found) => [found.luck, -found.loss]));
    const high = Math.max(.02, ...all), low = Math.min(-.02, ...all);
    const height = 130, bottom = height - 24;
    const y = (value) => bottom - ((value - low) / (high - low)) * (bottom - 10);
    const thick = Math.max(1.5, Math.min(7, ((wide() - LEFT - RIGHT) / Math.max(1, turns)) * .4));
    const rows = players.map((_, seat) => {
      const bars = [...byTurn[seat]].flatMap(([turn, found]) => {
        const middle = (x(turnStart(turn)) + x(turnStart(turn + 1))) / 2;
        const bar = (value, colour, shift, what) => sv("rect", {
          x: middle + shift, width: thick, y: Math.min(y(0), y(value)), height: Math.abs(y(value) - y(0)), fill: colour,
        }, sv("title", {}, `turn ${turn}: ${what} ${signed(value)}`));
        return [bar(found.luck, "var(--luck)", -thick, "luck"), bar(-found.loss, "var(--bad)", 0, "error")];
      });
      const picture = chart(height, `luck and error of ${name(seat)}`, [...turnAxis(bottom), ...valueAxis(low, high, y, (value) => plain(100 * value, 0)), ...bars]);
      return el("div", {}, who(seat), picture);
    });
    const key = (colour, words) => el("span", {}, el("span", { class: "dot", style: `background:${colour}` }), words);
    return el("section", { class: "card", id: "luck" }, el("h2", {}, "Luck beside error"),
      el("p", { class: "quiet" }, `Points ${share}, by turn; all players on one scale.`), ...rows,
      el("div", { class: "legend" }, key("var(--luck)", "luck of the draws"), key("var(--bad)", "given up by decisions")));
  }

  // -- players --------------------------------------------------------------------------------------------------------

  function seatsTable() {
    const result = story.result;
    const head = ["", ...(result ? [story.score] : [])], wins = result && result.win;
    if (wins) head.push(story.together ? "won" : "win");
    const known = story.seats.length > 0;
    if (known) head.push("level", "accuracy", ...story.grades, "gave up", "luck", "without luck");
    const rows = players.map((_, seat) => {
      const cells = [who(seat), ...(result ? [plain(result.score[seat], 0)] : [])];
      if (wins) cells.push(`${Math.round(100 * wins[seat])} %`);
      if (known) {
        const told = story.seats[seat];
        cells.push(told.level === null ? "\u2013" : plain(told.level), told.accuracy === null ? "\u2013" : `${plain(told.accuracy)} %`, ...told.grades.map(String),
          el("span", {}, ...within(told.loss, told.loss_error)),
          el("span", {}, signed(told.luck), el("span", { class: "error" }, ` \u00b1 ${points(told.luck_error)}`)),
          told.adjusted === null ? "\u2013" : `${points(told.adjusted)} %`);
      }
      return el("tr", {}, ...cells.map((cell) => el("td", {}, cell)));
    });
    return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...head.map((word) => el("th", {}, word)))), el("tbody", {}, ...rows)));
  }

  // -- exercises ------------------------------------------------------------------------------------------------------

  const exerciseCards = new Map();
  function toExercise(number) {
    go(decisions[number].at);
    exerciseCards.get(number).scrollIntoView({ block: "nearest", behavior: "smooth" });
  }
  function exerciseCard(number, place) {
    const decision = decisions[number];
    const card = el("div", { class: "card exercise" });
    const draw = (chosen) => {
      const buttons = decision.choices.map((choice, index) => {
        const show = () => go(decision.at, { drawing: choice.plan, what: `${name(decision.seat)}: ${sentence(choice.turn)}`, decision: number });
        const pick = () => { if (!tried.has(number)) { tried.add(number); draw(index); fillDecisions(); } show(); };
        const open = tried.has(number);
        const told = open ? ` \u2014 ${points(choice.win)}\u00a0%${choice.right ? ", the best" : ""}${choice.kind === "played" ? ", as played" : ""}` : "";
        const look = open ? (choice.right ? "right" : index === chosen ? "wrong" : "") : "";
        return el("button", { type: "button", class: look, onclick: pick }, sentence(choice.turn) + told);
      });
      const verdict = tried.has(number) && chosen !== undefined
        ? el("p", {}, decision.choices[chosen].right ? "That is the best that was found." : `${points(Math.max(...decision.choices.map((c) => c.win)) - decision.choices[chosen].win)} points less than the best.`)
        : null;
      const ask = el("p", {}, who(decision.seat), ` is to move in turn ${decision.turn}. What would you play?`);
      const look = el("button", { type: "button", onclick: () => { go(decision.at); byId("board").scrollIntoView({ block: "nearest", behavior: "smooth" }); } }, "Show the position");
      card.replaceChildren(...[el("h2", {}, `Exercise ${place + 1}`), ask, el("div", { class: "choices" }, look), el("div", { class: "choices answers" }, ...buttons), verdict].filter(Boolean));
    };
    draw();
    exerciseCards.set(number, card);
    return card;
  }

  // -- all decisions --------------------------------------------------------------------------------------------------

  const table = el("tbody", {});
  let only = null;
  const rowOf = new Map();
  function fillDecisions() {
    rowOf.clear();
    const kept = decisions.map((decision, number) => [decision, number]).filter(([decision]) => only === null || decision.seat === only);
    table.replaceChildren(...kept.map(([decision, number]) => {
      const secret = hidden(number);
      const cells = [
        el("td", { class: "number" }, String(decision.turn)), el("td", {}, who(decision.seat)), el("td", {}, sentence(decision.played)),
        el("td", {}, secret ? "an exercise" : decision.same ? "the same" : sentence(decision.best)),
        el("td", { class: "number" }, secret ? "" : decision.same ? "0" : points(decision.loss)),
        el("td", {}, secret ? "" : grade(decision.grade)),
      ];
      const open = () => go(decision.at + decision.count);
      const row = el("tr", { tabindex: 0, onclick: open, onkeydown: (event) => { if (event.key === "Enter") open(); } }, ...cells);
      rowOf.set(number, row);
      return row;
    }));
    markRow();
  }
  function markRow() {
    const number = decisionNow();
    for (const [each, row] of rowOf) row.classList.toggle("now", each === number);
  }
  function decisionsCard() {
    const buttons = [null, ...players.keys()].map((seat) => el("button", { type: "button", "aria-pressed": String(seat === only), onclick: (event) => {
      only = seat;
      for (const other of event.currentTarget.parentNode.children) other.setAttribute("aria-pressed", String(other === event.currentTarget));
      fillDecisions();
    } }, seat === null ? "all" : who(seat)));
    const heads = [["number", "turn"], ["", ""], ["", "played"], ["", "best"], ["number", "gave up"], ["", ""]];
    const head = el("thead", {}, el("tr", {}, ...heads.map(([kind, word]) => el("th", { class: kind }, word))));
    fillDecisions();
    redraw.push(markRow);
    return el("section", { class: "card", id: "decisions" }, el("h2", {}, `Decisions (${decisions.length})`), el("div", { class: "choices" }, ...buttons),
      el("div", { class: "long" }, el("table", {}, head, table)));
  }

  // -- the page -------------------------------------------------------------------------------------------------------

  byId("seats").replaceChildren(seatsTable());
  const always = redraw.length;
  function build() {
    redraw.length = always;
    const below = [];
    if (story.curve.length) below.push(courseCard());
    if (story.exercises.length) {
      below.push(el("section", { id: "exercises" }, el("h2", {}, "Exercises"),
        el("p", { class: "quiet" }, "The moments that mattered most. The answer shows when you have chosen."), el("div", { class: "grid-of" }, ...story.exercises.map(exerciseCard))));
    }
    if (decisions.length) below.push(luckAndError(), decisionsCard());
    if (story.by) below.push(el("p", { class: "quiet" }, `Reviewed by ${story.by}.`));
    if (story.notes.length) below.push(el("section", { class: "card" }, el("h2", {}, "Notes"), ...story.notes.map((line) => el("p", {}, line))));
    byId("below").replaceChildren(...below);
  }
  build();
  narrow.addEventListener("change", () => { build(); go(now, plan); });
  const asked = /^#step=(\d{1,7})$/.exec(location.hash);
  go(asked ? Number(asked[1]) : 0);
  document.documentElement.dataset.ready = "yes";
})();
