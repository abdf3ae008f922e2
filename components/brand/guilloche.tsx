import { cx } from "#components/cx.ts";

/** The fine pattern of a security print (public/guilloche.svg in the current colour), behind empty and lost pages. Decorative. */
export function Guilloche({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx("block bg-current mask-[url(/guilloche.svg)] mask-contain mask-center mask-no-repeat", className)}
    />
  );
}
