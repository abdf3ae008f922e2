const GAP_PX = 4;
const EDGE_PX = 8;
const LEAST_WIDTH_PX = 176;
/** With less than this under the button, the side with more room is taken. */
const LEAST_ROOM_PX = 240;

/**
 * Puts a fixed menu beside its button before it is drawn, so without knowing its size: it hangs from the button or stands on it, and scrolls where
 * the window ends.
 */
export function placeMenu(menu: HTMLElement, button: HTMLElement, align: "start" | "end"): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - bottom;
  const opensUp = below < LEAST_ROOM_PX && top > below;
  const inset = (px: number, most: number) => `${Math.max(EDGE_PX, Math.min(px, most))}px`;
  Object.assign(menu.style, {
    top: opensUp ? "auto" : `${bottom + GAP_PX}px`,
    bottom: opensUp ? `${clientHeight - top + GAP_PX}px` : "auto",
    left: align === "start" ? inset(left, clientWidth - LEAST_WIDTH_PX - EDGE_PX) : "auto",
    right: align === "end" ? inset(clientWidth - right, clientWidth - LEAST_WIDTH_PX - EDGE_PX) : "auto",
    maxHeight: `${(opensUp ? top : below) - GAP_PX - EDGE_PX}px`,
  });
}
