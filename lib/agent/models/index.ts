export { checkModel } from "./check-model.ts";
export { DEMO_PROMPTS } from "./demo/demo-prompts.ts";
export { type ModelChoice, ModelConfigurationError } from "./model-choice.ts";
export { relayedText, relayModel } from "./relay-model.ts";
export { resolveModel } from "./resolve-model.ts";
export { StepAborted, StepError } from "./step/step-errors.ts";
export type { PartialStep, StepCall, StepResult, StepTool } from "./step/step-types.ts";
export { streamStep, WITHOUT_END } from "./step/stream-step.ts";
export { estimateInputTokens, usageOf } from "./step/usage.ts";
