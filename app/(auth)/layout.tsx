import type { ReactNode } from "react";
import { Guilloche } from "#components/brand/guilloche.tsx";
import { Logo } from "#components/brand/logo.tsx";

/** Pages for somebody who is not inside yet: the mark, and one card. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="relative isolate grid min-h-dvh content-center justify-items-center gap-6 overflow-hidden bg-canvas px-4 py-10">
      <Guilloche className="absolute top-1/2 left-1/2 -z-10 size-160 -translate-1/2 text-accent opacity-15" />
      <header className="flex items-center gap-2.5 text-lg font-semibold">
        <Logo className="size-8" />
        Countersign
      </header>
      <main id="main" className="grid w-full max-w-md gap-5 rounded-lg bg-surface px-6 py-6 shadow-raised hairline-ring sm:px-8">
        {children}
      </main>
    </div>
  );
}
