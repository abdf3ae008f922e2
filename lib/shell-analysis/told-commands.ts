import type { Word } from "./word.ts";

/** What a program is told by its arguments to run besides itself. */
export interface HiddenCommands {
  /** Words that it takes for a command as they stand. */
  readonly commands?: readonly (readonly Word[])[];
  /** Words that it, or a shell for it, takes apart as shell text. */
  readonly scripts?: readonly Word[];
  /** Why it may run something that does not stand here. */
  readonly doubt?: string | null;
}
