import { verifyLog } from "#lib/audit/verify-log.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";

/** Whether the log is as it was written. */
export const GET = tenantRoute({ roles: ["owner", "admin", "auditor"] }, ({ ctx }) => verifyLog(ctx));
