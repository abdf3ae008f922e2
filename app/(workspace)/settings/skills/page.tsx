import { pageActor } from "#lib/auth/page-actor.ts";
import { listSkills } from "#lib/skills/list-skills.ts";
import { Section } from "../_components/section.tsx";
import { NewSkill } from "./_components/new-skill.tsx";
import { SkillList } from "./_components/skill-list.tsx";

export const metadata = { title: "Skills" };

/** What agents of the organization are told besides: for owners and admins to switch, for everybody to read. */
export default async function SkillsPage() {
  const actor = await pageActor();
  const { items } = await listSkills(actor);
  const mayChange = actor.role === "owner" || actor.role === "admin";
  return (
    <>
      <Section
        title="Skills"
        description="Instructions that every agent here is given while they are switched on, from the next message on. They decide nothing: rules and approvals stand as they are."
      >
        <SkillList skills={items.map(({ updatedAt: _, ...skill }) => skill)} mayChange={mayChange} />
      </Section>
      {mayChange ? (
        <Section
          title="Add a skill"
          description="As a SKILL.md. One that has its name already is replaced. It is switched off until somebody switches it on."
        >
          <NewSkill />
        </Section>
      ) : null}
    </>
  );
}
