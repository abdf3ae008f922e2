"use client";

import type { ReactNode } from "react";
import { Guilloche } from "#components/brand/guilloche.tsx";
import { Button } from "#components/ui/button.tsx";
import { ModelNote } from "./model-note.tsx";

export interface EmptyChatProps {
  prompts: readonly string[];
  /** Sentences on what will be asked about first, and what will not. */
  askFirst: readonly string[];
  /** Who can be asked, when there is a choice. */
  choice?: ReactNode;
  model: { label: string; isDemo: boolean };
  mayWrite: boolean;
  onPick: (prompt: string) => void;
}

/** Before the first word: what one can say here, and what will not happen without being asked. */
export function EmptyChat({ prompts, askFirst, choice, model, mayWrite, onPick }: EmptyChatProps) {
  return (
    <div className="relative isolate grid gap-6 pt-[8dvh] pb-6">
      <Guilloche className="absolute -top-4 left-1/2 -z-10 size-72 -translate-x-1/2 text-accent opacity-10" />
      <div className="grid justify-items-center gap-1.5 text-center">
        <h1 className="text-2xl font-semibold tracking-tight">{mayWrite ? "What should be done?" : "No chat is open"}</h1>
        {askFirst.map((sentence) => (
          <p key={sentence} className="max-w-lg text-muted">
            {sentence}
          </p>
        ))}
      </div>
      {choice}
      <ul className="mx-auto grid w-full max-w-2xl gap-2 sm:grid-cols-2">
        {prompts.map((prompt) => (
          <li key={prompt}>
            <Button className="h-full! w-full justify-start! py-2 text-start whitespace-normal!" onClick={() => onPick(prompt)}>
              {prompt}
            </Button>
          </li>
        ))}
      </ul>
      {model.isDemo ? <ModelNote className="mx-auto max-w-2xl" /> : null}
    </div>
  );
}
