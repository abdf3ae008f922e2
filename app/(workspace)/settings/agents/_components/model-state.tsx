import { checkModel } from "#lib/agent/models/index.ts";
import { env } from "#lib/env.ts";

/** Whether the model of an agent answers at the moment: its server is asked, and no model is. */
export async function ModelState({ model }: { model: string }) {
  const { detail } = await checkModel(env(), model);
  return detail;
}
