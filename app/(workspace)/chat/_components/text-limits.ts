/** Messages of people above this are shown plain, and laid out in full only when somebody wants them. */
export const CUT_ABOVE = 20_000;
