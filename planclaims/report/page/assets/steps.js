// What actions do: changes of the state, complete states, the plan step by step, the goal.

function changes({ chunk }, { lost, gained, changed }) {
  const clause = (place) => chunk.clauses[place];
  if (!lost.length && !gained.length && !changed.length) return h("p", { class: "hint" }, "Nothing is different afterwards.");
  return h(
    "ul",
    { class: "changes", "aria-label": "What changed" },
    gained.map((place) => h("li", { class: "gained" }, h("b", null, "now "), clause(place))),
    changed.map(([before, after]) => h("li", { class: "changed" }, h("b", null, "now "), clause(after), h("span", { class: "hint" }, ` (before: ${clause(before)})`))),
    lost.map((place) => h("li", { class: "lost" }, h("b", null, "no longer "), h("s", null, clause(place)))),
  );
}

function completeState({ chunk, states }, step, title) {
  return folded(title, () => [list(states[step].map((place) => chunk.clauses[place]), { class: "state" }), h("p", { class: "hint" }, chunk.nothing_else)], { class: "quiet" });
}

function unmetBox(episode) {
  const { view } = episode;
  const before = completeState(episode, view.failed_step - 1, "Complete state in which it was tried");
  return h("div", { class: "unmet" }, h("p", null, h("b", null, "Requirements that were not met:")), list(view.unmet), before);
}

// The steps of a plan that was handed in whole.
function planSteps(episode) {
  const { view } = episode;
  const steps = view.steps.map((text, place) => planStep(episode, text, place + 1));
  return [completeState(episode, 0, "State at the start"), h("ol", { class: "timeline" }, steps)];
}

function planStep(episode, text, step) {
  const { failed_step: failed, moves } = episode.view;
  const kind = failed === null || step < failed ? "applied" : step === failed ? "violation" : "unreached";
  return h(
    "li",
    { class: `turn k-${kind}`, id: `step-${step}`, tabindex: "-1" },
    h("header", null, kindBadge(kind), h("span", { class: "place" }, `Step ${step} of ${episode.view.steps.length}`), h("code", null, text)),
    kind === "applied" ? [changes(episode, moves[step - 1]), completeState(episode, step, "Complete state after this step")] : null,
    kind === "violation" ? unmetBox(episode) : null,
  );
}

function goalBox({ view, chunk }) {
  const where = view.failed_step === null ? "after the last step" : "where execution stopped";
  if (!view.reached.length && !view.missed.length) return h("p", null, chunk.goal.join(" "));
  return h(
    "div",
    { class: "goal" },
    h("p", { class: "reading" }, `The conditions of the goal ${where}:`),
    h(
      "ul",
      { class: "marks" },
      view.missed.map((text) => h("li", { class: "missed" }, h("b", null, "not met "), text)),
      view.reached.map((text) => h("li", { class: "met" }, h("b", null, "met "), text)),
    ),
  );
}

const KINDS = {
  epistemic: { letter: "E", name: "Epistemic", means: "asks, changes nothing" },
  applied: { letter: "A", name: "Applied", means: "an act that was carried out" },
  violation: { letter: "V", name: "Violation", means: "an act whose requirements were not met" },
  refused: { letter: "F", name: "Refused", means: "an act whose requirements were not met, and the episode went on" },
  ill_formed: { letter: "I", name: "Ill-formed", means: "not a proper call" },
  rejected: { letter: "R", name: "Rejected", means: "held back by the critic" },
  terminal: { letter: "T", name: "Terminal", means: "the final claim" },
  unreached: { letter: "–", name: "Not reached", means: "comes after the failure" },
};

function kindBadge(kind) {
  const { letter, name } = KINDS[kind];
  return h("span", { class: `badge k-${kind}` }, h("span", { class: "letter", "aria-hidden": "true" }, letter), name);
}
