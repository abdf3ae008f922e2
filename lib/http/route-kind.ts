/** The ways to make a handler, and who may call it. A test finds any handler of `app/api` that was made by none of them. */
export type RouteKind = "tenant" | "person" | "public";

export type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

const KIND = Symbol.for("countersign.route-kind");

export function markRoute(handler: RouteHandler, kind: RouteKind): RouteHandler {
  return Object.assign(handler, { [KIND]: kind });
}

/** @returns null for anything that none of the makers made */
export function routeKind(handler: unknown): RouteKind | null {
  return typeof handler === "function" && KIND in handler ? (handler[KIND] as RouteKind) : null;
}
