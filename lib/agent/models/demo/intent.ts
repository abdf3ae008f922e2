import type { DemoLanguage } from "./language.ts";

/** When a schedule fires: once, at so many ms from now, or by a cron expression. */
export type DemoTiming = { kind: "once"; afterMs: number } | { kind: "cron"; cron: string };

/** What a message asks for, one action each. */
export type DemoAction =
  | { kind: "list"; path: string }
  | { kind: "read"; path: string }
  | { kind: "write"; path: string; content: string }
  | { kind: "document"; title: string; text: string }
  | { kind: "fetch"; url: string }
  | { kind: "run"; command: string }
  | { kind: "schedule"; prompt: string; timing: DemoTiming }
  | { kind: "schedules" };

export type DemoIntent =
  | { kind: "act"; language: DemoLanguage; actions: DemoAction[] }
  | { kind: "help" | "greeting" | "unknown"; language: DemoLanguage };
