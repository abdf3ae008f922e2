export { checkModel, type ModelCheck } from "./check-model.ts";
export { DEMO_PROMPTS } from "./demo/demo-prompts.ts";
export { type ModelChoice, ModelConfigurationError, type ModelProvider } from "./model-choice.ts";
export { type ModelEnv, resolveModel } from "./resolve-model.ts";
export { StepAborted, StepError, type StepErrorCode } from "./step/step-errors.ts";
export type {
  AssistantMessage,
  PartialStep,
  RetryNotice,
  StepCall,
  StepInput,
  StepListener,
  StepResult,
  StepTool,
  StepUsage,
  StepWarning,
} from "./step/step-types.ts";
export { streamStep } from "./step/stream-step.ts";
