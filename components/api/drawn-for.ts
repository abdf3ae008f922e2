/** The organization and the person that this page was drawn for, once they are known. A switch draws a whole new page, so they never change. */
let drawnFor: string | null = null;

/** For every call of a page: the server refuses one that would be made in another organization, or as another person, by now. */
export function drawnForHeader(): Record<string, string> {
  return drawnFor === null ? {} : { "x-drawn-for": drawnFor };
}

/** Says whom the frame of the page was drawn for. Drawn again for somebody else, parts of the page would still hold what was the first one's. */
export function rememberDrawnFor(organizationId: string, userId: string): void {
  const now = `${organizationId} ${userId}`;
  if (drawnFor !== null && drawnFor !== now) leaveOutdatedPage();
  drawnFor = now;
}

/** To where a switch in this tab would have led. */
export function leaveOutdatedPage(): void {
  window.location.assign("/chat");
}
