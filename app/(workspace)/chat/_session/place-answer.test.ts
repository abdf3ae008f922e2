import { expect, it } from "vitest";
import { newOutgoing } from "./outgoing.ts";
import { placeAnswer } from "./place-answer.ts";
import type { WireMessage } from "./wire.ts";

const message = (id: string): WireMessage => ({ id, role: "user", parts: [], metadata: { createdAt: "now" } });
const kinds = (entries: ReturnType<typeof placeAnswer>) =>
  entries.map((entry) => (entry.kind === "message" ? entry.message.id : entry.kind));

it("puts the answer behind the message that it answers, before those that wait", () => {
  expect(kinds(placeAnswer([message("1"), message("2")], [], { runId: "r", answers: "1" }))).toEqual(["1", "live", "2"]);
});

it("knows a message on its way by the run that it began", () => {
  const [first, second] = [{ ...newOutgoing("a"), runId: "r" }, newOutgoing("b")];
  expect(kinds(placeAnswer([message("1")], [first, second], { runId: "r", answers: null }))).toEqual(["1", "outgoing", "live", "outgoing"]);
});

it("takes the end when nobody said what it answers", () => {
  expect(kinds(placeAnswer([message("1")], [], { runId: "r", answers: null }))).toEqual(["1", "live"]);
});
