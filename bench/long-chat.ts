import { chromium, type Page } from "@playwright/test";
import postgres from "postgres";
import { thread } from "#e2e/chat-page.ts";
import { OWNER } from "#e2e/owner.ts";
import { startServices } from "#e2e/services.ts";
import { signIn } from "#e2e/signed-in.ts";
import { ensureBuilt } from "#scripts/build.ts";
import playwright from "../playwright.config.ts";
import { median, row } from "./support/figures.ts";

/** A chat of 5,000 messages beside one of 50, turn about in one browser: from the click of whoever opens it until its last message is in sight. */
const SHORT = 50;
const LONG = 5_000;
const WARM_UP = 3;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const GOAL = 1.2;

await ensureBuilt();
const services = await startServices({ MODEL: "demo" });
const browser = await chromium.launch(playwright.use?.launchOptions);
const sql = postgres(services.adminUrl, { max: 1, onnotice: () => undefined });
try {
  const [short, long] = [await seedChat(SHORT), await seedChat(LONG)];
  await sql`vacuum analyze messages`;
  const { page } = await signIn(browser, OWNER, services.baseUrl);
  const times = { short: [] as number[], long: [] as number[] };
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    times.short.push(await open(page, short, SHORT));
    times.long.push(await open(page, long, LONG));
  }
  const [shortMs, longMs] = [median(times.short.slice(WARM_UP)), median(times.long.slice(WARM_UP))];
  const figure = `${(longMs / shortMs).toFixed(2)}× (${longMs.toFixed(0)} against ${shortMs.toFixed(0)} ms)`;
  row("a chat of 5,000 messages opens, × one of 50", figure, longMs / shortMs, GOAL);
} finally {
  await sql.end();
  await browser.close();
  await services.remove();
}

/** Opens the chat anew and gives the time until its end can be read, in ms. */
async function open(page: Page, chatId: string, messages: number): Promise<number> {
  const startedAt = performance.now();
  await page.goto(`/chat/${chatId}`);
  await thread(page).getByText(`Message ${messages}.`, { exact: true }).waitFor();
  return performance.now() - startedAt;
}

/** A chat in which people and agent take turns, with texts of some length. */
async function seedChat(messages: number): Promise<string> {
  const chatId = crypto.randomUUID();
  const [owner] = await sql<
    { tenantId: string; userId: string }[]
  >`select tenant_id as "tenantId", user_id as "userId" from memberships limit 1`;
  const { tenantId, userId } = owner ?? { tenantId: "", userId: "" };
  await sql`
    insert into chats (tenant_id, id, title, created_by, updated_at) values (${tenantId}, ${chatId}, ${`Chat of ${messages}`}, ${userId}, now())`;
  await sql`
    insert into messages (tenant_id, id, chat_id, role, author_id, parts, created_at)
    select ${tenantId}, gen_random_uuid(), ${chatId}, case when n % 2 = 1 then 'user' else 'assistant' end, case when n % 2 = 1 then ${userId}::uuid end,
           jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat('Some words that were said. ', 12) || E'\n\nMessage ' || n || '.')),
           now() - (${messages}::int - n) * interval '1 minute'
      from generate_series(1, ${messages}::int) n order by n`;
  return chatId;
}
