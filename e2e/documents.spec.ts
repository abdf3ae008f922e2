import { type BrowserContext, expect, type Page } from "@playwright/test";
import { startWebhook, type Webhook } from "#lib/testing/webhook.ts";
import { axeFindings } from "./axe.ts";
import { beginChat, scripted, untilAnswered } from "./chat-page.ts";
import { createMember, foundOrganization, signIn, test } from "./signed-in.ts";

test.describe.configure({ mode: "serial" });

interface Colleague {
  context: BrowserContext;
  page: Page;
  name: string;
  headers: { authorization: string };
}

/** Of an organization of its own. */
let ownerKey: string;
let member: Colleague;
let approver: Colleague;
let auditor: Colleague;
let webhook: Webhook;

test.beforeAll(async ({ browser }, workerInfo) => {
  const { baseURL } = workerInfo.project.use;
  webhook = await startWebhook(Number(process.env.E2E_WEBHOOK_PORT));
  const context = await browser.newContext({ baseURL });
  const setUp = await context.newPage();
  ownerKey = await foundOrganization(setUp, `Papers ${Date.now().toString(36)}`);
  const joined = async (role: string): Promise<Colleague> => {
    const person = await createMember(setUp, role, ownerKey);
    return { ...(await signIn(browser, person, baseURL)), name: person.name, headers: { authorization: `Bearer ${person.apiKey}` } };
  };
  [member, approver, auditor] = [await joined("member"), await joined("approver"), await joined("auditor")];
  await context.close();
});
test.afterAll(async () => {
  for (const { context } of [member, approver, auditor]) await context.close();
  webhook.close();
});

test("a document is made, an agent changes it while a person edits, nobody's words are lost, and an old version comes back", async () => {
  const { page, headers } = member;
  await page.goto("/documents");
  await expect(page.getByRole("heading", { name: "There are no documents yet" })).toBeVisible();
  await page.getByRole("link", { name: "New document" }).first().click();
  await expect(page.getByRole("heading", { name: "New document" })).toBeVisible();
  await page.getByLabel("Title").fill("Launch plan");
  await page.getByLabel("Text").fill("# Launch\n\nOn **Monday**.");
  await page.getByRole("button", { name: "Make document" }).click();
  await expect(page.getByRole("heading", { name: "Launch", exact: true })).toBeVisible();
  const path = new URL(page.url()).pathname;
  const { id, version } = await (await page.request.get(`/api${path}`, { headers })).json();

  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Launch plan");
  const agents = await member.context.newPage();
  const args = { action: "update", id, text: "# Launch\n\nOn **Tuesday**.", expectedVersion: version };
  await beginChat(agents, scripted("Change it", [{ calls: [{ tool: "document", args }] }, { text: "Changed." }]));
  await untilAnswered(agents);
  await agents.close();
  await page.getByLabel("Text").fill("# Launch\n\nOn **Wednesday**.");
  await page.getByRole("button", { name: "Save as a new version" }).click();
  const note = page.getByRole("status").filter({ hasText: "Nothing was saved" });
  await note.getByText("What stands there now", { exact: true }).click();
  await expect(note.getByRole("region")).toContainText("Tuesday");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Save as a new version" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.locator(".markdown")).toContainText("Wednesday");

  await page.getByRole("link", { name: "Version 2" }).click();
  await expect(page.getByText("Version 2 of 3")).toBeVisible();
  const changes = page.locator("details", { hasText: "What version 2 changed" });
  await expect(changes).toContainText("removed: On **Monday**.");
  await expect(changes).toContainText("added: On **Tuesday**.");
  await expect(page.getByRole("listitem").filter({ hasText: "Version 2" })).toContainText("through an agent’s call");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Bring this version back" }).click();
  await expect(page.getByText("brought back version 2")).toBeVisible();
  await expect(page.locator(".markdown")).toContainText("Tuesday");

  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/documents$/);
  await expect(page.getByRole("heading", { name: "There are no documents yet" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Launch", exact: true })).toBeVisible();
  await page.goto("/documents?q=tuesday");
  await expect(page.getByText("1 document with these words")).toBeVisible();
});

test("a message is prepared, shown whole to somebody else, sent once when they agree, and its page says who and where", async () => {
  const { page } = member;
  await page.goto("/settings/destinations");
  await expect(page.getByText("An owner or admin adds destinations.")).toBeVisible();
  const added = await page.request.post("/api/destinations", {
    headers: { authorization: `Bearer ${ownerKey}` },
    data: { name: "Press", address: webhook.address },
  });
  expect(added.status()).toBe(201);
  const args = { action: "create", destination: "press", text: "We launch on Tuesday.\nSee you there." };
  await beginChat(page, scripted("Prepare it", [{ calls: [{ tool: "draft", args }] }, { text: "Prepared." }]));
  await untilAnswered(page);
  const { items } = await (await page.request.get("/api/drafts", { headers: member.headers })).json();
  const [{ id, version }] = items;
  await beginChat(page, scripted("Send it", [{ calls: [{ tool: "send_draft", args: { draftId: id, version } }] }, { text: "Sent." }]));
  await expect(page.getByText("One call waits for a decision")).toBeVisible();
  await page.goto("/documents/drafts");
  await expect(page.getByRole("listitem").filter({ hasText: "To Press" })).toContainText("Waiting for an approver");

  await approver.page.goto("/approvals");
  await approver.page.getByRole("list", { name: "Requests" }).getByRole("link").first().click();
  const card = approver.page.locator("[data-approval-id]");
  await expect(card.getByText("Press", { exact: true })).toBeVisible();
  await expect(card.getByRole("group", { name: "Message" })).toContainText("We launch on Tuesday.");
  await expect(card).toContainText("somebody other than who asked for it agrees");
  expect(await axeFindings(approver.page)).toEqual([]);
  await card.getByRole("button", { name: "Send message" }).click();
  await expect(card.getByRole("status")).toContainText("It ran");
  expect(webhook.received.map(({ body }) => JSON.parse(body))).toEqual([{ text: args.text }]);

  await page.goto(`/documents/drafts/${id}`);
  await expect(page.getByText("Sent to Press, which answered 200.")).toBeVisible();
  await expect(page.getByText(`approved by ${approver.name}`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Call that sent it" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
});

test("a draft is edited by a person, and a destination is added and removed, on a phone and by keys", async ({ browser, baseURL }) => {
  const { page } = member;
  await page.setViewportSize({ width: 360, height: 740 });
  const args = { action: "create", destination: "Press", text: "Nothing yet." };
  await beginChat(page, scripted("Prepare another", [{ calls: [{ tool: "draft", args }] }, { text: "Prepared." }]));
  await untilAnswered(page);
  await page.goto("/documents/drafts");
  await page.getByRole("listitem").filter({ hasText: "Nothing yet." }).getByRole("link", { name: "To Press" }).click();
  await page.getByRole("link", { name: "Edit" }).press("Enter");
  await page.getByRole("textbox", { name: "Message" }).fill("Something.");
  await page.getByRole("button", { name: "Save draft" }).press("Enter");
  await expect(page.getByRole("main").getByText("Something.", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page).toHaveURL(/\/documents\/drafts$/);
  await expect(page.getByText("Something.", { exact: true })).toHaveCount(0);

  const admin = await signIn(browser, await createMember(page, "admin", ownerKey), baseURL);
  await admin.page.goto("/settings/destinations");
  await admin.page.getByLabel("Name").fill("Nowhere");
  await admin.page.getByLabel("Address of the webhook").fill("http://10.0.0.5/hook");
  await admin.page.getByRole("button", { name: "Add destination" }).click();
  await expect(admin.page.getByText("10.0.0.5 is not a public address")).toBeVisible();
  await admin.page.getByLabel("Address of the webhook").fill("https://hooks.example.com/services/canary-key");
  await admin.page.getByRole("button", { name: "Add destination" }).click();
  await expect(admin.page.getByRole("listitem").filter({ hasText: "Nowhere" })).toBeVisible();
  expect(await admin.page.content()).not.toContain("canary-key");
  expect(await axeFindings(admin.page)).toEqual([]);
  await admin.page.getByRole("button", { name: "Remove Nowhere" }).click();
  await admin.page.getByRole("alertdialog").getByRole("button", { name: "Remove destination" }).click();
  await expect(admin.page.getByRole("listitem").filter({ hasText: "Nowhere" })).toHaveCount(0);
  await admin.context.close();
});

test("a destination is told within moments of a call that waits, with a link that opens it and decides nothing", async ({
  browser,
  baseURL,
}) => {
  const admin = await signIn(browser, await createMember(member.page, "admin", ownerKey), baseURL);
  await admin.page.goto("/settings/destinations");
  const press = admin.page.getByRole("listitem").filter({ hasText: "Press" });
  const stored = admin.page.waitForResponse((response) => response.request().method() === "PATCH");
  await press.getByRole("switch", { name: /Calls that wait/ }).click();
  expect((await stored).status()).toBe(200);
  await expect(press.getByRole("switch", { name: /Calls that wait/ })).toBeChecked();
  await admin.page.reload();
  await expect(press.getByRole("switch", { name: /Calls that wait/ })).toBeChecked();
  await expect(press.getByRole("switch", { name: /Schedules that fail/ })).not.toBeChecked();
  expect(await axeFindings(admin.page)).toEqual([]);

  const before = webhook.received.length;
  const command = "echo of-nobodys-business";
  await beginChat(member.page, scripted("Run it", [{ calls: [{ tool: "shell", args: { command } }] }, { text: "It ran." }]));
  await expect.poll(() => webhook.received.length, { timeout: 8_000 }).toBe(before + 1);
  const { text } = JSON.parse(webhook.received.at(-1)?.body ?? "{}");
  expect(text).toContain("wants to use shell");
  expect(text).not.toContain("nobodys-business");
  const link = text.split("\n").at(-1);
  expect(new URL(link).origin).toBe(new URL(admin.page.url()).origin);
  await admin.page.goto(link);
  await expect(admin.page.locator("[data-approval-id]").getByText(command, { exact: true })).toBeVisible();
  await expect(member.page.getByText("One call waits for a decision")).toBeVisible();
  await admin.page.getByRole("button", { name: "Deny" }).first().click();
  await admin.context.close();
});

test("a place in a list that was cut, or is of another organization, begins at the beginning", async () => {
  const { page } = member;
  for (const [path, heading] of [
    ["/documents?cursor=cut&from=51", "Documents"],
    ["/documents/drafts?cursor=cut&from=51", "Documents"],
    ["/schedules?cursor=cut&from=51", "Schedules"],
    ["/search?q=a&cursor=cut", "Search chats"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
    await expect(page.getByText("could not be")).toHaveCount(0);
  }
});

test("an auditor reads documents and drafts, and is offered nothing that changes them", async () => {
  const { page } = auditor;
  for (const path of ["/documents", "/documents/drafts"]) {
    await page.goto(path);
    await page.getByRole("main").getByRole("listitem").first().getByRole("link").first().click();
    await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toBeVisible();
    for (const name of ["Edit", "Delete", "New document", "Bring this version back"]) {
      await expect(page.getByRole("link", { name })).toHaveCount(0);
      await expect(page.getByRole("button", { name })).toHaveCount(0);
    }
    await page.goto(`${new URL(page.url()).pathname}/edit`);
    await expect(page.getByRole("heading", { name: /An auditor changes no|cannot be changed/ })).toBeVisible();
  }
});
