import { expect, it } from "vitest";
import { orderMessages } from "./order-messages.ts";

const asked = (id: string) => ({ id, answers: null });
const answer = (id: string, answers: string) => ({ id, answers });
const ids = (messages: { id: string }[]) => messages.map((message) => message.id);

it("leaves questions and answers in turn as they are", () => {
  expect(ids(orderMessages([asked("1"), answer("a", "1"), asked("2"), answer("b", "2")]))).toEqual(["1", "a", "2", "b"]);
});

it("puts an answer behind its question when another question waited meanwhile", () => {
  expect(ids(orderMessages([asked("1"), asked("2"), answer("a", "1"), answer("b", "2")]))).toEqual(["1", "a", "2", "b"]);
});

it("keeps an answer whose question stands on an earlier page", () => {
  expect(ids(orderMessages([answer("a", "0"), asked("1"), answer("b", "1")]))).toEqual(["a", "1", "b"]);
});
