import { redirect } from "next/navigation";
import { pageActor } from "#lib/auth/page-actor.ts";

/** Members begin where they talk. */
export default async function HomePage() {
  await pageActor();
  redirect("/chat");
}
