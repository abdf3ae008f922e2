import { mkdir } from "node:fs/promises";
import { chromium, expect, type Page } from "@playwright/test";
import { beginChat, say, thread, untilAnswered } from "#e2e/chat-page.ts";
import { OWNER } from "#e2e/owner.ts";
import { type Product, removeProduct, startProduct } from "#e2e/product.ts";

/**
 * `node scripts/pictures.ts` makes the pictures of README.md anew: from the running product, in an empty data directory, with the demo as its model.
 * Needs Chromium (`npm test` brings it).
 */
const FOLDER = "docs/images";
const PEOPLE = {
  member: { name: "Ben Okoye", email: "ben@example.org" },
  approver: { name: "Ana Ruiz", email: "ana@example.org" },
} as const;
const PASSWORD = "a password for pictures";

const product = await startProduct({ env: { MODEL: "demo" } });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  await mkdir(FOLDER, { recursive: true });
  for (const [role, person] of Object.entries(PEOPLE)) await addMember(product, { ...person, role });
  const member = await signedIn(PEOPLE.member.email);
  await member.setViewportSize({ width: 1280, height: 1240 });
  for (const command of ["git log --oneline -5", "wc -w notes.txt"]) await beginChat(member, `Run ${command}`);
  await beginChat(member, "Write hello to notes.txt");
  await untilAnswered(member);
  await beginChat(member, "List files in the current directory");
  await untilAnswered(member);
  await say(member, "Run ls -la");
  await expect(thread(member).getByRole("group", { name: "Command" })).toBeVisible();
  await member.screenshot({ path: `${FOLDER}/chat.png` });

  const approver = await signedIn(PEOPLE.approver.email);
  await approver.goto("/approvals");
  await approver.getByRole("list", { name: "Requests" }).getByRole("link").last().click();
  await expect(approver.locator("[data-approval-id]").getByText("ls -la").first()).toBeVisible();
  await approver.screenshot({ path: `${FOLDER}/approvals.png` });
} finally {
  await browser.close();
  await removeProduct(product);
}

async function addMember({ baseUrl }: Product, member: { name: string; email: string; role: string }): Promise<void> {
  const response = await fetch(`${baseUrl}/api/members`, {
    method: "POST",
    headers: { authorization: `Bearer ${OWNER.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ ...member, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`${member.name} could not be added: ${await response.text()}`);
}

async function signedIn(email: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.baseUrl,
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
    colorScheme: "light",
    locale: "en-US",
    timezoneId: "UTC",
  });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/chat/);
  return page;
}
