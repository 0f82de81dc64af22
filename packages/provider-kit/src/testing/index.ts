/**
 * Test tools for providers: a port over any transport, scripted answers, and the suite that every provider must pass.
 */
export { answered, answeredDiscarded, answeredText, scriptedSend } from "./responses.ts";
export { makeBearer } from "./bearer.ts";
export { declarationFaults } from "../action-rules.ts";
export {
  changeLosses,
  interferences,
  type ChangeLoss,
  type EvidenceScenario,
  type EvidenceWorld,
  type Interference,
} from "./evidence-world.ts";
export { exercisePlans, type Meanwhile, type PlanExamples } from "./exercise-plans.ts";
export { exerciseEvents, type EventExample, type EventExamples } from "./exercise-events.ts";
export { exerciseProvider } from "./exercise.ts";
export { exerciseSecretsManager } from "./exercise-secrets.ts";
export {
  answering,
  exerciseLooks,
  exerciseTraps,
  opening,
  type LookCase,
  type Trap,
  type TrapRun,
} from "./exercise-traps.ts";
export { factsFaults } from "./facts.ts";
export { runLook, type LookEnd, type LookOptions } from "./look.ts";
export { runPreview } from "./preview.ts";
export {
  createPort,
  runAction,
  testMarker,
  type Exchange,
  type PassedFacts,
  type PortOptions,
  type RunEnd,
  type Send,
} from "./port.ts";
export { holdChange, type HeldChange } from "./held-change.ts";
export { codeOf, type SecretsManagerExamples } from "./secrets-bench.ts";
export { refusedFields, secretsInputs, type SecretsInputs } from "./secrets-examples.ts";
export { secretsScenarios, type SecretInput, type SecretsState } from "./secrets-scenarios.ts";
export { findAction, findAuth, findConnection, markerOf, type Connection } from "./runs.ts";
export type { ActionExamples, ProviderExamples, ProviderLab, ProviderWorld, RefusedSubmission } from "./world.ts";
export { sendTo, type SendRules } from "./send-to.ts";
export { deliveryOf, isVerified, signDelivery, type DeliveryHeaders } from "./sign-delivery.ts";
