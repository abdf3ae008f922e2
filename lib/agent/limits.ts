/** From this many identical calls of one run on, the model is told that it repeats itself. */
export const REPEATS_TO_NOTE = 5;

/** Rounds in a row, alike and without a success, after which a run is ended as `no_progress`: it was told, and went on all the same. */
export const STUCK_ROUNDS = 8;
