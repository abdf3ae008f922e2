import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { messageOf } from "#lib/errors.ts";
import { Refusal } from "./bootstrap/refusal.mjs";

const OLDEST_VERSION = 15;

export interface Preparation {
  /** The owner's address of the database. */
  adminUrl: string;
  secret: string;
  /** Where people will find the product, for the link. */
  baseUrl: string;
}

export interface PreparedDatabase {
  /** The application role's address, for web and worker. */
  appUrl: string;
  /** Where the first owner is made; null when there is one. */
  setupLink: string | null;
}

/**
 * Brings a database up to date and makes the first owner when `ADMIN_*` names one: in a process of its own that ends when its work is done,
 * so that the launcher, which stays, keeps none of that code.
 */
export interface Preparer {
  /** Safe for several machines at once. To be called once. */
  prepare(preparation: Preparation): Promise<PreparedDatabase>;
  /** For a start that ends before it comes to the database. */
  dismiss(): void;
}

/** Loading what it needs takes a good part of a second: started early, it does that while the database starts. */
export function startPreparer(): Preparer {
  const child = spawn(process.execPath, [path.resolve("scripts/prepare-database.ts")], { stdio: ["pipe", "pipe", "inherit"] });
  const output = text(child.stdout);
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(-1));
    child.once("exit", resolve);
  });
  child.stdin.on("error", () => undefined);
  return {
    async prepare(preparation) {
      child.stdin.end(JSON.stringify(preparation));
      if ((await ended) !== 0) throw new Refusal("The database could not be made ready; the reason is above.");
      return JSON.parse(await output) as PreparedDatabase;
    },
    dismiss: () => void child.kill("SIGKILL"),
  };
}

/**
 * Looks whether DATABASE_URL is a database that we can use, before anything else takes time.
 * @throws Refusal when it is wrong in a way that its owner can mend
 */
export async function refuseUnusableDatabase(url: string): Promise<void> {
  if (!/^postgres(ql)?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new Refusal("DATABASE_URL must look like postgres://user:password@host:5432/database.");
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 8_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    refuseOldServer(Number(rows[0]?.version));
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(sentenceFor(error, new URL(url)), { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @param version as `server_version_num` has it: 150004 is 15.4 */
export function refuseOldServer(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST_VERSION) return;
  throw new Refusal(
    `The database of DATABASE_URL is PostgreSQL ${major}, and Countersign needs ${OLDEST_VERSION} or later. Upgrade it, or leave DATABASE_URL away to use the embedded one.`,
  );
}

/** Never with the password: the sentence ends up in logs. */
function sentenceFor(error: unknown, url: URL): string {
  const where = `${url.hostname}:${url.port || "5432"}`;
  const database = url.pathname.slice(1);
  switch ((error as { code?: string }).code) {
    case "ECONNREFUSED":
      return `Nothing answers at ${where}, where DATABASE_URL points. Start PostgreSQL there, or correct DATABASE_URL.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The host "${url.hostname}" of DATABASE_URL is not known. Correct DATABASE_URL.`;
    case "28P01":
    case "28000":
      return `PostgreSQL at ${where} does not let "${url.username}" in. Correct the user and the password in DATABASE_URL.`;
    case "3D000":
      return `PostgreSQL at ${where} has no database "${database}". Create it (create database ${database}), or correct DATABASE_URL.`;
    default:
      return `The database of DATABASE_URL at ${where} cannot be used: ${messageOf(error)}.`;
  }
}
