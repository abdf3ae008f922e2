import { createElement, Suspense } from "react";
import { prerender } from "react-dom/static";
import { expect, it } from "vitest";
import { lazyPart } from "#components/ui/lazy-part.tsx";

async function rendered(part: ReturnType<typeof lazyPart<{ text: string }>>): Promise<string> {
  const { prelude } = await prerender(createElement(Suspense, null, createElement(part, { text: "words" })));
  return new Response(prelude as ReadableStream<Uint8Array>).text();
}

const Whole = ({ text }: { text: string }) => createElement("b", null, text);
const Plain = ({ text }: { text: string }) => createElement("p", null, text);
const gone = () => Promise.reject(new Error("Failed to load chunk"));

it("shows the part when its code comes", async () => {
  expect(await rendered(lazyPart(async () => Whole, Plain))).toContain("<b>words</b>");
});

it("shows what stands for it when its code does not come, and takes nothing else away", async () => {
  expect(await rendered(lazyPart<{ text: string }>(gone, Plain))).toContain("<p>words</p>");
  expect(await rendered(lazyPart<{ text: string }>(gone))).toMatch(/role="alert".*could not be loaded.*<button/);
});
