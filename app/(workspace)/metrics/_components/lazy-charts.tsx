"use client";

import dynamic from "next/dynamic";
import { NotLoaded } from "#components/ui/lazy-part.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

const place = () => <Skeleton className="h-56 w-full" />;

const load = () => import("./charts.tsx").catch(() => ({ StackedChart: NotLoaded, PercentileChart: NotLoaded }));

/** The chart library weighs more than the rest of the page: it comes when the figures are already there, and only into the browser. */
export const StackedChart = dynamic(() => load().then((charts) => charts.StackedChart), { ssr: false, loading: place });
export const PercentileChart = dynamic(() => load().then((charts) => charts.PercentileChart), { ssr: false, loading: place });
