import { stopTracing } from "./tracing.ts";

/**
 * Has the process's last act wait for its last spans. Next ends the web with `process.exit` when its connections are closed, and offers nothing
 * to wait for before. Call it when shutdown has begun.
 */
export function flushBeforeExit(): void {
  const exit = process.exit.bind(process);
  const later = (code?: string | number | null) => void stopTracing().finally(() => exit(code));
  // It does return here, a moment before the end; Next has nothing left to do then.
  process.exit = later as typeof process.exit;
}
