import { afterAll, vi } from "vitest";
import { keepToOneThread } from "./one-thread.ts";
import { rememberProcess } from "./process-state.ts";

// Unit test files share a process, because loading the libraries costs a file more than its tests do. Only the libraries are shared,
// though: each file loads our own modules anew, and takes its singletons and its environment with it.
vi.resetModules();
afterAll(rememberProcess());
keepToOneThread();
