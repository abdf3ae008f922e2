import { prepareInstallation } from "#lib/members/prepare-installation.ts";

// In a process of its own, because the configuration is read once: makes the owner whose key the drivers use.
await prepareInstallation("http://127.0.0.1");
process.exit(0);
