"use client";

import { ArrowUp, Square } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { count } from "#components/words.ts";
import { saidText } from "#lib/chats/said-text.ts";
import type { Draft } from "./draft.ts";

const MAX_CHARS = 100_000;
const SAY_LENGTH_FROM = 90_000;

/**
 * Where one writes. Enter sends, Shift+Enter breaks the line, and Enter that ends the composition of a character (IME) does neither. The text
 * belongs to the browser's own field, so that typing costs the page nothing.
 */
export function Composer({
  field,
  draft,
  isRunning,
  isStopping,
  onSend,
  onStop,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  isRunning: boolean;
  isStopping: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
}) {
  // Of a text far from the limit only whether there is one: a letter more then draws nothing.
  const [length, setLength] = useState(0);
  const canSend = length > 0 && length <= MAX_CHARS;

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    if (element.value === "") element.value = draft.read();
    setLength(lengthToTell(element.value));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = (): void => draft.leave(element.value);
    const onInput = (): void => {
      setLength(lengthToTell(element.value));
      clearTimeout(timer);
      timer = setTimeout(() => draft.write(element.value), 250);
    };
    element.addEventListener("input", onInput);
    addEventListener("pagehide", leave);
    // A keyboard on a screen would cover half of what one came to read.
    if (matchMedia("(pointer: fine)").matches) element.focus({ preventScroll: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener("input", onInput);
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [field, draft]);

  function send(): void {
    const element = field.current;
    const text = saidText(element?.value ?? "");
    if (!element || text === "" || text.length > MAX_CHARS) return;
    element.value = "";
    element.dispatchEvent(new Event("input", { bubbles: true }));
    draft.write("");
    onSend(text);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // 229: Safari ends a composition before it says which key did it.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== "Enter" || event.shiftKey || event.altKey || isComposing) return;
    event.preventDefault();
    send();
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    send();
    field.current?.focus();
  }

  return (
    <form
      onSubmit={onSubmit}
      className="rounded-lg bg-raised px-3 pt-1.5 pb-2 ring-1 ring-edge ring-inset focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent"
    >
      <Textarea
        ref={field}
        isBare
        rows={1}
        aria-label="Message"
        placeholder="Ask, or say what is to be done"
        enterKeyHint="send"
        onKeyDown={onKeyDown}
      />
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs text-muted">
          {length >= SAY_LENGTH_FROM ? (
            <span className={length > MAX_CHARS ? "font-medium text-failed" : undefined}>
              {count(length)} of {count(MAX_CHARS)} characters
            </span>
          ) : (
            <span className="pointer-coarse:hidden">Enter sends, Shift + Enter begins a new line</span>
          )}
        </p>
        <div className="flex gap-1.5">
          {isRunning ? (
            <Button icon={<Square className="fill-current" />} isLoading={isStopping} onClick={onStop}>
              {isStopping ? "Stopping" : "Stop"}
            </Button>
          ) : null}
          <IconButton
            label={isRunning ? "Send after this answer" : "Send"}
            icon={<ArrowUp />}
            variant="primary"
            type="submit"
            disabled={!canSend}
          />
        </div>
      </div>
    </form>
  );
}

function lengthToTell(text: string): number {
  const { length } = saidText(text);
  return length >= SAY_LENGTH_FROM ? length : Math.min(length, 1);
}
