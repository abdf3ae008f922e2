"use client";

import { type ReactNode, useId } from "react";
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { durationWords, shortCount } from "#components/records/figures.ts";
import { count } from "#components/words.ts";
import { ENOUGH } from "./figure.tsx";
import { FillPattern } from "./fill-pattern.tsx";
import type { Part } from "./outcomes.ts";
import { axisTicks, axisWords, bucketWords } from "./time-axis.ts";
import type { MetricsView } from "./view.ts";

export interface StackPoint {
  at: string;
  values: Record<string, number>;
}

export interface PercentilePoint {
  at: string;
  n: number;
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
}

interface ChartProps<Point> {
  /** What it shows, in a sentence: the table below it has the numbers. */
  label: string;
  points: Point[];
  bucket: MetricsView["bucket"];
}

const AXIS = { tick: { fill: "var(--muted)", fontSize: 11 }, tickLine: false, axisLine: { stroke: "var(--line)" } } as const;
/** At the right, half of the last word of the axis. */
const MARGIN = { top: 6, right: 18, bottom: 0, left: 0 };

/** Counts over time, one bar a part of the series. */
export function StackedChart({ label, points, bucket, parts }: ChartProps<StackPoint> & { parts: readonly Part[] }) {
  const id = useId().replaceAll(/\W/g, "");
  return (
    <Frame label={label}>
      <BarChart data={points} margin={MARGIN} barCategoryGap="12%" accessibilityLayer={false}>
        <defs>
          {parts.map((part) => (
            <FillPattern key={part.key} id={`${id}-${part.key}`} part={part} />
          ))}
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" strokeDasharray="2 3" />
        <XAxis
          dataKey="at"
          {...AXIS}
          ticks={axisTicks(points, bucket)}
          tickFormatter={(at: string) => axisWords(at, bucket)}
          interval="equidistantPreserveStart"
          minTickGap={8}
        />
        <YAxis {...AXIS} axisLine={false} width={44} allowDecimals={false} tickFormatter={shortCount} />
        <Tooltip
          cursor={{ fill: "var(--hover)", opacity: 0.5 }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as StackPoint | undefined;
            return active && point ? <StackTip point={point} parts={parts} bucket={bucket} /> : null;
          }}
        />
        {parts.map((part) => (
          <Bar
            key={part.key}
            dataKey={(point: StackPoint) => point.values[part.key] ?? 0}
            name={part.word}
            stackId="all"
            fill={`url(#${id}-${part.key})`}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </Frame>
  );
}

const LINES = [
  { key: "p50Ms", word: "p50", color: "var(--accent)", dash: undefined },
  { key: "p95Ms", word: "p95", color: "var(--waiting)", dash: "6 3" },
  { key: "p99Ms", word: "p99", color: "var(--failed)", dash: "2 3" },
] as const;

/** Execution times over time; points out of few calls are hollow and grey. */
export function PercentileChart({ label, points, bucket }: ChartProps<PercentilePoint>) {
  return (
    <Frame label={label}>
      <LineChart data={points} margin={MARGIN} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" strokeDasharray="2 3" />
        <XAxis
          dataKey="at"
          {...AXIS}
          ticks={axisTicks(points, bucket)}
          tickFormatter={(at: string) => axisWords(at, bucket)}
          interval="equidistantPreserveStart"
          minTickGap={8}
        />
        <YAxis {...AXIS} axisLine={false} width={52} tickFormatter={durationWords} />
        <Tooltip
          cursor={{ stroke: "var(--edge)" }}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as PercentilePoint | undefined;
            return active && point ? <PercentileTip point={point} bucket={bucket} /> : null;
          }}
        />
        {LINES.map(({ key, word, color, dash }) => (
          <Line
            key={key}
            dataKey={key}
            name={word}
            stroke={color}
            strokeWidth={1.75}
            strokeDasharray={dash}
            isAnimationActive={false}
            connectNulls={false}
            activeDot={{ r: 4 }}
            dot={({ cx, cy, payload, index }) => (
              <Point key={index} cx={cx} cy={cy} color={color} isFew={(payload as PercentilePoint).n < ENOUGH} />
            )}
          />
        ))}
      </LineChart>
    </Frame>
  );
}

function Point({ cx, cy, color, isFew }: { cx?: number | undefined; cy?: number | undefined; color: string; isFew: boolean }) {
  if (cx === undefined || cy === undefined || Number.isNaN(cy)) return null;
  return (
    <circle cx={cx} cy={cy} r={2.25} fill={isFew ? "var(--raised)" : color} stroke={isFew ? "var(--edge)" : color} strokeDasharray="none" />
  );
}

function Frame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={label} className="h-56 w-full min-w-0">
      <ResponsiveContainer width="100%" height="100%">
        {children}
      </ResponsiveContainer>
    </div>
  );
}

function StackTip({ point, parts, bucket }: { point: StackPoint; parts: readonly Part[]; bucket: MetricsView["bucket"] }) {
  const shown = parts.filter(({ key }) => (point.values[key] ?? 0) > 0);
  const total = shown.reduce((sum, { key }) => sum + (point.values[key] ?? 0), 0);
  return (
    <Tip title={bucketWords(point.at, bucket)} n={total}>
      {shown.map(({ key, word }) => (
        <Row key={key} word={word} value={count(point.values[key] ?? 0)} />
      ))}
    </Tip>
  );
}

function PercentileTip({ point, bucket }: { point: PercentilePoint; bucket: MetricsView["bucket"] }) {
  const isFew = point.n < ENOUGH;
  return (
    <Tip title={bucketWords(point.at, bucket)} n={point.n}>
      {LINES.map(({ key, word }) => {
        const ms = point[key];
        return <Row key={key} word={word} value={ms === null ? "–" : durationWords(ms)} isFew={isFew} />;
      })}
      {isFew && point.n > 0 ? <p className="text-muted">Too few to mean much</p> : null}
    </Tip>
  );
}

function Tip({ title, n, children }: { title: string; n: number; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 rounded-md bg-raised px-3 py-2 text-xs shadow-raised hairline-ring">
      <p className="font-semibold">{title}</p>
      <p className="text-muted tabular-nums">n = {count(n)}</p>
      {children}
    </div>
  );
}

function Row({ word, value, isFew = false }: { word: string; value: string; isFew?: boolean }) {
  return (
    <p className="flex justify-between gap-4">
      <span className="text-muted">{word}</span>
      <span className={isFew ? "font-mono text-muted tabular-nums" : "font-mono tabular-nums"}>{value}</span>
    </p>
  );
}
