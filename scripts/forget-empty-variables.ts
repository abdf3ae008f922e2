import { VARIABLES } from "#lib/env.ts";

/**
 * Takes variables of ours that are set to nothing out of `env`, before any other process inherits it. `lib/env.ts` reads an empty one as unset, but packages
 * read some of them by themselves: an empty OPENAI_BASE_URL, as docker-compose.yml passes on when nobody chose one, stops the OpenAI package
 * while it is loaded.
 */
export function forgetEmptyVariables(env: NodeJS.ProcessEnv): void {
  for (const name of VARIABLES) if (env[name] === "") delete env[name];
}
