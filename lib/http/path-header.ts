/** In which `proxy.ts` tells a page its own path and query, to come back to after signing in. Whatever a client sent in it is replaced. */
export const PATH_HEADER = "x-countersign-path";
