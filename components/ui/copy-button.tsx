"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { announce } from "#components/ui/status-store.ts";
import { words } from "#components/words.ts";

const THANKS_MS = 2000;

/** Copies `text` and says that it did, or that it could not. */
export function CopyButton({ text, label = words.copy, className }: { text: string; label?: string; className?: string }) {
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    try {
      await toClipboard(text);
      setIsCopied(true);
      announce({ text: words.copied });
    } catch {
      announce({ text: words.copyFailed, tone: "danger" }); // No permission.
    }
  }

  return <IconButton size="sm" label={label} icon={isCopied ? <Check /> : <Copy />} onClick={copy} className={className} />;
}

/** A page that was not served over https, as in many an office network, has no Clipboard API; the old command is there. */
async function toClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
  };
  document.addEventListener("copy", onCopy);
  const isDone = document.execCommand("copy");
  document.removeEventListener("copy", onCopy);
  if (!isDone) throw new Error("The browser did not copy.");
}
