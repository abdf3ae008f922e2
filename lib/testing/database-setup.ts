import { testDatabase } from "./database.ts";

// Before the test file is loaded: whatever its imports read from the environment is already right.
await testDatabase();
