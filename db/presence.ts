import postgres from "postgres";
import { processId } from "#lib/process-identity.ts";
import { singleton } from "#lib/singleton.ts";
import { applicationUrl } from "./client.ts";
import type { Fragment, Statements } from "./transaction.ts";

/** First half of the advisory locks' keys; the second is a hash of the process's name. */
const PRESENCE = 7_228_342;
const RETRY_MS = 500;

/**
 * Shows that this process lives: a connection that holds an advisory lock. PostgreSQL lets go of it the moment the process is gone, however it
 * went, so others need not wait for its leases to run out. Safe to call often.
 */
export function holdPresence(): void {
  singleton("presence", () => new Presence()).hold();
}

class Presence {
  #isHeld = false;
  readonly #sql = postgres(applicationUrl(), {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => undefined,
    onclose: () => this.#lost(),
  });

  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#sql`select pg_advisory_lock(${PRESENCE}::int, hashtext(${processId()}))`.catch(() => this.#lost());
  }

  #lost(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    setTimeout(() => this.hold(), RETRY_MS).unref();
  }
}

/**
 * SQL: nobody drives the run `r` any more. Its lease ran out; or its process is gone, which its lock tells at once, and has not renewed the
 * lease for a while either, so that a connection lost for a moment is not taken for a death.
 */
export function leaseIsOver(sql: Statements, lease: { seconds: number; beatsMissedSeconds: number }) {
  return sql`(
    r.lease_until < now()
    or (r.lease_until < now() + ${`${lease.seconds - lease.beatsMissedSeconds} seconds`}::interval and not ${isPresent(sql, sql`r.lease_owner`)}))`;
}

/** SQL: the process of that name lives, as far as its connection to this database tells. */
export function isPresent(sql: Statements, name: Fragment) {
  return sql`exists (
    select 1 from pg_locks l
     where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
       and l.classid = ${PRESENCE}::int::oid and l.objid = (hashtext(${name})::bigint & 4294967295)::oid and l.objsubid = 2)`;
}
