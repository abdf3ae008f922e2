import { notFound } from "next/navigation";
import type { ReactNode } from "react";

/** For those who build Countersign; a production server answers that there is nothing here. */
export default function DevelopmentOnly({ children }: { children: ReactNode }) {
  if (process.env.NODE_ENV === "production") notFound();
  return children;
}
