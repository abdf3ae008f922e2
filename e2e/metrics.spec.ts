import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { durationWords, shortCount } from "#components/records/figures.ts";
import { beginChat, fileCall, scripted, thread, untilAnswered } from "./chat-page.ts";
import { createMember, foundOrganization, signIn, test } from "./signed-in.ts";

test.describe.configure({ mode: "serial" });

/** A call as `GET /api/tool-calls` has it. */
interface Call {
  id: string;
  tool: string;
  status: string;
  kind: string | null;
  chatId: string;
  chatTitle: string;
  runId: string;
  approvalId: string | null;
  entryPoint: string;
  userId: string;
  endedAt: string | null;
  waitMs: number | null;
  durationMs: number | null;
}

/** Of an organization of its own: every figure is compared with all of its calls. */
let member: { context: BrowserContext; page: Page };
let headers: { authorization: string };
let stranger: { context: BrowserContext; page: Page };
let calls: Call[];

test.beforeAll(async ({ browser }, workerInfo) => {
  const { baseURL } = workerInfo.project.use;
  const context = await browser.newContext({ baseURL });
  const setUp = await context.newPage();
  const stamp = Date.now().toString(36);
  const [ownKey, otherKey] = [await foundOrganization(setUp, `Figures ${stamp}`), await foundOrganization(setUp, `Others ${stamp}`)];
  const owner = await createMember(setUp, "owner", ownKey);
  const other = await createMember(setUp, "owner", otherKey);
  await context.close();
  headers = { authorization: `Bearer ${owner.apiKey}` };
  member = await signIn(browser, owner, baseURL);
  stranger = await signIn(browser, other, baseURL);
  await makeCalls(member.page);
  calls = await readCalls();
});
test.afterAll(async () => {
  await member.context.close();
  await stranger.context.close();
});

const shell = (command: string) => ({ tool: "shell", args: { command } });
const list = fileCall({ action: "list", path: "." });

/** Calls of every kind of outcome: from a chat, and from a program; decided, waiting and stopped. */
async function makeCalls(page: Page): Promise<void> {
  const missing = fileCall({ action: "read", path: "missing.txt" });
  const write = fileCall({ action: "write", path: `figures-${Date.now()}.txt`, content: "1" });
  const outside = fileCall({ action: "read", path: "../outside.txt" });
  await beginChat(page, scripted("From a chat", [{ calls: [list, list, missing] }, { calls: [shell("rm -rf /")] }, { text: "So much." }]));
  await untilAnswered(page);
  await run("From a program", [{ calls: [list, write, missing, outside] }, { text: "So much." }]);
  for (const decision of ["approve", "deny", "cancel", null]) {
    const runId = await run(`To be decided: ${decision}`, [{ calls: [shell(`echo ${decision}`)] }, { text: "So much." }]);
    const { toolCalls } = await get<{ toolCalls: Call[] }>(`/api/runs/${runId}`);
    const { id, inputDigest } = await get<{ id: string; inputDigest: string }>(`/api/approvals/${toolCalls[0]?.approvalId}`);
    if (decision === "cancel") await post(`/api/runs/${runId}/cancel`, {});
    else if (decision) await post(`/api/approvals/${id}/decision`, { decision, inputDigest });
    if (decision) await untilEnded(runId, false);
  }
}

async function run(text: string, steps: Record<string, unknown>[]): Promise<string> {
  const { id } = await post<{ id: string }>("/api/chats", { title: text });
  const { runId } = await post<{ runId: string }>(`/api/chats/${id}/messages`, { text: scripted(text, steps), clientMessageId: text });
  await untilEnded(runId, true);
  return runId;
}

async function untilEnded(runId: string, isWaitingAnEnd: boolean): Promise<void> {
  const over = ["succeeded", "failed", "cancelled", ...(isWaitingAnEnd ? ["awaiting-approval"] : [])];
  await expect
    .poll(async () => (await get<{ status: string }>(`/api/runs/${runId}`)).status, { intervals: [50] })
    .toMatch(new RegExp(`^(${over.join("|")})$`));
}

async function readCalls(): Promise<Call[]> {
  const { items, nextCursor } = await get<{ items: Call[]; nextCursor: string | null }>("/api/tool-calls?limit=200");
  expect(nextCursor).toBeNull();
  return items;
}

async function get<T>(path: string): Promise<T> {
  // A connection that the server closes just as it is used again is no fault of the product.
  const response = await member.page.request.get(path, { headers, maxRetries: 2 });
  expect(response.status(), path).toBe(200);
  return response.json();
}

async function post<T>(path: string, data: object): Promise<T> {
  const response = await member.page.request.post(path, { headers, data });
  expect(response.ok(), path).toBe(true);
  return response.json();
}

const settled = () => calls.filter(({ endedAt }) => endedAt !== null);
const number = (of: readonly Call[], ...statuses: string[]) => of.filter(({ status }) => statuses.includes(status)).length;
const executed = (of: readonly Call[]) => of.filter(({ durationMs }) => durationMs !== null);
const percent = (share: number) => `${Math.round(share * 1_000) / 10} %`;

/** Linear between the two nearest, as SQL's `percentile_cont`; to the hundredth of a millisecond, as figures are. */
function percentile(values: (number | null)[], share: number): number {
  const known = values.filter((value) => value !== null).sort((left, right) => left - right);
  const place = (known.length - 1) * share;
  const [low = 0, high = 0] = [known[Math.floor(place)], known[Math.ceil(place)]];
  return Math.round((low + (high - low) * (place - Math.floor(place))) * 100) / 100;
}

const tile = (page: Page, name: string) =>
  page
    .getByRole("main")
    .locator("div")
    .filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) })
    .last();
const table = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const row = (page: Page, caption: string, name: string) =>
  table(page, caption)
    .getByRole("row")
    .filter({ has: page.getByRole("cell").first().getByText(name, { exact: true }) });
/** What stands in a row, without what only a screen reader hears. */
const cells = (of: Locator) =>
  of.getByRole("cell").evaluateAll((all) =>
    all.map((cell) => {
      const copy = cell.cloneNode(true) as HTMLElement;
      for (const hidden of copy.querySelectorAll(".sr-only")) hidden.remove();
      return (copy.textContent ?? "").trim();
    }),
  );

test("the calls are of every outcome", () => {
  expect(new Set(calls.map(({ status }) => status))).toEqual(
    new Set(["succeeded", "failed", "refused", "denied", "cancelled", "awaiting-approval"]),
  );
  expect(new Set(calls.map(({ entryPoint }) => entryPoint))).toEqual(new Set(["chat", "api"]));
});

test("the tiles show what the record of calls adds up to", async () => {
  const { page } = member;
  await page.goto("/metrics");
  const ran = executed(settled());
  await expect(tile(page, "Calls")).toContainText(String(settled().length));
  await expect(tile(page, "Success rate")).toContainText(percent(number(ran, "succeeded") / ran.length));
  await expect(tile(page, "Execution, p95")).toContainText(
    durationWords(
      percentile(
        ran.map(({ durationMs }) => durationMs),
        0.95,
      ),
    ),
  );
  await expect(tile(page, "Waiting now")).toContainText(String(number(calls, "awaiting-approval")));
  const asked = settled().filter(({ status, approvalId }) => approvalId !== null && status !== "cancelled");
  const requests = await Promise.all(
    asked.map(({ approvalId }) => get<{ createdAt: string; decidedAt: string }>(`/api/approvals/${approvalId}`)),
  );
  const waits = requests.map(({ createdAt, decidedAt }) => Date.parse(decidedAt) - Date.parse(createdAt));
  await expect(tile(page, "Decision, median")).toContainText(durationWords(percentile(waits, 0.5)));
  const runs = await Promise.all(
    [...new Set(calls.map(({ runId }) => runId))].map((id) => get<{ usage: { totalTokens: number } }>(`/api/runs/${id}`)),
  );
  const tokens = runs.reduce((sum, { usage }) => sum + usage.totalTokens, 0);
  await expect(tile(page, "Tokens")).toContainText(shortCount(tokens));
});

test("each row shows what its calls add up to, by tool, by entry point and by what did not run", async () => {
  const { page } = member;
  await page.goto("/metrics");
  await expect(row(page, "Calls by entry point", "api")).toBeVisible();
  for (const [caption, keyOf, words] of [
    ["Calls by tool", ({ tool }: Call) => tool, { file_system: "file_system", shell: "shell" }],
    ["Calls by entry point", ({ entryPoint }: Call) => entryPoint, { chat: "chat", api: "api" }],
  ] as const) {
    for (const [key, word] of Object.entries(words)) {
      const own = settled().filter((call) => keyOf(call) === key);
      const ran = executed(own);
      const done = number(own, "succeeded");
      const [, all, succeeded, failed, stopped] = await cells(row(page, caption, word));
      expect([all, succeeded, failed, stopped], `${caption}: ${key}`).toEqual([
        String(own.length),
        `${done}${percent(done / ran.length)}`,
        String(number(own, "failed")),
        String(number(own, "refused", "denied", "cancelled")),
      ]);
    }
  }
  const refused = table(page, "Calls that did not run, by reason and tool");
  const kinds = new Map<string, number>();
  for (const { kind, tool } of settled()) if (kind) kinds.set(`${kind} ${tool}`, (kinds.get(`${kind} ${tool}`) ?? 0) + 1);
  await expect(refused.getByRole("row").filter({ has: page.getByRole("cell") })).toHaveCount(kinds.size);
  const shown = await Promise.all(
    (
      await refused
        .getByRole("row")
        .filter({ has: page.getByRole("cell") })
        .all()
    ).map(cells),
  );
  expect(shown.map((line) => Number(line[2])).sort()).toEqual([...kinds.values()].sort());
});

test("range and filters stand in the address, and an address shows the same again", async () => {
  const { page } = member;
  await page.goto("/metrics");
  await page.getByRole("combobox", { name: "Tool" }).selectOption("shell");
  await expect(page).toHaveURL(/\/metrics\?.*tool=shell/);
  await page.getByRole("combobox", { name: "Entry point" }).selectOption("api");
  await expect(page).toHaveURL(/tool=shell.*entryPoint=api/);
  await page.getByRole("navigation", { name: "Range" }).getByRole("link", { name: "7 d" }).click();
  await expect(page).toHaveURL(/range=7d/);
  const own = settled().filter(({ tool, entryPoint }) => tool === "shell" && entryPoint === "api");
  await expect(tile(page, "Calls")).toContainText(String(own.length));
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Tool" })).toHaveValue("shell");
  await expect(page.getByRole("combobox", { name: "Entry point" })).toHaveValue("api");
  await expect(page.getByRole("link", { name: "7 d" })).toHaveAttribute("aria-current", "true");
  await expect(tile(page, "Calls")).toContainText(String(own.length));
  await expect(row(page, "Calls by tool", "file_system")).toHaveCount(0);
  await page.goto("/metrics?range=custom&from=2020-01-01T00:00&to=2020-01-02T00:00");
  await expect(page.getByText("No call was settled in this range.").first()).toBeVisible();
  await page.goto("/metrics?range=never&tool=&entryPoint=mars");
  await expect(tile(page, "Calls")).toContainText(String(settled().length));
});

test("a number leads to its calls, a call to its chat and to its request", async () => {
  const { page } = member;
  await page.goto("/metrics");
  const failed = settled().filter(({ tool, status }) => tool === "file_system" && status === "failed");
  await row(page, "Calls by tool", "file_system")
    .getByRole("link", { name: `${failed.length} calls of file_system that failed` })
    .click();
  await expect(page).toHaveURL(/\/tool-calls\?.*tool=file_system/);
  const rows = table(page, "Tool calls")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
  await expect(rows).toHaveCount(failed.length);
  for (const line of await rows.all()) await expect(line).toContainText("missing.txt");

  const [denied] = calls.filter(({ status }) => status === "denied");
  await page.goto("/metrics?tab=approvals");
  await page.getByRole("link", { name: "1 requests: denied" }).first().click();
  await expect(rows).toHaveCount(1);
  await rows.getByRole("link", { name: /echo deny/ }).click();
  await expect(page).toHaveURL(new RegExp(`/tool-calls/${denied?.id}$`));
  await page.getByRole("main").getByRole("link", { name: "Open it" }).click();
  await expect(page).toHaveURL(new RegExp(`/approvals\\?id=${denied?.approvalId}`));
  await expect(page.locator("[data-approval-id]")).toContainText("echo deny");
  await page.goBack();
  await page.getByRole("main").getByRole("link", { name: denied?.chatTitle }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/${denied?.chatId}$`));
  await expect(thread(page).locator("[data-call]")).toHaveAttribute("data-status", "denied");
});

test("the files add up to what is shown", async () => {
  const { page } = member;
  await page.goto("/metrics");
  const file = async (link: Locator) => {
    const href = await link.getAttribute("href");
    const text = await (await page.request.get(href ?? "")).text();
    const [head = "", ...lines] = text
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split(/\r?\n/);
    const names = head.split(",");
    return lines.map((line) => Object.fromEntries(line.split(",").map((value, index) => [names[index] ?? "", value])));
  };
  const sum = (rows: Record<string, string>[], name: string) => rows.reduce((total, each) => total + Number(each[name]), 0);
  for (const title of ["By tool", "By person", "By entry point", "Outcomes"]) {
    const rows = await file(page.getByRole("link", { name: `${title} as CSV` }));
    expect(sum(rows, "calls"), title).toBe(settled().length);
    for (const status of ["succeeded", "failed", "refused", "denied", "cancelled"]) {
      expect(sum(rows, status), `${title}: ${status}`).toBe(number(settled(), status));
    }
  }
  const refused = await file(page.getByRole("link", { name: "Did not run as CSV" }));
  expect(sum(refused, "calls")).toBe(settled().filter(({ kind }) => kind !== null).length);
  await page.goto("/tool-calls");
  const text = await (await page.request.get((await page.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "")).text();
  for (const { id } of calls) expect(text).toContain(id);
});

test("another organization sees none of it", async () => {
  const { page } = stranger;
  await page.goto("/metrics");
  await expect(tile(page, "Calls")).toContainText(/Calls0/);
  await expect(page.getByText("No call was settled in this range.").first()).toBeVisible();
  await expect(page.getByText("file_system")).toHaveCount(0);
  await page.goto("/tool-calls");
  await expect(page.getByRole("heading", { name: "No agent has called a tool yet" })).toBeVisible();
  for (const { id } of calls) expect((await page.request.get(`/api/tool-calls/${id}`)).status()).toBe(404);
  await page.goto(`/tool-calls/${calls[0]?.id}`);
  await expect(page.getByRole("heading", { name: "There is nothing at this address" })).toBeVisible();
});

test("a price that an owner sets is what the next answer costs: under the answer, among the figures, and for a limit", async () => {
  const { page } = member;
  await page.goto("/settings/limits");
  // Models that were used and have no price stand there already.
  const row = page.getByRole("group", { name: /^openai-compatible:/ });
  await row.getByRole("textbox", { name: "Input" }).fill("3");
  await page.getByRole("button", { name: "Save prices" }).click();
  await expect(row.getByText("A price in US dollars, such as 2.50.")).toBeVisible();
  await row.getByRole("textbox", { name: "Output" }).fill("15");
  await page.getByRole("button", { name: "Save prices" }).click();
  await expect(page.getByRole("status").getByText("The prices are in force")).toBeVisible();
  await beginChat(page, scripted("What it costs", [{ text: "So much.", usage: { input: 1_000, output: 100 } }]));
  await untilAnswered(page);
  await expect(thread(page)).toContainText("$0.0045");

  await page.goto("/metrics?tab=models");
  await expect(page.getByRole("heading", { name: "Cost" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Runs, tokens and cost by model" })).toContainText("$0.0045");
  await expect(page.getByText(/tokens are of models that had no price when they were asked/)).toBeVisible();

  await page.goto("/settings/limits");
  await page.getByRole("group", { name: "One run" }).getByRole("textbox", { name: "US dollars" }).fill("0.02");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByRole("status").getByText("The limits are in force")).toBeVisible();
  await beginChat(page, scripted("Too dear", [{ calls: [list], usage: { input: 10_000, output: 0 } }, { text: "Done." }]));
  await expect(thread(page)).toContainText("A run may cost $0.02, and it has cost $0.03.");
  await expect(thread(page)).toContainText("Refused");
});
