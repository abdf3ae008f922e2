import { describe, expect, it } from "vitest";
import { singleton } from "#lib/singleton.ts";
import { extractPage, PageTooComplex } from "./extract-page.ts";

const never = new AbortController().signal;
const job = (html: string) => ({ bytes: Buffer.from(html), contentType: "text/html", url: "https://site.test/", maxChars: 4_000_000 });
/** Every paragraph repeats all the open formatting elements. */
const HEAVY = "<b>x<p>".repeat(250_000);

const startedWorkers = (): number => singleton("html-workers", () => ({ started: 0 })).started;

describe("extractPage", () => {
  it("reads pages in a worker thread that is used again", async () => {
    const first = await extractPage(job("<h1>One</h1>"), never);
    expect(first).toEqual({ title: "", text: "# One", isCut: false, charset: "utf-8" });
    await extractPage(job("<h1>Two</h1>"), never);
    expect(startedWorkers()).toBe(1);
  });

  it("ends a page that takes too long, without holding up this thread, and reads the next one", async () => {
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 5);
    await expect(extractPage(job(HEAVY), never, 200)).rejects.toThrow(PageTooComplex);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(3);
    await expect(extractPage(job("<p>fine"), never)).resolves.toMatchObject({ text: "fine" });
  });

  it.each([
    ["20,000 nested blocks", "<div>".repeat(20_000)],
    ["20,000 nested formatting elements", "<b>".repeat(20_000)],
    ["50,000 attributes", `<p ${Array.from({ length: 50_000 }, (_, index) => `a${index}=1`).join(" ")}>`],
    ["100,000 misnested tables", "<table><b>".repeat(50_000)],
    ["100,000 end tags that match nothing", `${"<x>".repeat(100_000)}${"</y>".repeat(100_000)}`],
    ["paragraphs that repeat what is open", HEAVY],
    ["half a million openings of a comment in a style", `<p style="${"/* ".repeat(500_000)}">`],
  ])("is done with %s within its limit, with text or with a refusal", async (_what, html) => {
    const begun = performance.now();
    const outcome = await extractPage(job(`${html}end`), never).then(
      ({ text }) => text,
      (error: unknown) => (error instanceof PageTooComplex ? "end" : error),
    );
    expect(outcome).toContain("end");
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it("reads many at once with two threads, and lets a waiting caller leave", async () => {
    const leaving = new AbortController();
    const many = Array.from({ length: 8 }, (_, index) => extractPage(job(`<p>${index}`), never));
    const waiting = extractPage(job("<p>never"), leaving.signal);
    leaving.abort(new Error("left"));
    await expect(waiting).rejects.toThrow("left");
    expect((await Promise.all(many)).map(({ text }) => text)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
    expect(startedWorkers()).toBe(2);
  });
});
