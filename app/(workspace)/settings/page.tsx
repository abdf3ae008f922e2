import { redirect } from "next/navigation";
import { pageActor } from "#lib/auth/page-actor.ts";

export default async function SettingsPage() {
  await pageActor();
  redirect("/settings/profile");
}
