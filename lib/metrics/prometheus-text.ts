/** One metric family of the Prometheus text format 0.0.4. */
export interface MetricFamily {
  name: string;
  type: "counter" | "gauge" | "summary";
  help: string;
  samples: { suffix?: "_sum" | "_count"; labels?: Record<string, string>; value: number }[];
}

export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The exposition text of these families, ready to be scraped. Label values may hold anything. */
export function prometheusText(families: readonly MetricFamily[]): string {
  return families.map(familyText).join("");
}

function familyText({ name, type, help, samples }: MetricFamily): string {
  const lines = samples.map(({ suffix = "", labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}`);
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join("\n")}\n`;
}

function labelText(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
