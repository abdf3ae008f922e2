import { startModelServer } from "#lib/testing/model-server/index.ts";
import { freePort } from "#scripts/free-port.ts";
import { removeProduct, startProduct } from "./product.ts";

/**
 * One product for all browser tests (`baseURL`), whose model is the scripted one: a message says in a `#script` line what the model does
 * (`lib/testing/model-server/README.md`). Tests that kill or configure start a product of their own.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const models = await startModelServer();
  process.env.E2E_MODEL_URL = models.url;
  // Where tests may open servers that the product is allowed to reach.
  process.env.E2E_MCP_PORT = String(await freePort());
  process.env.E2E_WEBHOOK_PORT = String(await freePort());
  const product = await startProduct({
    port: Number(process.env.E2E_PORT),
    env: {
      MODEL: "openai-compatible:fake",
      OPENAI_BASE_URL: models.url,
      OPENAI_API_KEY: "any",
      WEB_FETCH_ALLOW: `127.0.0.1:${process.env.E2E_MCP_PORT},127.0.0.1:${process.env.E2E_WEBHOOK_PORT}`,
    },
  });
  return async () => {
    await removeProduct(product);
    await models.close();
  };
}
