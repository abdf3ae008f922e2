import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";

const LOCK = 20_230_771;

/** Where a transaction can be held: just before a row of that table gets that status. */
export type HoldPoint = `${"runs" | "tool_calls" | "approvals"} ${string}`;

/**
 * Stops the product between two of its statements, so that it can be killed exactly there: a trigger makes transactions that touch chosen
 * chats wait for a lock that the test holds. What waits is rolled back when its process is gone, as after any crash.
 */
export class HoldPoints {
  /** The owner's own connection, to arrange rows and to look at them. One, because it holds the lock. */
  readonly sql: postgres.Sql;

  private constructor(sql: postgres.Sql) {
    this.sql = sql;
  }

  static async install(adminUrl: string): Promise<HoldPoints> {
    const sql = postgres(adminUrl, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => undefined });
    await sql.unsafe(`
      create table held (chat_id uuid, point text);
      create function hold() returns trigger language plpgsql security definer as $$
      begin
        if exists (select 1 from public.held where chat_id = new.chat_id and point = tg_table_name || ' ' || new.status)
           and (tg_op = 'INSERT' or old.status is distinct from new.status) then
          perform pg_advisory_xact_lock_shared(${LOCK});
        end if;
        return new;
      end $$;`);
    for (const table of ["runs", "tool_calls", "approvals"]) {
      await sql.unsafe(`create trigger zz_hold before insert or update on ${table} for each row execute function hold()`);
    }
    return new HoldPoints(sql);
  }

  /** From now on transactions of these chats wait there. */
  async close(chatIds: readonly string[], point: HoldPoint): Promise<void> {
    await this.sql`select pg_advisory_lock(${LOCK})`;
    await this.sql`insert into held select unnest(${chatIds}::uuid[]), ${point}`;
  }

  /** Resolves when so many transactions wait: there, or behind one that does. */
  async waitFor(count: number): Promise<void> {
    for (const giveUpAt = Date.now() + 15_000; ; await sleep(20)) {
      const [locked] = await this.sql`
        select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      if (locked?.count >= count) return;
      if (Date.now() > giveUpAt) throw new Error(`${locked?.count} of ${count} transactions came to the point.`);
    }
  }

  /** Lets everything go on. When the product is dead, that is: be rolled back; resolves when nothing of it is left. */
  async open(): Promise<void> {
    await this.sql`select pg_advisory_unlock_all()`;
    await this.sql`delete from held`;
    for (const giveUpAt = Date.now() + 15_000; ; await sleep(10)) {
      const others = await this.sql`
        select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
      if (others.length === 0) return;
      if (Date.now() > giveUpAt) throw new Error("The database still works for somebody who is dead.");
    }
  }

  end(): Promise<void> {
    return this.sql.end();
  }
}
