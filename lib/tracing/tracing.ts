import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { singleton } from "#lib/singleton.ts";
import type { SpanRecord } from "./span-record.ts";
import type { ServiceName, SpanSink } from "./span-sink.ts";

/** A little less than a second, which shutdown has for it. */
const CLOSE_MS = 800;

const state = singleton("tracing", (): { sink: SpanSink | null } => ({ sink: null }));

/**
 * From now on what is recorded goes to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`. Without one nothing is loaded, and recording costs a
 * comparison. Answers whether there is one.
 */
export async function startTracing(service: ServiceName): Promise<boolean> {
  const endpoint = env().OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return false;
  const { openCollector } = await import("./open-collector.ts");
  state.sink = openCollector(service, endpoint);
  log.info("traces-on", { endpoint });
  return true;
}

/** Tells the collector, if there is one. Waits for nothing and never throws: what goes wrong with traces is no concern of a run. */
export function recordSpan(tell: () => SpanRecord): void {
  if (!state.sink) return;
  try {
    state.sink.add(tell());
  } catch (error) {
    log.warn("span-not-recorded", { error });
  }
}

/** Sends what has been recorded, within a second or not at all; what is recorded later is dropped. */
export async function stopTracing(): Promise<void> {
  const { sink } = state;
  if (!sink) return;
  state.sink = null;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS);
  });
  await Promise.race([sink.close().catch(() => undefined), patience]);
  clearTimeout(timer);
}
