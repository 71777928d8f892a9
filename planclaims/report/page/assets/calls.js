// Model calls: what each adds to the conversation before it, and the reply.

const PURPOSES = {
  plan: "asks for the plan",
  reason: "asks for free reasoning",
  sketch: "asks for subgoals",
  abstract: "asks for constraints",
  critique: "asks for faults of the draft",
  propose: "asks for continuations",
  rate: "asks for ratings",
  act: "asks for the next turn",
  reflect: "asks for a lesson",
  review: "asks the critic",
};

const ROLES = { system: "Instruction (system)", user: "Told to the model (user)", assistant: "Earlier reply (assistant)" };

// All calls behind one another, folded; `open` tells which are unfolded at once.
function callList(episode, places, open) {
  return h("div", { class: "calls" }, places.map((place) => oneCall(episode, place, open(place))));
}

function oneCall(episode, place, open) {
  const call = episode.view.calls[place];
  const title = [
    h("b", null, `Model call ${place + 1}`),
    ` ${PURPOSES[call.purpose] || call.purpose} `,
    h("span", { class: "hint" }, `${call.input === null ? "–" : number(call.input)} → ${call.output === null ? "–" : number(call.output)} tokens`),
  ];
  return folded(h("span", null, title), () => callBody(episode, place), { open, class: "call" });
}

function callBody(episode, place) {
  const { chunk, view } = episode;
  const call = view.calls[place];
  const cut = call.finish === "stop" ? "" : `, ended by: ${call.finish}`;
  const facts = `temperature ${call.temperature}, at most ${number(call.max_tokens)} tokens, ${number(call.seconds)} s${call.cost ? `, ${dollars(call.cost)} at the price of then` : ""}${cut}${call.stored ? ", reply from the store" : ""}`;
  return [
    call.after === null ? null : h("p", { class: "hint" }, `Begins with the first ${plural(call.kept, "message")} of call ${call.after + 1}, not repeated here.`),
    call.new.map((message) => messageBlock(episode, place, message)),
    h("div", { class: "message reply" }, h("h5", null, "Reply of the model"), longText(chunk.texts[call.reply], `Reply to model call ${place + 1}`)),
    h("p", { class: "hint" }, facts),
  ].flat().filter(Boolean);
}

function messageBlock({ chunk, view }, place, message) {
  if (message.reply_of !== undefined) return h("p", { class: "hint" }, `Then the reply to call ${message.reply_of + 1}.`);
  const turn = (view.turns || []).findIndex(({ call, observation }) => observation === message.text && call < place && call !== null);
  if (message.role === "user" && turn >= 0) return h("p", { class: "hint" }, "Then the observation that is shown above.");
  const role = ROLES[message.role] || message.role;
  return h("div", { class: `message ${message.role}` }, h("h5", null, role), longText(chunk.texts[message.text], `${role}, model call ${place + 1}`));
}
