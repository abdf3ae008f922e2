import type postgres from "postgres";

/** Each table of a run that waits, and what is another in each copy of its row. */
const ROWS = {
  chats: { id: "chat", active_run_id: "run" },
  messages: { id: "question", chat_id: "chat", client_message_id: "question" },
  runs: { id: "run", chat_id: "chat", user_message_id: "question", assistant_message_id: "answer" },
  run_steps: { run_id: "run" },
  run_events: { run_id: "run" },
  tool_calls: { id: "call", run_id: "run", chat_id: "chat", approval_id: "request" },
  approvals: { id: "request", call_id: "call", run_id: "run", chat_id: "chat" },
} as const;

/** Makes runs that wait for people out of one that does, `count` of them, each with all of its rows and in a chat of its own. */
export async function copyParkedRun(sql: postgres.Sql, { chatId, runId }: { chatId: string; runId: string }, count: number): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`
      create temporary table copies on commit drop as
      select gen_random_uuid() as chat, gen_random_uuid() as run, gen_random_uuid() as question, gen_random_uuid() as answer, gen_random_uuid() as call,
             gen_random_uuid() as request from generate_series(1, ${count})`;
    for (const [table, changes] of Object.entries(ROWS)) {
      const columns = await sql<{ name: string }[]>`
        select column_name as name from information_schema.columns
         where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO'`;
      const names = columns.map(({ name }) => name);
      const changed = Object.entries(changes).map(([column, of]) => `'${column}', copies.${of}`);
      const where = table === "chats" ? sql`id = ${chatId}` : "chat_id" in changes ? sql`chat_id = ${chatId}` : sql`run_id = ${runId}`;
      await sql`
        insert into ${sql(table)} (${sql(names)})
        select ${sql(names.map((name) => `made.${name}`))}
          from (select * from ${sql(table)} where ${where}) original, copies,
               jsonb_populate_record(null::${sql(table)}, to_jsonb(original) || jsonb_build_object(${sql.unsafe(changed.join(", "))})) made`;
    }
  });
}
