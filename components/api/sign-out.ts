import { postToNextAuth } from "#components/api/post-to-next-auth.ts";

/** Ends this browser's session for good and goes to the sign-in page. */
export async function signOut(): Promise<void> {
  try {
    await postToNextAuth("signout");
  } catch {
    // Without an answer the session may live on: the sign-in page shows it, because it sends a signed-in person inside.
  }
  window.location.assign("/sign-in");
}
