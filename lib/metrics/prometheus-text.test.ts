import { describe, expect, it } from "vitest";
import { prometheusText } from "./prometheus-text.ts";

describe("Prometheus' text format", () => {
  it("keeps a sample on its line, whatever stands in a label", () => {
    const samples = [{ labels: { tool: 'odd "name"\\\n' }, value: 1.5 }];
    expect(prometheusText([{ name: "calls_total", type: "counter", help: "Calls.", samples }])).toBe(
      '# HELP calls_total Calls.\n# TYPE calls_total counter\ncalls_total{tool="odd \\"name\\"\\\\\\n"} 1.5\n',
    );
  });
});
