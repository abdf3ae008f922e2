import { EmptyState } from "#components/ui/empty-state.tsx";

export function NoAgentRights() {
  return (
    <EmptyState title="Owners and admins make agents" level={2}>
      You can read what each of them is told and may do, under Agents.
    </EmptyState>
  );
}
