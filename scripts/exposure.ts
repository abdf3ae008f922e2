import { Refusal } from "./bootstrap/refusal.mjs";
import type { Settings } from "./settings.ts";

const SECRET_CHARACTERS = 32;
const HOW = "Make one with `openssl rand -base64 33`, give it to every machine of this installation, and start again.";

/**
 * Whoever knows AUTH_SECRET can sign sessions. So what others can reach, and what several machines share, starts only with one that was
 * chosen: set, long, and not the placeholder of some example.
 * @throws Refusal
 */
export function refuseUnsafeExposure({ env, host, isPublic }: Pick<Settings, "env" | "host" | "isPublic">): void {
  const secret = env.AUTH_SECRET;
  if (env.DATABASE_URL && !secret) {
    throw new Refusal(
      `AUTH_SECRET is not set. With a database of your own (DATABASE_URL) it must be, because sessions and stored keys depend on it. ${HOW}`,
    );
  }
  if (!isPublic) return;
  const where = `HOST=${host} lets other machines reach this one`;
  if (!secret) throw new Refusal(`${where}, and AUTH_SECRET is not set. ${HOW} Or leave HOST away to listen on this machine alone.`);
  if (secret.length < SECRET_CHARACTERS) {
    throw new Refusal(`${where}, and AUTH_SECRET has ${secret.length} characters: fewer than ${SECRET_CHARACTERS} can be guessed. ${HOW}`);
  }
  if (isPlaceholder(secret)) throw new Refusal(`${where}, and AUTH_SECRET is a placeholder that anyone could know. ${HOW}`);
}

function isPlaceholder(secret: string): boolean {
  return (
    new Set(secret).size < 10 ||
    /change.?(me|this)|replace.?(me|this)|your.?(auth.?)?secret|super.?secret|example|placeholder|default/i.test(secret)
  );
}
