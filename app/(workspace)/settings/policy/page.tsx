import { Callout } from "#components/ui/callout.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { listTools } from "#lib/gate/index.ts";
import { getPolicy } from "#lib/policies/get-policy.ts";
import { listPolicyVersions, type PolicyVersion } from "#lib/policies/list-policy-versions.ts";
import { isBroken } from "#lib/policies/load-policy.ts";
import { policySchema } from "#lib/policies/policy.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { Section } from "../_components/section.tsx";
import { PolicyEditor } from "./_components/policy-editor.tsx";
import { PresetChooser } from "./_components/preset-chooser.tsx";
import { PRESET_WORDS } from "./_components/preset-words.ts";
import { RulesInForce } from "./_components/rules-in-force.tsx";
import { VersionHistory, type VersionRow } from "./_components/version-history.tsx";

export const metadata = { title: "Rules" };

const VERSIONS_SHOWN = 50;

/** The rules in force in plain words; for owners and admins the ways to change them. */
export default async function PolicyPage() {
  const actor = await pageActor();
  const [policy, versions, tools] = await Promise.all([
    getPolicy(actor),
    listPolicyVersions(actor, { limit: VERSIONS_SHOWN }),
    listTools(actor),
  ]);
  const mayPublish = actor.role === "owner" || actor.role === "admin";
  const rules = isBroken(policy) ? [] : policy.rules;
  const preset = isBroken(policy) ? null : policy.preset;
  return (
    <>
      {isBroken(policy) ? (
        <Callout tone="danger" title="The rules cannot be read, so every call of every tool is denied">
          {policy.brokenReason} {mayPublish ? "Publish a preset or an earlier version to mend it." : "Tell an owner or an admin."}
        </Callout>
      ) : null}
      {preset === "open" ? (
        <Callout tone="danger" title="Open: every call runs without asking">
          Anything that an agent was talked into happens at once. Choose another preset before agents can reach anything that matters.
        </Callout>
      ) : null}
      <Section
        title="Rules"
        description={
          preset
            ? `What agents in ${actor.organization.name} may do, and who is asked first. Version ${policy.version}, made from ${PRESET_WORDS[preset].name}.`
            : `Version ${policy.version}.`
        }
      >
        <RulesInForce rules={rules} />
      </Section>
      <Section
        title="Presets"
        description={
          mayPublish
            ? "Choosing one shows what it changes; nothing is in force before it is published."
            : `Owners and admins change the rules. Your role is ${actor.role}.`
        }
      >
        {mayPublish ? (
          <PresetChooser key={policy.version} version={policy.version} current={preset} rules={rules} presetRules={PRESET_RULES} />
        ) : null}
      </Section>
      <PolicyEditor
        key={`editor ${policy.version}`}
        version={policy.version}
        preset={preset ?? "balanced"}
        rules={rules}
        tools={tools.items.length > 0 ? tools.items.map((tool) => tool.name) : ["shell"]}
        mayPublish={mayPublish}
      />
      <Section title="History" description="Every version is kept.">
        <VersionHistory versions={versions.items.map(versionRow)} version={policy.version} mayPublish={mayPublish} />
      </Section>
    </>
  );
}

function versionRow({ version, preset, rules, createdByName, createdAt }: PolicyVersion): VersionRow {
  const read = policySchema.safeParse({ preset, rules });
  return { version, preset, rules, createdByName, createdAt: createdAt.toISOString(), policy: read.success ? read.data : null };
}
