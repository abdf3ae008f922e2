/** Why the schema of a tool cannot be used, in words for the person who reviews it. */
export class SchemaProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SchemaProblem";
  }
}
