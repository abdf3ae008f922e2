"use client";

import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { TabEvent } from "#components/live/tab-event.ts";
import { tabStream } from "#components/live/tab-stream.ts";

/** Hears of everything that the server tells this tab, for as long as the component is on the page. */
export function useTabEvents(onEvent: (event: TabEvent) => void): void {
  const heard = useEffectEvent(onEvent);
  useEffect(() => tabStream.listen((event) => heard(event)), []);
}

/** Whether the connection to the server has been down for longer than a moment. */
export function useIsTroubled(): boolean {
  const { subscribe, current, onServer } = tabStream.trouble;
  return useSyncExternalStore(subscribe, current, onServer);
}
