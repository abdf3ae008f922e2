import type { Statements } from "#db/transaction.ts";

const SET_UP = "set-up";
const NONCE = "set-up-nonce";

/** True once there is an organization with an owner; never false again. */
export async function isSetUp(sql: Statements): Promise<boolean> {
  const [row] = await sql`select 1 from installation where key = ${SET_UP}`;
  return row !== undefined;
}

/** Takes the one right to set this installation up, with the caller's transaction. @returns false when somebody had it before */
export async function takeSetUp(sql: Statements): Promise<boolean> {
  const [taken] = await sql`
    insert into installation (key, value, is_final) values (${SET_UP}, jsonb_build_object('at', now()), true)
    on conflict (key) do nothing returning key`;
  return taken !== undefined;
}

/** Random, made once for this database, so that a link of another database with the same secret opens nothing here. */
export async function setUpNonce(sql: Statements): Promise<string> {
  const [row] = await sql<{ nonce: string }[]>`
    insert into installation (key, value) values (${NONCE}, to_jsonb(gen_random_uuid()::text))
    on conflict (key) do update set value = installation.value returning value #>> '{}' as nonce`;
  if (!row) throw new Error("The installation's nonce was not written.");
  return row.nonce;
}
