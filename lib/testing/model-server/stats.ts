/** Counters that a load test states, so that nobody has to believe that the model server was not the bottleneck. */
export class ServerStats {
  requests = 0;
  active = 0;
  peak = 0;
  tokens = 0;
  calls = 0;
  failed = 0;
  aborted = 0;
  /** When a reader last went away before its answer was over: this machine's monotonic clock in ns, as text. */
  lastAbortNs = "0";
  bytesOut = 0;

  opened(): void {
    this.active += 1;
    this.peak = Math.max(this.peak, this.active);
  }

  closed(wasAborted: boolean): void {
    this.active -= 1;
    if (!wasAborted) return;
    this.aborted += 1;
    this.lastAbortNs = String(process.hrtime.bigint());
  }

  reset(): void {
    const { active } = this;
    Object.assign(this, new ServerStats(), { active, peak: active });
  }
}
