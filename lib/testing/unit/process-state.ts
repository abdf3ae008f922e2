import { forgetSingletons } from "#lib/singleton.ts";

/** Remembers the environment. What it returns restores it, and forgets every singleton. */
export function rememberProcess(): () => void {
  const environment = { ...process.env };
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
    forgetSingletons();
  };
}
