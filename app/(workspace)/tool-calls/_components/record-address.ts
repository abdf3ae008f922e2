import { z } from "zod";
import { addressQuery, callsHref } from "#components/records/calls-address.ts";
import { isUuid } from "#lib/ids.ts";
import { type CallFilter, callFilterQuery } from "#lib/tool-calls/call-filter.ts";

/** Everything that the record page shows, as its address says it. */
export interface RecordAddress {
  filter: CallFilter;
  cursor?: string | undefined;
  /** Of the first row, counted from 1: a cursor does not know it. */
  at: number;
}

const uuid = z.string().refine(isUuid);
/** A form gives local date and time without a zone; they are meant as UTC, as its labels say. */
const moment = z
  .string()
  .transform((text) => new Date(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text) ? `${text}Z` : text))
  .refine((date) => !Number.isNaN(date.getTime()));

/** The API's filters; ids that cannot be are left out here instead of refused. */
const shape = { ...callFilterQuery, userId: uuid, chatId: uuid, runId: uuid, from: moment, to: moment };

/** What cannot be read is left out, so that an old or a mistyped link still shows something. A form's empty choice is none. */
export function readRecordAddress(query: Record<string, string | string[] | undefined>): RecordAddress {
  const read = Object.entries(shape).flatMap(([key, schema]) => {
    if (query[key] === "") return [];
    const { success, data } = schema.safeParse(query[key]);
    return success && data !== undefined ? [[key, data]] : [];
  });
  const cursor = typeof query.cursor === "string" && query.cursor !== "" ? query.cursor : undefined;
  const at = cursor && typeof query.at === "string" && /^[1-9][0-9]{0,8}$/.test(query.at) ? Number(query.at) : 1;
  return { filter: Object.fromEntries(read), cursor, at };
}

/** The page with other filters: a choice that is taken away is `undefined`. Begins at the first page. */
export function recordHref({ filter }: RecordAddress, change: Partial<Record<keyof CallFilter, string | undefined>> = {}): string {
  return callsHref({ ...filter, ...change });
}

/** Another page of the same list. */
export function pageHref({ filter }: RecordAddress, page: { cursor?: string; at?: number }): string {
  return `/tool-calls?${addressQuery({ ...filter, ...page })}`;
}

/** Everything that the filters leave, as a file. */
export function recordCsvHref({ filter }: RecordAddress): string {
  return `/api/tool-calls?${addressQuery({ ...filter, format: "csv" })}`;
}
