import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Select } from "#components/ui/select.tsx";
import { Td } from "#components/ui/table.tsx";
import type { Role } from "#lib/context.ts";

export interface MemberRowItem {
  id: string;
  name: string;
  email: string;
  role: Role;
  status: "active" | "invited";
  createdAt: string;
  expiresAt: string | null;
}

interface MemberRowProps {
  member: MemberRowItem;
  isViewer: boolean;
  /** Those that the viewer may give to this member; none when they may not touch them. */
  roles: Role[];
  onChange: (role: Role) => void;
  onRemove: () => void;
}

export function MemberRow({ member, isViewer, roles, onChange, onRemove }: MemberRowProps) {
  const { name, email, role, status, createdAt, expiresAt } = member;
  const mayManage = roles.length > 0;
  return (
    <tr>
      <Td className="min-w-36 font-medium wrap-anywhere">
        {name} {isViewer ? <Badge tone="accent">you</Badge> : null} {status === "invited" ? <Badge>invited</Badge> : null}
      </Td>
      <Td className="min-w-32">
        {mayManage ? (
          <Select aria-label={`Role of ${name}`} value={role} onChange={(event) => onChange(event.target.value as Role)}>
            {roles.map((given) => (
              <option key={given}>{given}</option>
            ))}
          </Select>
        ) : (
          <Badge>{role}</Badge>
        )}
      </Td>
      <Td className="min-w-48 wrap-anywhere">{email}</Td>
      <Td className="whitespace-nowrap">
        {expiresAt ? (
          <>
            ends <RelativeTime at={expiresAt} />
          </>
        ) : (
          <RelativeTime at={createdAt} />
        )}
      </Td>
      <Td className="text-end">
        {mayManage || isViewer ? (
          <Button
            size="sm"
            onClick={onRemove}
            aria-label={isViewer ? "Leave this organization" : `${status === "invited" ? "Withdraw" : "Remove"} ${name}`}
          >
            {isViewer ? "Leave" : status === "invited" ? "Withdraw" : "Remove"}
          </Button>
        ) : null}
      </Td>
    </tr>
  );
}
