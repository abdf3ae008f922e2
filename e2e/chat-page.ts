import { expect, type Locator, type Page } from "@playwright/test";
import { OWNER } from "./owner.ts";

type Step = Record<string, unknown>;

/** What the scripted model does, written into the message. */
export function scripted(text: string, steps: Step[]): string {
  return `${text}\n#script ${JSON.stringify(steps)}`;
}

/** A call of the file tool, for a script. */
export function fileCall(args: Record<string, unknown>): Step {
  return { tool: "file_system", args };
}

export function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: "Message" });
}

export function thread(page: Page): Locator {
  return page.getByRole("log", { name: "Messages" });
}

/** What the assistant said, without what people said (a script stands in their messages). */
export function answers(page: Page): Locator {
  return thread(page)
    .locator("article")
    .filter({ has: page.getByRole("heading", { name: "Assistant" }) });
}

/** Writes and sends; waits until it stands in the thread. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
  await expect(composer(page)).toHaveValue("");
}

/** A new chat with this first message, on its own page. */
export async function beginChat(page: Page, text: string): Promise<string> {
  await page.goto("/chat");
  await say(page, text);
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Resolves when nothing is being answered any more. */
export async function untilAnswered(page: Page): Promise<void> {
  await expect(thread(page).locator("footer").last()).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
}

/** What can be read in the thread, without the times, which go on by themselves. */
export function transcript(page: Page): Promise<string[]> {
  return thread(page)
    .locator("li[data-entry]")
    .evaluateAll((entries) =>
      entries.map((entry) => {
        const copy = entry.cloneNode(true) as HTMLElement;
        for (const time of copy.querySelectorAll("time")) time.remove();
        return copy.textContent ?? "";
      }),
    );
}

/** Calls our API; as the owner, unless it is told whose key to use. */
export async function api<T>(page: Page, path: string, apiKey: string = OWNER.apiKey): Promise<T> {
  const response = await page.request.get(path, { headers: { authorization: `Bearer ${apiKey}` } });
  expect(response.status()).toBe(200);
  return response.json();
}
