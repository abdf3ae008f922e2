import { NEXT } from "./build.ts";
import type { Settings } from "./settings.ts";
import { endGroups, signalGroup } from "./supervisor/groups.ts";
import { type Service, startService } from "./supervisor/service.ts";
import type { Watchdog } from "./supervisor/watchdog-client.ts";

export type ServiceName = "web" | "worker";
export type Mode = "production" | "development";

export interface ServicesPlan {
  names: readonly ServiceName[];
  mode: Mode;
  settings: Settings;
  appUrl: string;
  secret: string;
  watchdog: Watchdog;
  onHopeless: (name: ServiceName) => void;
}

export interface Services {
  /** SIGTERM to all, SIGKILL to who is left after 8 s, or at once when `hurry` is aborted. */
  stop(hurry: AbortSignal): Promise<void>;
}

export function startServices(plan: ServicesPlan): Services {
  const running = new Map<ServiceName, number>();
  const services = plan.names.map((name): Service => {
    const follow = plan.watchdog.follow();
    const onProcess = (pid: number | null) => {
      follow(pid);
      if (pid === null) running.delete(name);
      else running.set(name, pid);
    };
    return startService({
      name,
      args: argumentsOf(name, plan),
      env: environment(plan),
      onProcess,
      onHopeless: () => plan.onHopeless(name),
    });
  });
  return {
    async stop(hurry) {
      for (const service of services) service.retire();
      const leaders = [...running.values()];
      hurry.addEventListener("abort", () => leaders.map((leader) => signalGroup(leader, "SIGKILL")), { once: true });
      await endGroups(leaders);
    },
  };
}

/** Longer than a proxy keeps an idle connection (nginx: 60 s): whoever closes first must not be the one who is about to be asked. */
const KEEP_ALIVE_MS = 75_000;

function argumentsOf(name: ServiceName, { mode, settings }: ServicesPlan): string[] {
  if (name === "worker") return ["worker/main.ts"];
  const address = ["--hostname", settings.host, "--port", String(settings.port)];
  if (mode === "development") return [NEXT, "dev", ...address];
  return [NEXT, "start", ...address, "--keepAliveTimeout", String(KEEP_ALIVE_MS)];
}

/** Everything that was given to us, except the owner's database address: web and worker have the application's role and no more. */
function environment({ settings, mode, appUrl, secret }: ServicesPlan): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...given } = process.env;
  return {
    ...given,
    NODE_ENV: mode,
    NEXT_TELEMETRY_DISABLED: "1",
    HOST: settings.host,
    PORT: String(settings.port),
    DATA_DIR: settings.dataDir,
    AUTH_SECRET: secret,
    COUNTERSIGN_APP_DATABASE_URL: appUrl,
  };
}
