import { redirect } from "next/navigation";
import { ownPath } from "#lib/auth/own-path.ts";
import { pageCaller } from "#lib/auth/page-actor.ts";
import { type SearchParamsProps, searchParam } from "#lib/http/search-params.ts";
import { CardHead } from "../_components/card-head.tsx";
import { signInSentence } from "../_components/sign-in-with.ts";
import { SignInForm } from "./_components/sign-in-form.tsx";

export const metadata = { title: "Sign in" };

/** Somebody who is signed in goes on; a failed sign-in without our script comes back here with its code. */
export default async function SignInPage(props: SearchParamsProps) {
  const next = ownPath(await searchParam(props, "callbackUrl"));
  if (await pageCaller()) redirect(next);
  const sentence = signInSentence({ error: await searchParam(props, "error"), code: await searchParam(props, "code") });
  return (
    <>
      <CardHead title="Sign in">With the e-mail and password of your account.</CardHead>
      <SignInForm next={next} sentence={sentence} />
    </>
  );
}
