import { Callout } from "#components/ui/callout.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** Somebody else saved first: what stands there now, while what was typed stays in the form. */
export function ConflictNote({ text, isKept }: { text: string; isKept: boolean }) {
  return (
    <Callout tone="warning" title="Nothing was saved: somebody else changed it meanwhile" isNew>
      <p>
        What you wrote is still here. Saving again puts it in place of what stands there now
        {isKept ? "; that version is kept." : "."}
      </p>
      <Disclosure summary="What stands there now" className="mt-2">
        <section
          aria-label="What stands there now"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse
          tabIndex={0}
          className="max-h-80 overflow-auto rounded-md bg-sunken px-3 py-2"
        >
          <VisibleText text={text} />
        </section>
      </Disclosure>
    </Callout>
  );
}
