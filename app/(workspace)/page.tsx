import { redirect } from "next/navigation";
import { pageActor } from "#lib/auth/page-actor.ts";

export default async function HomePage() {
  await pageActor();
  redirect("/chat");
}
