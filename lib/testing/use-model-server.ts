import { forgetSingleton } from "#lib/singleton.ts";
import type { ModelServer } from "./model-server/index.ts";

/** Has runs of this process answered by the scripted server, whatever was asked for before. */
export function useModelServer(server: ModelServer): void {
  process.env.MODEL = "openai-compatible:fake";
  process.env.OPENAI_BASE_URL = server.url;
  process.env.OPENAI_API_KEY = "any";
  forgetSingleton("current-model");
}
