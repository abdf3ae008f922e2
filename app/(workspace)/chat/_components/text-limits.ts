/**
 * Texts above this are shown plain, and laid out in full only when somebody wants them: what a person did not write by hand, and of a model
 * what the parser would leave as it is anyway.
 */
export const CUT_ABOVE = { user: 20_000, assistant: 200_000 };
