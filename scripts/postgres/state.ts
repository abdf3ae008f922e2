import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { writePrivateFile } from "#scripts/private-file.ts";

/** What the keeper remembers of a cluster from one start to the next. */
export interface PostgresState {
  /** Where it listened last, and will again when the port is still free. 0: never started. */
  port: number;
  password: string;
  cluster: string;
}

/** `DATA_DIR/postgres.json`, mode 0600. A new password is written down before the cluster that has it exists. */
export async function loadState(dataDir: string, cluster: string): Promise<PostgresState> {
  try {
    const state = JSON.parse(await readFile(stateFile(dataDir), "utf8")) as PostgresState;
    return { ...state, cluster };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const state = { port: 0, password: randomBytes(24).toString("base64url"), cluster };
    await saveState(dataDir, state);
    return state;
  }
}

export async function saveState(dataDir: string, state: PostgresState): Promise<void> {
  await writePrivateFile(stateFile(dataDir), `${JSON.stringify(state, null, 2)}\n`);
}

function stateFile(dataDir: string): string {
  return path.join(dataDir, "postgres.json");
}
