import Link from "next/link";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { type SearchParamsProps, searchParam } from "#lib/http/search-params.ts";
import { checkSetupToken } from "#lib/members/setup-link.ts";
import { CardHead } from "../_components/card-head.tsx";
import { SetUpForm } from "./_components/set-up-form.tsx";

export const metadata = { title: "Set up" };

/** Behind the link that the first start prints in the terminal: the organization and its owner. Works once. */
export default async function SetUpPage(props: SearchParamsProps) {
  const token = (await searchParam(props, "token")) ?? "";
  const state = await checkSetupToken(token);
  if (state === "open") {
    return (
      <>
        <CardHead title="Set up Countersign">You become the owner of the first organization and invite the others.</CardHead>
        <SetUpForm token={token} />
      </>
    );
  }
  return state === "used" ? (
    <>
      <CardHead title="Set up already">This installation has an owner. Sign in, or ask them for an invitation.</CardHead>
      <Link href="/sign-in" className={buttonStyles({ variant: "primary" })}>
        Sign in
      </Link>
    </>
  ) : (
    <CardHead title="This is not the set-up link">
      Open the link that <code className="font-mono">npm start</code> printed in the terminal, as a whole.
    </CardHead>
  );
}
