"use client";

import { Plus, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { announce } from "#components/ui/status-store.ts";
import type { ModelPrice } from "#lib/prices/model-price.ts";
import { type PriceRow, readRows, rowsOf, saidRows } from "./price-rows.ts";

/** All prices at once, changed from the version that the page shows. */
export function PricesForm({ prices, unpriced, version }: { prices: readonly ModelPrice[]; unpriced: readonly string[]; version: number }) {
  const router = useRouter();
  const [rows, setRows] = useState<PriceRow[]>(() => rowsOf(prices, unpriced));
  const [sent, setSent] = useState<PriceRow[]>([]);
  const { act, isActing, errorOf, restOf } = useAct();
  const failure = restOf(...sent.flatMap((_, index) => FIELDS.map((field) => `items.${index}.${field}`)));

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const said = saidRows(rows);
    setSent(said);
    if (!(await act(() => callApi("PUT", "/api/model-prices", { items: readRows(said), version })))) return;
    announce({ text: "The prices are in force, for every model step from now on." });
    router.refresh();
  }

  const change = (key: number, to: Partial<PriceRow>) => setRows((all) => all.map((row) => (row.key === key ? { ...row, ...to } : row)));
  const add = () => setRows((all) => [...all, { key: Math.max(-1, ...all.map(({ key }) => key)) + 1, model: "", input: "", output: "" }]);
  const errorIn = (row: PriceRow, field: (typeof FIELDS)[number]) =>
    errorOf(`items.${sent.findIndex(({ key }) => key === row.key)}.${field}`);

  return (
    <form className="grid max-w-2xl gap-4" onSubmit={save} noValidate>
      {failure ? (
        <Callout tone="danger" title="The prices are still the old ones" isNew>
          {failure.detail}
        </Callout>
      ) : null}
      {rows.map((row) => (
        <fieldset key={row.key} className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_8rem_8rem_auto]">
          <legend className="sr-only">{row.model || "A model"}</legend>
          <Field label="Model" error={errorIn(row, "model")} className="col-span-2 sm:col-span-1">
            <Input
              autoComplete="off"
              spellCheck={false}
              placeholder="openai:gpt-5"
              value={row.model}
              onChange={(event) => change(row.key, { model: event.target.value })}
            />
          </Field>
          <Field label="Input" error={errorIn(row, "inputUsdPerMillion")}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              value={row.input}
              onChange={(event) => change(row.key, { input: event.target.value })}
            />
          </Field>
          <Field label="Output" error={errorIn(row, "outputUsdPerMillion")}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              value={row.output}
              onChange={(event) => change(row.key, { output: event.target.value })}
            />
          </Field>
          <IconButton
            label={`Remove the price of ${row.model || "this model"}`}
            icon={<X className="size-4" aria-hidden="true" />}
            className="col-span-2 self-start justify-self-end sm:col-span-1 sm:mt-7"
            onClick={() => setRows((all) => all.filter(({ key }) => key !== row.key))}
          />
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isLoading={isActing}>
          Save prices
        </Button>
        <Button variant="secondary" icon={<Plus className="size-4" aria-hidden="true" />} onClick={add}>
          Add a model
        </Button>
      </div>
    </form>
  );
}

const FIELDS = ["model", "inputUsdPerMillion", "outputUsdPerMillion"] as const;
