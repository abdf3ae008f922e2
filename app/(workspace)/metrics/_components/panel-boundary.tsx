"use client";

import { useRouter } from "next/navigation";
import { Component, type ReactNode, startTransition } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";

/** A panel that fails says so in its own place; the others stay. */
export class PanelBoundary extends Component<{ title: string; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <Failure title={this.props.title} onRetry={() => this.setState({ hasFailed: false })} />;
  }
}

function Failure({ title, onRetry }: { title: string; onRetry: () => void }) {
  const router = useRouter();
  const retry = () =>
    startTransition(() => {
      router.refresh();
      onRetry();
    });
  return (
    <Callout
      tone="danger"
      title={`${title}: these figures could not be read`}
      isNew
      actions={
        <Button size="sm" onClick={retry}>
          Read them again
        </Button>
      }
    >
      The other figures on this page are right. Nothing was changed.
    </Callout>
  );
}
