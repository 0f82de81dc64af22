/** For tests of providers: a port over any transport, scripted answers, and the suite that every provider must pass. */
export { answered, answeredDiscarded, answeredText, scriptedSend } from "./answers.ts";
export { declarationFaults } from "./declaration.ts";
export { exerciseProvider } from "./exercise.ts";
export { createPort, runAction, type Exchange, type PortOptions, type RunEnd, type Send } from "./port.ts";
export type { ActionExamples, ProviderExamples, ProviderWorld, RefusedSubmission } from "./world.ts";
