import { chromium, type Page } from "@playwright/test";
import postgres from "postgres";
import { composer, thread } from "#e2e/chat-page.ts";
import { OWNER } from "#e2e/owner.ts";
import { startServices } from "#e2e/services.ts";
import { signIn } from "#e2e/signed-in.ts";
import { startModelServer } from "#lib/testing/model-server/index.ts";
import { ensureBuilt } from "#scripts/build.ts";
import playwright from "../playwright.config.ts";
import { median, quantile, row } from "./support/figures.ts";

/**
 * A chat of 3,000 messages, 400 of them with code and 200 with a tool's result, on a device four times slower than this one: open, type, and stream
 * 500 tokens.
 */
const MESSAGES = 3_000;
const SLOWER = 4;
const ROUNDS = 5;
const TYPED = "A question that somebody types while the page has a long chat open, letter by letter, as people do. ";
const TOKENS = 500;
const TOKENS_A_SECOND = 50;

await ensureBuilt();
const models = await startModelServer();
const services = await startServices({ MODEL: "openai-compatible:fake", OPENAI_BASE_URL: models.url, OPENAI_API_KEY: "any" });
const browser = await chromium.launch(playwright.use?.launchOptions);
const sql = postgres(services.adminUrl, { max: 1, onnotice: () => undefined });
try {
  const chatId = await seedChat();
  const { page } = await signIn(browser, OWNER, services.baseUrl);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(observe);

  const openedMs: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) openedMs.push(await open(page, chatId));
  row("a chat of 3,000 messages, 4× slower: its end is in sight", ms(median(openedMs.slice(1))), median(openedMs.slice(1)), 1_500);

  await composer(page).pressSequentially(TYPED, { delay: 60 });
  const { keys } = await observed(page);
  // The browser tells of those alone that took 16 ms or longer.
  const latencies = [...keys, ...Array<number>(Math.max(0, TYPED.length - keys.length)).fill(16)];
  row("a key to its letter at p95", ms(quantile(latencies, 0.95)), quantile(latencies, 0.95), 50);

  await composer(page).fill(`Go on\n#script [{"text":${TOKENS},"rate":${TOKENS_A_SECOND}}]`);
  const before = (await observed(page)).longTasks.length;
  await composer(page).press("Enter");
  await thread(page).locator("footer").last().waitFor();
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached", timeout: 60_000 });
  const longest = Math.max(0, ...(await observed(page)).longTasks.slice(before));
  row("the longest task while 500 tokens stream", ms(longest), longest, 200);

  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  row("heap of the page after it", `${(usedSize / 1e6).toFixed(0)} MB`, usedSize / 1e6, 400);
} finally {
  await sql.end();
  await browser.close();
  await services.remove();
  await models.close();
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

/** Opens the chat anew and gives the time until its end can be read, in ms. */
async function open(page: Page, chatId: string): Promise<number> {
  const startedAt = performance.now();
  await page.goto(`/chat/${chatId}`);
  await thread(page).getByText(`Message ${MESSAGES}.`, { exact: true }).waitFor();
  return performance.now() - startedAt;
}

interface Observed {
  /** From each key to the next frame, in ms. */
  keys: number[];
  /** Tasks over 50 ms. */
  longTasks: number[];
}

/** In the page. */
function observe(): void {
  const seen: Observed = { keys: [], longTasks: [] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === "keydown") seen.keys.push(entry.duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.longTasks.push(entry.duration);
  }).observe({ type: "longtask", buffered: true });
}

function observed(page: Page): Promise<Observed> {
  return page.evaluate(() => (window as unknown as { seen: Observed }).seen);
}

async function seedChat(): Promise<string> {
  const chatId = crypto.randomUUID();
  const [owner] = await sql<
    { tenantId: string; userId: string }[]
  >`select tenant_id as "tenantId", user_id as "userId" from memberships limit 1`;
  const { tenantId, userId } = owner ?? { tenantId: "", userId: "" };
  const code = `\n\n\`\`\`ts\n${Array.from({ length: 30 }, (_, line) => `const value${line} = await compute(${line}, { deep: true });`).join("\n")}\n\`\`\`\n\n`;
  const result = Array.from({ length: 60 }, (_, line) => `file-${line}.txt`).join("\n");
  const call = {
    type: "dynamic-tool",
    toolName: "file_system",
    toolCallId: "call",
    state: "output-available",
    input: { action: "list", path: "." },
    output: result,
  };
  await sql`insert into chats (tenant_id, id, title, created_by, updated_at) values (${tenantId}, ${chatId}, 'Long', ${userId}, now())`;
  // Of every 30 messages 4 have code and 2 a tool's result.
  await sql`
    insert into messages (tenant_id, id, chat_id, role, author_id, parts, created_at)
    select ${tenantId}, gen_random_uuid(), ${chatId}, case when n % 2 = 1 then 'user' else 'assistant' end, case when n % 2 = 1 then ${userId}::uuid end,
           case when n % 30 in (6, 16) then jsonb_build_array(${sql.json(call)}::jsonb) else '[]' end ||
           jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat('Some words that were said. ', 12) ||
             case when n % 30 in (2, 10, 18, 26) then ${code} else E'\n\n' end || 'Message ' || n || '.')),
           now() - (${MESSAGES}::int - n) * interval '1 minute'
      from generate_series(1, ${MESSAGES}::int) n order by n`;
  await sql`vacuum analyze messages`;
  return chatId;
}
