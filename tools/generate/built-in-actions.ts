/** The SDK's types for the built-in providers' actions, generated from the providers' own schemas. */
import { actionTypeMembers, type TypedAction } from "@svc/contract/action-types";

/** @returns the text of the TypeScript file. */
export function builtInActions(actions: readonly TypedAction[]): string {
  return `/** The types of svc's own actions. Generated from the providers' schemas by tools/generate; do not edit. */
export interface BuiltInActions {
${actionTypeMembers(actions)}}
`;
}
