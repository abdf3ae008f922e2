import { BadScript, DEFAULT_SCRIPT, type Script } from "./script.ts";

const AT_LEAST_ONE: ReadonlySet<string> = new Set(["par", "chunk", "size"]);

/**
 * Reads `fake:tools=10,text=100,ttft=50,rate=80`. The part before the colon may be the name of a script that was added.
 * @throws BadScript for an unknown key or a value of the wrong kind: a typing error must not pass as a default.
 */
export function parseModelName(
  model: string,
  named: ReadonlyMap<string, Partial<Script>>,
  base: Readonly<Script> = DEFAULT_SCRIPT,
): Script {
  const [name = "", ...rest] = model.split(":");
  const script: Script = { ...base, ...named.get(name) };
  for (const pair of rest.join(":").split(",").filter(Boolean)) {
    const [key = "", ...value] = pair.split("=");
    assign(script, key.trim(), value.length === 0 ? "true" : value.join("=").trim(), model);
  }
  return script;
}

function assign(script: Script, key: string, value: string, model: string): void {
  const kind = key === "steps" ? "undefined" : typeof DEFAULT_SCRIPT[key as keyof Script];
  if (kind === "undefined" || !Object.hasOwn(DEFAULT_SCRIPT, key)) throw new BadScript(`unknown script key '${key}' in model '${model}'`);
  if (kind === "number") Object.assign(script, { [key]: parseCount(key, value) });
  else if (kind === "boolean") Object.assign(script, { [key]: value !== "0" && value !== "false" });
  else Object.assign(script, { [key]: value });
}

function parseCount(key: string, value: string): number {
  const least = AT_LEAST_ONE.has(key) ? 1 : 0;
  const count = Number(value);
  if (!Number.isFinite(count) || count < least) throw new BadScript(`'${key}' needs a number >= ${least}, got '${value}'`);
  return count;
}
