/**
 * Sends a form to one of next-auth's own routes, with the token that these want beside it.
 *
 * @returns where it would send the browser; an error is part of that address
 * @throws when no answer comes
 */
export async function postToNextAuth(path: string, fields: Record<string, string> = {}): Promise<URL> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "x-auth-return-redirect": "1" },
    body: new URLSearchParams({ ...fields, csrfToken }),
  });
  const { url = "" } = (await response.json()) as { url?: string };
  return new URL(url, window.location.origin);
}
