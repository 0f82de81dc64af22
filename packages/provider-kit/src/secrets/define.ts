/**
 * Declares a provider's version of a shared secrets action, and rejects one that accepts or returns more than the
 * shared one.
 */
import type { TObject } from "typebox";
import { type Action, type ActionDefinition } from "../action.ts";
import { DeclarationError } from "../failure.ts";
import { inputsOfSome, optionalSecretsActions, secretsContract, type SecretsActionId } from "./contract.ts";
import { wideningFaults } from "./widening.ts";
import { defineAction } from "../define.ts";

/** The provider's own parts: its texts, narrower schemas, and the implementation. */
type Own<Input extends TObject, Output extends TObject, Facts extends TObject> = Pick<
  ActionDefinition<Input, Output, Facts>,
  "description" | "example" | "evidence" | "preview" | "run"
> &
  Partial<Pick<ActionDefinition, "title" | "consent" | "requiredScopes">> & {
    /** The shared input by default. */
    input?: Input;
    /** The shared output by default. */
    output?: Output;
  };

/** Rules for every secrets action of every provider: agents never see it, and records keep only marked fields. */
const rules = { requiredScopes: [], mcp: false, sensitiveOutput: true } as const;

/**
 * Declares one of the shared actions for a provider.
 * @throws DeclarationError if its schemas aren't as narrow as the shared ones, or it breaks a rule of `defineAction`.
 */
export function defineSecretsAction<
  Id extends SecretsActionId,
  Input extends TObject = (typeof secretsContract)[Id]["input"],
  Output extends TObject = (typeof secretsContract)[Id]["output"],
  Facts extends TObject = TObject,
>(id: Id, own: Own<Input, Output, Facts>): Action {
  const { input, output, ...shared } = secretsContract[id];
  // Without its own schemas, the types are those of the shared ones.
  const schemas = {
    input: own.input ?? (input as TObject as Input),
    output: own.output ?? (output as TObject as Output),
  };
  const action = defineAction<Input, Output, Facts>({ ...shared, ...rules, ...own, ...schemas });
  const [fault] = secretsActionFaults(action);
  if (fault !== undefined) throw new DeclarationError(id, fault);
  return action;
}

/** Returns a sentence for each way in which an action differs from the shared action with the same id. */
export function secretsActionFaults(action: Action): string[] {
  if (!Object.hasOwn(secretsContract, action.id)) return [`${action.id} isn't one of the shared actions.`];
  const shared = secretsContract[action.id as SecretsActionId];
  return [
    ...(["effect", "idempotency"] as const)
      .filter((part) => action[part] !== shared[part])
      .map((part) => `its ${part} must be ${shared[part]}.`),
    ...(action.mcp ? ["agents must not see it."] : []),
    ...(action.sensitiveOutput ? [] : ["its output must be sensitive."]),
    ...wideningFaults(shared.input, action.input, "input", inputsOfSome),
    ...wideningFaults(shared.output, action.output, "output"),
  ];
}

/**
 * Returns a sentence for each of the six actions that a provider lacks, and for each difference from a shared action.
 */
export function secretsContractFaults(actions: readonly Action[]): string[] {
  return (Object.keys(secretsContract) as SecretsActionId[]).flatMap((id) => {
    const action = actions.find((one) => one.id === id);
    if (action !== undefined) return secretsActionFaults(action).map((fault) => `${id}: ${fault}`);
    return optionalSecretsActions.includes(id) ? [] : [`${id} is missing.`];
  });
}
