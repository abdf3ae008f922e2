import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { answers, beginChat, fileCall, scripted, thread, untilAnswered } from "./chat-page.ts";
import { createMember, foundOrganization, signIn, test } from "./signed-in.ts";

test.describe.configure({ mode: "serial" });

/** Of an organization of its own: lists are counted, and other files' schedules fire meanwhile. */
let member: { context: BrowserContext; page: Page; headers: { authorization: string } };
let approver: { context: BrowserContext; page: Page; name: string };

test.beforeAll(async ({ browser }, workerInfo) => {
  const { baseURL } = workerInfo.project.use;
  const context = await browser.newContext({ baseURL });
  const setUp = await context.newPage();
  const ownerKey = await foundOrganization(setUp, `Clockwork ${Date.now().toString(36)}`);
  const [asks, decides] = [await createMember(setUp, "member", ownerKey), await createMember(setUp, "approver", ownerKey)];
  await context.close();
  member = { ...(await signIn(browser, asks, baseURL)), headers: { authorization: `Bearer ${asks.apiKey}` } };
  approver = { ...(await signIn(browser, decides, baseURL)), name: decides.name };
});
test.afterAll(async () => {
  await member.context.close();
  await approver.context.close();
});

const shell = (command: string) => ({ tool: "shell", args: { command } });
const main = (page: Page) => page.getByRole("main");
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const preview = (page: Page) => page.getByRole("region", { name: "What this means" });
const history = (page: Page) =>
  page
    .getByRole("region", { name: "History" })
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
const badge = (page: Page, word: string) => page.getByRole("heading", { level: 1 }).getByText(word, { exact: true });
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

/** Fills in the form for a new schedule, all but when. */
async function begin(page: Page, name: string, prompt: string): Promise<void> {
  await page.goto("/schedules/new");
  await page.getByLabel(/What the agent is to do/).fill(prompt);
  await field(page, "Name").fill(name);
}

/** Chooses an entry of a schedule's menu; answers the question that it may ask. */
async function act(page: Page, name: string, entry: string, confirm?: string): Promise<void> {
  await page.getByRole("button", { name: `Acts for ${name}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  if (confirm) await page.getByRole("button", { name: confirm }).click();
}

/** A schedule that never fires by itself while these tests run. */
async function yearly(name: string, steps: Record<string, unknown>[], more: object = {}): Promise<string> {
  const data = { name, prompt: scripted(name, steps), cron: "0 4 29 2 *", timeZone: "UTC", ...more };
  const made = await member.page.request.post("/api/schedules", { headers: member.headers, data });
  expect(made.status()).toBe(201);
  const { id } = await made.json();
  await member.page.goto(`/schedules/${id}`);
  return id;
}

async function get<T>(path: string): Promise<T> {
  // A connection that the server closes just as it is used again is no fault of the product.
  const response = await member.page.request.get(path, { headers: member.headers, maxRetries: 2 });
  expect(response.status()).toBe(200);
  return response.json();
}

/** The text of a list's entries. */
const texts = (items: Locator) => items.evaluateAll((elements) => elements.map((element) => element.textContent ?? ""));

test("the form makes a schedule by the calendar of a zone, and shows its next five runs before and after", async () => {
  const { page } = member;
  await begin(page, "Morning report", "Write the report.");
  await field(page, "Time zone").fill("Europe/Madrid");
  await field(page, "Usual times").selectOption({ label: "Every weekday at 09:00" });
  await expect(preview(page).getByText("Every weekday at 09:00, Europe/Madrid")).toBeVisible();
  const next = await texts(preview(page).getByRole("listitem"));
  expect(next).toHaveLength(5);
  for (const time of next) expect(time).toMatch(/^\d{4}-\d\d-\d\d 09:00 Europe\/Madrid \(UTC\+0[12]:00\)$/);
  const days = next.map((time) => new Date(`${time.slice(0, 10)}T12:00Z`).getUTCDay());
  expect(days.every((day) => day >= 1 && day <= 5)).toBe(true);
  // Half a word is no zone yet, and what is shown is of the one before.
  await field(page, "Time zone").fill("Europe/Mad");
  await field(page, "Time zone").pressSequentially("rid");
  await expect(preview(page).getByText("Every weekday at 09:00, Europe/Madrid")).toBeVisible();
  await page.getByRole("button", { name: "Make schedule" }).click();
  await expect(page).toHaveURL(/\/schedules\/[0-9a-f-]{36}$/);
  await expect(badge(page, "Active")).toBeVisible();
  for (const time of next) await expect(page.getByText(time, { exact: true })).toBeVisible();
  await expect(page.getByText("It has not run yet")).toBeVisible();
});

test("what cannot be is refused at its field, in words, and nothing is made", async () => {
  const { page } = member;
  const { total } = await get<{ total: number }>("/api/schedules");
  await begin(page, "Never", "Never.");
  await field(page, "Time zone").fill("UTC");
  const error = (label: string) => page.locator(`[id="${label}"]`);
  const refusedAt = async (label: string, words: RegExp) => {
    const control = field(page, label);
    await expect(control).toHaveAttribute("aria-invalid", "true");
    const [errorId] = ((await control.getAttribute("aria-describedby")) ?? "").split(" ");
    await expect(error(errorId ?? "")).toHaveText(words);
    await page.getByRole("button", { name: "Make schedule" }).click();
    await expect(control).toHaveAttribute("aria-invalid", "true");
    await expect(page).toHaveURL(/\/schedules\/new$/);
  };
  for (const [cron, words] of [
    ["0 9 * *", /has 4 fields; five are needed/],
    ["0 0 9 * * 1", /has six fields; five are needed .*Seconds are not supported/],
    ["99 9 * * *", /the minute "99" cannot be read: use 0–59/],
  ] as const) {
    await field(page, "Cron expression").fill(cron);
    await refusedAt("Cron expression", words);
  }
  await field(page, "Cron expression").fill("0 9 * * *");
  await field(page, "Time zone").fill("Mars/Phobos");
  await refusedAt("Time zone", /Mars\/Phobos/);
  await field(page, "Time zone").fill("");
  await page.getByRole("button", { name: "Make schedule" }).click();
  await refusedAt("Time zone", /zone/i);
  await field(page, "Time zone").fill("UTC");
  await field(page, "When").selectOption("once");
  await page.getByRole("button", { name: "Make schedule" }).click();
  await refusedAt("Date and time", /^Choose a date and a time\.$/);
  await field(page, "Date and time").fill("2020-02-29T07:30");
  await refusedAt("Date and time", /past/);
  expect((await get<{ total: number }>("/api/schedules")).total).toBe(total);
});

test("an edit changes what was touched and nothing else: a time to the second, in the second of two equal hours, and what was changed elsewhere; a text that is too long is refused, not cut", async () => {
  const { page } = member;
  const runAt = "2029-10-28T01:30:17.000Z";
  const data = { name: "Twice", prompt: "Go.", runAt, timeZone: "Europe/Madrid" };
  const { id } = await (await page.request.post("/api/schedules", { headers: member.headers, data })).json();
  const edit = async (change: () => Promise<void>) => {
    await page.goto(`/schedules/${id}/edit`);
    // The fields of the time are the page's own: it must have begun.
    await expect(preview(page).getByRole("listitem")).toHaveCount(1);
    await change();
    await page.getByRole("button", { name: "Save changes" }).click();
  };
  await edit(async () => {
    await expect(field(page, "Date and time")).toHaveValue("2029-10-28T02:30:17");
    await expect(preview(page).getByRole("listitem")).toHaveText("2029-10-28 02:30:17 Europe/Madrid (UTC+01:00)");
    await field(page, "Name").fill("Renamed");
    await page.request.patch(`/api/schedules/${id}`, { headers: member.headers, data: { prompt: "Go on.", overlap: "queue" } });
  });
  await expect(page).toHaveURL(`/schedules/${id}`);
  expect(await get(`/api/schedules/${id}`)).toMatchObject({ name: "Renamed", prompt: "Go on.", overlap: "queue", runAt, nextRunAt: runAt });
  await edit(() => page.getByLabel(/What the agent is to do/).fill("x".repeat(20_001)));
  await expect(page.getByText("20,000 characters at most.")).toBeVisible();
  await edit(() => field(page, "Date and time").fill("2029-10-28T02:30:18"));
  await expect(page).toHaveURL(`/schedules/${id}`);
  expect(await get(`/api/schedules/${id}`)).toMatchObject({ prompt: "Go on.", runAt: "2029-10-28T00:30:18.000Z" });
  await edit(async () => undefined);
  await expect(page).toHaveURL(`/schedules/${id}`);
});

test("its page tells who changed what and why, with what it was before", async () => {
  const { page } = member;
  const data = { name: "Told", prompt: "Go.", cron: "0 9 * * *", timeZone: "UTC" };
  const { id } = await (await page.request.post("/api/schedules", { headers: member.headers, data })).json();
  await page.goto(`/schedules/${id}/edit`);
  await expect(preview(page).getByRole("listitem")).toHaveCount(5);
  await page.getByLabel(/What the agent is to do/).fill("Go slowly.");
  await field(page, "Why it is changed").fill("It was too much.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(`/schedules/${id}`);
  const change = page.getByRole("region", { name: "Changes" }).getByRole("listitem");
  await expect(change).toContainText("changed what it does");
  await expect(change).toContainText("It was too much.");
  await change.getByText("Before and after").click();
  await expect(change.getByRole("deletion")).toHaveText("Before: Go.");
  await expect(change.getByRole("insertion")).toHaveText("After: Go slowly.");
});

test("a single time that the form was given is kept by the worker, and its run stands in the history and in the chat", async () => {
  const { page } = member;
  await begin(
    page,
    "One look",
    scripted("Look once", [{ calls: [fileCall({ action: "list", path: "." })] }, { text: "It is all there." }]),
  );
  await field(page, "When").selectOption("once");
  await field(page, "Time zone").fill("UTC");
  const dueAt = inSeconds(4).slice(0, 19);
  await field(page, "Date and time").fill(dueAt);
  await page.getByRole("button", { name: "Make schedule" }).click();
  await expect(page).toHaveURL(/\/schedules\/[0-9a-f-]{36}$/);
  await expect(history(page)).toHaveCount(1, { timeout: 20_000 });
  await expect(history(page).first()).toContainText("Done");
  await expect(history(page).first()).toContainText("by the clock");
  await expect(badge(page, "Completed")).toBeVisible();
  const id = page.url().split("/").at(-1);
  const { items } = await get<{ items: { scheduledFor: string; lagMs: number }[] }>(`/api/schedules/${id}/runs`);
  expect(items[0]?.scheduledFor).toBe(`${dueAt}.000Z`);
  expect(items[0]?.lagMs).toBeLessThan(4_000);
  await history(page).first().getByRole("link", { name: "Open chat" }).click();
  await expect(answers(page).getByText("It is all there.", { exact: true })).toBeVisible();
  await expect(thread(page).locator("[data-call]")).toHaveAttribute("data-status", "succeeded");
});

test("a program that was given its secret calls a schedule, the worker runs it, and without the secret it does not", async () => {
  const { page } = member;
  await begin(page, "On call", scripted("On call", [{ text: "It was about a bug." }]));
  await field(page, "When").selectOption("webhook");
  await expect(preview(page)).toContainText("when its webhook is called");
  await page.getByRole("button", { name: "Make schedule" }).click();
  await expect(page).toHaveURL(/\/schedules\/[0-9a-f-]{36}$/);
  const webhook = page.getByRole("region", { name: "Webhook" });
  await webhook.getByRole("button", { name: "Make a webhook" }).click();
  const secret = (await webhook.getByText(/^whsec_/).textContent()) ?? "";
  const address = (await webhook.getByText(/^https?:.*\/api\/webhooks\//).textContent()) ?? "";
  const call = (key: string) => {
    const [id, timestamp, body] = ["delivery-1", String(Math.floor(Date.now() / 1_000)), '{"title":"It is broken"}'];
    const signed = createHmac("sha256", Buffer.from(key.replace("whsec_", ""), "base64")).update(`${id}.${timestamp}.${body}`);
    const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signed.digest("base64")}` };
    return fetch(address, { method: "POST", body, headers });
  };
  expect((await call(`whsec_${"A".repeat(43)}=`)).status).toBe(401);
  const [first, again] = [await call(secret), await call(secret)];
  expect([first.status, again.status]).toEqual([202, 202]);
  expect((await again.json()).runId).toBe((await first.json()).runId);
  await expect(history(page)).toHaveCount(1, { timeout: 20_000 });
  await expect(history(page).first()).toContainText("by its webhook");
  await expect(history(page).first()).toContainText("Done");
  await page.reload();
  await expect(page.getByText(secret)).toHaveCount(0);
  await webhook.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove webhook" }).click();
  await expect(webhook.getByRole("button", { name: "Make a webhook" })).toBeVisible();
  expect((await call(secret)).status).toBe(401);
});

test("what a model makes is a draft until a person activates it; then it fires, waits for its approval and goes on after it", async () => {
  const { page } = member;
  const prompt = scripted("Nightly list", [
    { calls: [fileCall({ action: "list", path: "." }), shell("echo from-the-night")] },
    { text: "The night is done." },
  ]);
  const create = { tool: "scheduler", args: { action: "create", name: "Night work", prompt, runAt: inSeconds(8) } };
  await beginChat(page, scripted("Do it later", [{ calls: [create] }, { text: "It is a draft." }]));
  await untilAnswered(page);
  await thread(page).getByRole("link", { name: "Open the schedule" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Night work" })).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Night work" })).toHaveCount(0);
  await page.goto("/schedules");
  await expect(page.getByRole("heading", { name: "A draft waits for a person to activate it" })).toBeVisible();
  const draft = main(page).getByRole("listitem").filter({ hasText: "Night work" });
  await expect(draft.getByText("made by an agent")).toBeVisible();
  await draft.getByRole("button", { name: "Activate" }).click();
  await main(page).getByRole("link", { name: "Night work" }).click();
  await expect(badge(page, "Active")).toBeVisible();

  // Its time comes; the run stands where it waits, here and in the approver's queue.
  await expect(history(page).first()).toContainText("Waiting for an approver", { timeout: 30_000 });
  await approver.page.goto("/approvals");
  const request = approver.page.locator("[data-approval-id]");
  await expect(request).toContainText("echo from-the-night");
  await expect(request).toContainText("Night work");
  await expect(request.getByRole("button", { name: "Run command" })).toBeEnabled();
  await request.getByRole("button", { name: "Run command" }).click();
  await expect(request.getByRole("status")).toContainText(`Approved by ${approver.name}`);
  await expect(history(page).first()).toContainText("Done");

  // The story of the run: what ran, what happened, what was called, what came of it.
  await history(page).first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: /^Run of / })).toBeVisible();
  const story = await texts(page.getByRole("list", { name: "What happened" }).getByRole("listitem"));
  const expected = [
    /Its time came/,
    /The run began/,
    /asked for 2 tool calls/,
    /A person has to decide/,
    /file_system/,
    /approved it/,
    /shell/,
    /The model answered/,
    /The agent was done/,
  ];
  expect(story).toHaveLength(expected.length);
  for (const words of expected)
    expect(
      story.some((line) => words.test(line)),
      String(words),
    ).toBe(true);
  await expect(page.getByText("Nightly list").first()).toBeVisible();
  await expect(page.getByText("The night is done.", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Tool calls" }).getByRole("link", { name: /echo from-the-night/ })).toBeVisible();
  await main(page).getByRole("link", { name: "Chat", exact: true }).click();
  await expect(answers(page).getByText("The night is done.", { exact: true })).toBeVisible();
});

test("a draft whose time has passed is not activated, and has never run", async () => {
  const { page } = member;
  // A time five seconds ago still counts as now.
  const runAt = inSeconds(-1);
  const create = { tool: "scheduler", args: { action: "create", name: "Too late", prompt: "Late.", runAt } };
  await beginChat(page, scripted("Soon", [{ calls: [create] }, { text: "It is a draft." }]));
  await untilAnswered(page);
  await page.goto("/schedules?status=draft");
  const draft = main(page).getByRole("listitem").filter({ hasText: "Too late" });
  await expect(draft).toContainText("Draft");
  await page.waitForTimeout(Math.max(0, Date.parse(runAt) + 5_500 - Date.now()));
  await draft.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText(/Too late: .*past/)).toBeVisible();
  await main(page).getByRole("link", { name: "Too late" }).click();
  await expect(page.getByText("It has not run yet")).toBeVisible();
});

test("pause, resume, run now, and a cancel that really stops what runs", async () => {
  const { page } = member;
  const id = await yearly("Long work", [{ text: 4_000, rate: 40 }]);
  await act(page, "Long work", "Pause");
  await expect(badge(page, "Paused")).toBeVisible();
  await expect(page.getByText("Next runs, if it were active")).toBeVisible();
  await main(page).getByRole("button", { name: "Resume" }).click();
  await expect(badge(page, "Active")).toBeVisible();

  await act(page, "Long work", "Run now");
  await expect(history(page).first()).toContainText("Running");
  await expect(history(page).first()).toContainText("by a person");
  await act(page, "Long work", "Run now");
  await expect(page.getByText(/Long work: The run of .* had not ended/)).toBeVisible();
  await act(page, "Long work", "Cancel…", "Cancel schedule");
  await expect(badge(page, "Cancelled")).toBeVisible();
  await expect(history(page).first()).toContainText("Stopped");
  const { items } = await get<{ items: { runId: string }[] }>(`/api/schedules/${id}/runs`);
  expect(await get(`/api/runs/${items[0]?.runId}`)).toMatchObject({ status: "cancelled", stopReason: "cancelled" });
  await main(page).getByRole("link", { name: "Chat", exact: true }).click();
  await expect(answers(page).getByText(/Stopped/)).toBeVisible();
});

test("a dry run reads and changes nothing, says what would have happened, and is labelled wherever it stands", async () => {
  const { page } = member;
  const steps = [
    {
      calls: [
        fileCall({ action: "list", path: "." }),
        fileCall({ action: "write", path: "dry.txt", content: "x" }),
        shell("touch dry.txt"),
      ],
    },
    { text: "That would have been all." },
  ];
  await yearly("Try me", steps);
  await act(page, "Try me", "Dry run");
  await expect(history(page).first()).toContainText("Dry run");
  await expect(history(page).first()).toContainText("Done");
  await history(page).first().getByRole("link").first().click();
  await expect(page.getByText("This was only tried")).toBeVisible();
  const calls = page.getByRole("region", { name: "Tool calls" }).getByRole("row").filter({ hasText: "Dry run" });
  await expect(calls).toHaveCount(3);
  await expect(calls.filter({ hasText: "Not made: a dry run" })).toHaveCount(2);
  await expect(page.getByText(/it would have been made at once \(rule file-writes-allow/).first()).toBeVisible();
  await expect(page.getByText(/it would have waited until a person approves it \(rule shell-asks/).first()).toBeVisible();
  await expect(page.getByRole("list", { name: "What happened" }).getByText("Not made: a dry run")).toHaveCount(2);
  await expect(main(page)).not.toContainText("Refused");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Log", exact: true }).click();
  const log = await readFile(await (await download).path(), "utf8");
  expect(log).toMatch(/ asked what it would do\n/);
  expect(log).toMatch(/ not-made +shell \{"command":"touch dry.txt"\}: This is a dry run/);

  await main(page).getByRole("link", { name: "Chat", exact: true }).click();
  await expect(answers(page).getByText("Dry run", { exact: true })).toBeVisible();
  await expect(thread(page).locator("[data-call]").getByText("Not made: a dry run", { exact: true })).toHaveCount(2);
  await expect(thread(page).getByText("2 of 3 not made: a dry run")).toBeVisible();
  await page.goto("/metrics?tab=schedules");
  const row = page.getByRole("region", { name: "Firings by schedule" }).getByRole("row").filter({ hasText: "Try me" });
  await expect(row.getByRole("cell").nth(1)).toHaveText("0");
  await expect(row.getByRole("cell").nth(8)).toHaveText("1");
  await page.goto("/metrics");
  await expect(page.getByRole("region", { name: "Calls that did not run" }).getByText("Not made: a dry run").first()).toBeVisible();
  expect((await get<{ total: number }>("/api/approvals?status=pending")).total).toBe(0);
  await beginChat(page, scripted("Is it there?", [{ calls: [fileCall({ action: "read", path: "dry.txt" })] }, { text: "No." }]));
  await expect(thread(page).locator("[data-call]")).toHaveAttribute("data-status", "failed");
});

test("another organization sees nothing of a schedule, of its runs, or of their log", async ({ browser, baseURL }) => {
  const id = await yearly("Ours", [{ text: "Ours." }]);
  await act(member.page, "Ours", "Run now");
  await expect(history(member.page).first()).toContainText("Done");
  const { items } = await get<{ items: { id: string }[] }>(`/api/schedules/${id}/runs`);
  const theirKey = await foundOrganization(member.page, `Elsewhere ${Date.now().toString(36)}`);
  const stranger = await signIn(browser, await createMember(member.page, "owner", theirKey), baseURL);
  const path = `/schedules/${id}/runs/${items[0]?.id}`;
  for (const address of [path, `${path}/log`]) {
    expect((await stranger.page.request.get(`/api${address}`)).status()).toBe(404);
  }
  for (const address of [`/schedules/${id}`, path]) {
    await stranger.page.goto(address);
    await expect(stranger.page.getByRole("heading", { name: "There is no such schedule" })).toBeVisible();
  }
  await stranger.page.goto("/schedules");
  await expect(stranger.page.getByText("Nothing is scheduled")).toBeVisible();
  await member.page.goto(`/schedules/${id}/runs/${id}`);
  await expect(member.page.getByRole("heading", { name: "There is no such run" })).toBeVisible();
  await stranger.context.close();
});
