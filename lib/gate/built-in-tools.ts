import type { Tool } from "#lib/tools/define-tool.ts";
import { documentTool } from "#lib/tools/document/document.ts";
import { draftTool } from "#lib/tools/draft/draft.ts";
import { fileSystemTool } from "#lib/tools/file-system/file-system.ts";
import { schedulerTool } from "#lib/tools/scheduler/scheduler.ts";
import { sendDraftTool } from "#lib/tools/send-draft/send-draft.ts";
import { shellTool } from "#lib/tools/shell/shell.ts";
import { webFetchTool } from "#lib/tools/web-fetch/web-fetch.ts";

/** Every tool that the product brings. `node scripts/new-tool.ts <name>` adds a line here. */
export const BUILT_IN_TOOLS: readonly Tool[] = [
  documentTool,
  draftTool,
  fileSystemTool,
  schedulerTool,
  sendDraftTool,
  shellTool,
  webFetchTool,
];
