/** Ends this browser's session for good and goes to the sign-in page. */
export async function signOut(): Promise<void> {
  try {
    const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    await fetch("/api/auth/signout", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "x-auth-return-redirect": "1" },
      body: new URLSearchParams({ csrfToken }),
    });
  } catch {
    // Without an answer the session may live on: the sign-in page shows it, because it sends a signed-in person inside.
  }
  window.location.assign("/sign-in");
}
