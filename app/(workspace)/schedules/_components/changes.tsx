import Link from "next/link";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ScheduleChangeView } from "#lib/schedules/list-schedule-changes.ts";
import type { ScheduleField } from "#lib/schedules/record-change.ts";
import { changeWords, FIELD_WORDS, fieldValueWords } from "./change-words.ts";

const link = "text-accent underline underline-offset-3";

/** What was changed, the latest first: who, when and why on the line, what it was and what it became below. */
export function Changes({ changes }: { changes: ScheduleChangeView[] }) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {changes.map((change) => (
        <li key={`${change.at.toISOString()} ${change.to} ${JSON.stringify(change.fields)}`} className="grid gap-1 py-2.5 text-sm">
          <p className="wrap-anywhere">
            <span className="font-medium">
              <VisibleText text={change.actorName ?? "The product"} mode="prose" />
            </span>{" "}
            {change.callId ? (
              <>
                through an agent (
                <Link href={`/tool-calls/${change.callId}`} prefetch={false} className={link}>
                  its call
                </Link>
                ){" "}
              </>
            ) : null}
            {changeWords(change)} <RelativeTime at={change.at.toISOString()} className="text-muted" />
          </p>
          {change.reason ? (
            <p className="text-muted wrap-anywhere">
              <VisibleText text={change.reason} mode="prose" />
            </p>
          ) : null}
          {Object.keys(change.fields).length > 0 ? <BeforeAndAfter fields={change.fields} /> : null}
        </li>
      ))}
    </ol>
  );
}

function BeforeAndAfter({ fields }: Pick<ScheduleChangeView, "fields">) {
  return (
    <Disclosure summary="Before and after" className="-ms-2">
      <dl className="grid gap-3">
        {Object.entries(fields).map(([field, [before, after]]) => (
          <div key={field} className="grid gap-1">
            <dt className="font-medium">{FIELD_WORDS[field as ScheduleField]}</dt>
            <dd className="rounded-sm border-s-2 border-line bg-sunken px-3 py-1.5 whitespace-pre-wrap wrap-anywhere">
              <del className="text-muted no-underline">
                <span className="sr-only">Before: </span>
                <VisibleText text={fieldValueWords(field as ScheduleField, before)} mode="prose" />
              </del>
            </dd>
            <dd className="rounded-sm border-s-2 border-accent bg-sunken px-3 py-1.5 whitespace-pre-wrap wrap-anywhere">
              <ins className="no-underline">
                <span className="sr-only">After: </span>
                <VisibleText text={fieldValueWords(field as ScheduleField, after)} mode="prose" />
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
