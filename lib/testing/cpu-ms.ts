/**
 * How long this thread has computed so far, in milliseconds: a clock for tests of work that takes too long, which other work of the machine does not
 * move.
 */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
