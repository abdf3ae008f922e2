export { type ModelServer, startModelServer } from "./start-model-server.ts";
