import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { Check } from "#lib/health/check.ts";
import type { Health } from "#lib/health/check-health.ts";

/** The parts of the product, and the rules of the organization. */
export type CheckName = keyof Health["checks"] | "rules";

const STATES = {
  ok: { icon: CircleCheck, word: "Works", look: "border-succeeded", ink: "text-succeeded" },
  degraded: { icon: TriangleAlert, word: "Limited", look: "border-waiting", ink: "text-waiting" },
  down: { icon: CircleAlert, word: "Does not work", look: "border-failed", ink: "text-failed" },
};

/** What each part is for, and for those who are not told the check's own sentence (what is so, and what to do) what does not work without it. */
const PARTS: Record<CheckName, { name: string; is: string; without: string }> = {
  database: {
    name: "Database",
    is: "Keeps everything.",
    without: "Nothing works, nothing is lost.",
  },
  queue: { name: "Queue", is: "Brings work to workers.", without: "Schedules and approved calls wait; chats go on." },
  worker: { name: "Worker", is: "Does what has no browser.", without: "Schedules and resumed runs wait until one is started." },
  sandbox: {
    name: "Sandbox",
    is: "Shields this machine from commands.",
    without: "The shell tool refuses or is shielded less; everything else works.",
  },
  rules: {
    name: "Rules",
    is: "Say what agents may do.",
    without: "Some calls are denied or wait for nobody, or more is allowed than was meant.",
  },
  model: { name: "Model", is: "Answers in chats.", without: "Chats cannot be answered; calls that were decided still run." },
};

/** One part of the product: whether it works, and if not, what that means and what to do. */
export function CheckCard({ name, check, mayAct }: { name: CheckName; check: Check; mayAct: boolean }) {
  const { icon: Icon, word, look, ink } = STATES[check.status];
  const part = PARTS[name];
  return (
    <li
      className={`grid gap-1 rounded-md border-s-3 bg-raised px-4 py-3 hairline-ring ${look}`}
      data-check={name}
      data-status={check.status}
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">{part.name}</h2>
        <span className={`inline-flex items-center gap-1.5 text-sm font-medium ${ink}`}>
          <Icon className="size-4" aria-hidden="true" />
          {word}
        </span>
      </div>
      <p className="text-sm text-muted">{part.is}</p>
      {check.status === "ok" || check.detail ? null : <p>{part.without}</p>}
      {check.detail ? <p className="text-sm wrap-anywhere">{check.detail}</p> : null}
      {check.status !== "ok" && !mayAct ? <p className="text-sm text-muted">An owner or admin sees here what to do.</p> : null}
    </li>
  );
}
