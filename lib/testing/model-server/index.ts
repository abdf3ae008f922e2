export { type ModelServer, type ModelServerOptions, startModelServer } from "./start-model-server.ts";
