"use client";

import { Component, type ReactNode, type RefObject } from "react";

interface KeepPlaceProps {
  scroller: RefObject<HTMLElement | null>;
  /** The `data-entry` of what stands first. */
  firstKey: string | undefined;
  children: ReactNode;
}

interface Place {
  element: Element;
  top: number;
}

/**
 * When something is put before what stands first, what the reader looks at stays where it is. A class, because only
 * `getSnapshotBeforeUpdate` measures in the moment before React changes the page.
 */
export class KeepPlace extends Component<KeepPlaceProps> {
  override getSnapshotBeforeUpdate(before: KeepPlaceProps): Place | null {
    const { firstKey, scroller } = this.props;
    if (before.firstKey === firstKey || before.firstKey === undefined) return null;
    const element = scroller.current?.querySelector(`[data-entry="${CSS.escape(before.firstKey)}"]`);
    return element ? { element, top: element.getBoundingClientRect().top } : null;
  }

  override componentDidUpdate(_: KeepPlaceProps, __: unknown, place: Place | null): void {
    const box = this.props.scroller.current;
    if (!place || !box || !place.element.isConnected) return;
    // Nothing when the browser has done it by itself (scroll anchoring).
    box.scrollTop += place.element.getBoundingClientRect().top - place.top;
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
