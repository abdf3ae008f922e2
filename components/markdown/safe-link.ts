/** A link that may be followed: where it leads, and what of that a reader must see. */
export interface SafeLink {
  href: string;
  /** The host as the network sees it (punycode), or the mail address. */
  host: string;
}

/**
 * Decides about a link target from a model or a tool: absolute http, https and mailto, nothing else, no credentials in it. Undefined means
 * that its text is shown and nothing can be clicked. A mail link keeps its address only, so that it carries no prepared text out.
 */
export function safeLink(target: string): SafeLink | undefined {
  const url = URL.parse(target);
  if (!url) return undefined;
  if (url.protocol === "mailto:") return mailLink(url);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  if (url.username || url.password || !url.host) return undefined;
  return { href: url.href, host: url.host };
}

function mailLink(url: URL): SafeLink | undefined {
  const address = url.pathname;
  return /^[^\s@,;%]+@[^\s@,;%]+$/.test(address) ? { href: `mailto:${address}`, host: address } : undefined;
}

/** True when the link's text already says where it leads, as a bare address does. */
export function saysItsTarget(text: string, link: SafeLink): boolean {
  const bare = (address: string) => address.replace(/^(?:https?:\/\/|mailto:)/i, "").replace(/\/$/, "");
  return bare(text.trim()) === bare(link.href);
}
