"use client";

import { Keyboard } from "lucide-react";
import { useState } from "react";
import { useCardKeys } from "#components/approval-card/use-card-keys.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";

const KEYS = [
  ["j", "Next request"],
  ["k", "Request before"],
  ["Enter", "Open the request in focus"],
  ["a", "Approve: asks once more"],
  ["e", "Edit and approve"],
  ["d", "Deny with reason"],
  ["?", "This list"],
] as const;

/** The page's keys, behind a button and behind `?`. */
export function KeyHelp() {
  const [isOpen, setIsOpen] = useState(false);
  useCardKeys(!isOpen, { "?": () => setIsOpen(true) });
  return (
    <>
      <IconButton label="Keys" icon={<Keyboard />} onClick={() => setIsOpen(true)} />
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Keys" description="They rest while you type." size="sm">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
          {KEYS.map(([key, act]) => (
            <div key={key} className="contents">
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{act}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
