/** Compiled for the edge too, where the other file's imports do not exist: it must stay this one line. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") await import("./instrumentation-node.ts");
}
