"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { announce } from "#components/ui/status-store.ts";

interface HeaderRow {
  name: string;
  value: string;
}

const NO_HEADER: HeaderRow = { name: "", value: "" };

export function NewServer() {
  const router = useRouter();
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [headers, setHeaders] = useState<HeaderRow[]>([{ name: "Authorization", value: "" }]);
  const { act, isActing, errorOf, restOf } = useAct();
  const sent = headers.filter(({ name, value }) => name !== "" && value !== "");
  const rest = restOf("name", "url", ...sent.map(({ name }) => `headers.${name}`));

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    const body = { name, url, headers: Object.fromEntries(sent.map(({ name, value }) => [name, value])) };
    const answer = await act(() => callApi<{ name: string; tools: unknown[] }>("POST", "/api/mcp-servers", body));
    if (!answer) return;
    setName("");
    setUrl("");
    setHeaders([{ name: "Authorization", value: "" }]);
    announce({ text: `${answer.value.name} is here with ${answer.value.tools.length} tools to review.` });
    router.refresh();
  }

  const change = (index: number, changes: Partial<HeaderRow>) =>
    setHeaders(headers.map((header, at) => (at === index ? { ...header, ...changes } : header)));

  return (
    <form onSubmit={(event) => void add(event)} className="grid max-w-2xl gap-4" autoComplete="off">
      {rest ? (
        <Callout tone="danger" title="It was not added" isNew>
          {rest.detail}
        </Callout>
      ) : null}
      <Field
        label="Name"
        isRequired
        error={errorOf("name")}
        hint="It stands in the names of its tools: letters, digits, hyphens, such as github."
      >
        <Input value={name} onChange={(event) => setName(event.target.value)} maxLength={24} spellCheck={false} dir="ltr" />
      </Field>
      <Field
        label="Address"
        isRequired
        error={errorOf("url")}
        hint="Of its Streamable HTTP endpoint. It is kept encrypted, and what stands behind a ? is not shown again."
      >
        <Input
          type="url"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          placeholder="https://mcp.example.com/mcp"
          dir="ltr"
        />
      </Field>
      <fieldset className="grid gap-3">
        <legend className="text-sm font-medium">Headers</legend>
        <p className="text-sm text-muted">
          Such as a token, if it wants one. Kept encrypted and never shown again; leave the value empty to send none.
        </p>
        {headers.map((header, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are added at the end alone
          <div key={index} className="grid gap-3 sm:grid-cols-[12rem_1fr]">
            <Field label={`Header ${index + 1}`} error={errorOf(`headers.${header.name}`)}>
              <Input value={header.name} onChange={(event) => change(index, { name: event.target.value })} spellCheck={false} dir="ltr" />
            </Field>
            <Field label={`Value ${index + 1}`}>
              <Input
                type="password"
                autoComplete="new-password"
                value={header.value}
                onChange={(event) => change(index, { value: event.target.value })}
                placeholder={header.name === "Authorization" ? "Bearer …" : undefined}
                dir="ltr"
              />
            </Field>
          </div>
        ))}
        <div>
          <Button size="sm" onClick={() => setHeaders([...headers, NO_HEADER])}>
            Another header
          </Button>
        </div>
      </fieldset>
      <div>
        <Button type="submit" variant="primary" isLoading={isActing} disabled={name.trim() === "" || url.trim() === ""}>
          Add server
        </Button>
      </div>
    </form>
  );
}
