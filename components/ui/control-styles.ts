/** The look that text fields and selects share, in all their states. 16 px on touch screens, or iOS zooms the page on focus. */
export const controlStyles =
  "w-full min-w-0 rounded-md bg-surface px-2.5 text-base text-ink ring-1 ring-inset ring-edge transition-shadow duration-100 placeholder:text-muted " +
  "hover:ring-ink/60 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:ring-line " +
  "read-only:not-[select]:bg-sunken aria-invalid:ring-2 aria-invalid:ring-failed pointer-coarse:text-[1rem]";
