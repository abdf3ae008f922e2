import type { ApiAnswer } from "#components/api/call-api.ts";
import { postToNextAuth } from "#components/api/post-to-next-auth.ts";

/** What next-auth's error codes mean for a person. */
const SENTENCES: Record<string, string> = {
  credentials: "E-mail and password do not belong together.",
  locked: "Too many wrong passwords for this e-mail. Try again in 15 minutes.",
  busy: "Too many people are signing in at this moment. Try again in a few seconds.",
  rate_limited: "Too many wrong passwords from your network. Try again in 15 minutes.",
};

const FAULT = "Signing in did not work because of a fault on our side. The server's log says more.";

/** @returns null for a page that was opened without an error */
export function signInSentence(params: { error?: string; code?: string }): string | null {
  if (!params.error) return null;
  return SENTENCES[params.code ?? ""] ?? FAULT;
}

/** Signs this browser in by next-auth's protocol. Where to go next is the caller's business. */
export async function signInWith(email: string, password: string): Promise<ApiAnswer<undefined>> {
  try {
    const { searchParams } = await postToNextAuth("callback/credentials", { email, password });
    const sentence = signInSentence(Object.fromEntries(searchParams));
    if (!sentence) return { isOk: true, value: undefined };
    return { isOk: false, problem: { code: "unauthenticated", detail: sentence, issues: [] } };
  } catch {
    return { isOk: false, problem: { code: "network", detail: "The server did not answer.", issues: [] } };
  }
}
