import { describe, expect, it } from "vitest";
import { mergeMessages } from "./merge-messages.ts";

const message = (id: string, isQueued?: boolean) => ({ id, metadata: { createdAt: `at ${id}`, ...(isQueued && { isQueued }) } });
const ids = (messages: { id: string }[]) => messages.map(({ id }) => id).join("");

describe("bringing a chat up to date", () => {
  it("adds what is new behind what was read before, older pages included", () => {
    const { messages, isJoined } = mergeMessages(
      [..."abcd"].map((id) => message(id)),
      [..."cdef"].map((id) => message(id)),
    );
    expect([ids(messages), isJoined]).toEqual(["abcdef", true]);
  });

  it("keeps the very object of what did not change", () => {
    const known = [message("a"), message("b", true)];
    const { messages } = mergeMessages(known, [message("a"), message("b")]);
    expect(messages[0]).toBe(known[0]);
    expect(messages[1]?.metadata.isQueued).toBeUndefined();
  });

  it("begins anew rather than hide a gap", () => {
    expect(mergeMessages([message("a")], [message("x"), message("y")])).toMatchObject({
      isJoined: false,
      messages: [{ id: "x" }, { id: "y" }],
    });
  });

  it("forgets what the server no longer has", () => {
    expect(mergeMessages([message("a"), message("local")], [message("a"), message("b")]).messages.map(({ id }) => id)).toEqual(["a", "b"]);
  });
});
