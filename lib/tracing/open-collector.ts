import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, type IdGenerator, TracerProvider } from "@opentelemetry/sdk-trace";
import { processId } from "#lib/process-identity.ts";
import { VERSION } from "#lib/version.ts";
import { type SpanPlace, spanPlace } from "./span-place.ts";
import type { Fact, SpanRecord } from "./span-record.ts";
import type { ServiceName, SpanSink } from "./span-sink.ts";
import { tellingOnce } from "./telling-once.ts";

/** How long a span waits for company. */
const BATCH_MS = 1_000;

/**
 * A collector that takes OTLP over HTTP, as JSON, at `<endpoint>/v1/traces`. The exporter adds `OTEL_EXPORTER_OTLP_HEADERS`; the names in
 * `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` come before ours. At most 2,048 spans wait; more are dropped.
 *
 * Nothing is registered globally: Next would then add spans of its own, and their addresses hold the secrets of invitations.
 */
export function openCollector(service: ServiceName, endpoint: string): SpanSink {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const ids = new GivenIds();
  const provider = new TracerProvider({
    resource: resourceOf(service),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter: tellingOnce(exporter, endpoint), scheduledDelayMillis: BATCH_MS })],
  });
  const tracer = provider.getTracer("countersign", VERSION);
  return {
    add(record) {
      const { name, kind, startedAt, facts, errorType } = record;
      ids.next = spanPlace(record);
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], startTime: startedAt, attributes: attributesOf({ ...facts, "error.type": errorType }) },
        parentOf(ids.next),
      );
      if (errorType) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endOf(record));
    },
    close: () => provider.shutdown(),
  };
}

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };

function resourceOf(service: ServiceName) {
  const ours = { "service.name": service, "service.version": VERSION, "service.instance.id": processId() };
  const given = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] });
  return defaultResource().merge(resourceFromAttributes(ours)).merge(given);
}

/** The SDK asks for ids inside `startSpan`, and these are the ones of that span. */
class GivenIds implements IdGenerator {
  next: SpanPlace = { traceId: "", spanId: "", parentSpanId: null };
  generateTraceId(): string {
    return this.next.traceId;
  }
  generateSpanId(): string {
    return this.next.spanId;
  }
}

/** The parent is known by its ids alone: it may be another process's, and the root is recorded last. */
function parentOf({ traceId, parentSpanId }: SpanPlace) {
  if (parentSpanId === null) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parentSpanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

function attributesOf(facts: Record<string, Fact>) {
  const known = Object.entries(facts).filter(([, fact]) => fact !== null && fact !== undefined);
  return Object.fromEntries(known) as Record<string, string | number | boolean | string[]>;
}

/** One time may be the database's and the other this machine's. */
function endOf({ startedAt, endedAt }: SpanRecord): Date {
  return endedAt < startedAt ? startedAt : endedAt;
}
