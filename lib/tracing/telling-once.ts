import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { log } from "#lib/log.ts";

/** The same exporter, which says in the log when the collector stops taking spans and when it takes them again: each once, however long it lasts. */
export function tellingOnce(exporter: SpanExporter, endpoint: string): SpanExporter {
  let isFailing = false;
  const hear = (error: Error | null) => {
    if (error && !isFailing) {
      const detail =
        "The collector did not take the last spans, and they are lost. Runs go on; this is said once until it takes spans again.";
      log.warn("traces-not-sent", { detail, endpoint, reason: reasonOf(error) });
    }
    if (!error && isFailing) log.info("traces-sent-again", { endpoint });
    isFailing = error !== null;
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        hear(result.code === SUCCESS ? null : (result.error ?? new Error("It gave no reason.")));
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

/** `ExportResultCode.SUCCESS` of the SDK's core, which we do not depend on for one number. */
const SUCCESS = 0;

/** A status and its words, or what the connection said. Not the answer's body: a collector's error page is long and not ours. */
function reasonOf(error: Error & { code?: string | number }): string {
  return [error.code, error.message].filter(Boolean).join(" ");
}
