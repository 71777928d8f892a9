// What became of an episode of the first study: its sign, its name, its badge.

const OUTCOMES = {
  success: { sign: "✓", name: "solved" },
  detection: { sign: "✓", name: "recognised as unsolvable", short: "no plan" },
  precondition_violation: { sign: "✕", name: "requirement violated" },
  goal_not_reached: { sign: "○", name: "goal not reached", short: "goal" },
  timeout: { sign: "…", name: "calls spent", short: "spent" },
  malformed: { sign: "?", name: "answer unreadable", short: "unread." },
  false_abstention: { sign: "∅", name: "gave up wrongly", short: "gave up" },
  missed_infeasibility: { sign: "!", name: "unsolvability missed", short: "missed" },
  unscored: { sign: "–", name: "not scored", short: "not sc." },
};

const outcomeOf = (row) => (row.scored ? row.outcome : "unscored");

function outcomeText(row) {
  const { name, short } = OUTCOMES[outcomeOf(row)];
  if (row.outcome === "success") return { brief: row.score.toFixed(2), full: `${name}, score ${row.score.toFixed(2)}` };
  if (row.outcome === "precondition_violation") return { brief: `step ${row.failed_step}`, full: `${name} at step ${row.failed_step}` };
  return { brief: short, full: name };
}

function outcomeBadge(row) {
  const outcome = outcomeOf(row);
  return h("span", { class: `outcome o-${outcome}` }, h("span", { "aria-hidden": "true" }, OUTCOMES[outcome].sign), " ", OUTCOMES[outcome].name);
}
