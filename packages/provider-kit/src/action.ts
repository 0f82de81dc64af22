/** An action: a typed thing that one connection may do at its provider. */
import type { Static, TObject, TSchema } from "typebox";
import type { ProviderPort } from "./request.ts";

/** What an action does to the provider's state. */
export type ActionEffect = "read" | "write" | "destructive";

/** How an action behaves when it is sent twice (contract §2.1). */
export type ActionIdempotency = "safe" | "idempotent" | "unsafe";

/** An action as its author writes it. */
export type ActionDefinition<Input extends TObject = TObject, Output extends TSchema = TSchema> = {
  /** Dotted id within its provider, such as `secrets.get`. */
  id: string;
  title: string;
  /** What it does, for developers and agents. */
  description: string;
  /** The same in a phrase for the person who grants it: "Read the value of a secret". */
  consent: string;
  effect: ActionEffect;
  idempotency: ActionIdempotency;
  /** Provider scopes that the grant must hold; empty where the provider's credentials carry none. */
  requiredScopes: readonly string[];
  /** Whether agents may call it over MCP. */
  mcp: boolean;
  /** Whether its output holds anything that must not be kept: then only `x-summary` fields are recorded. */
  sensitiveOutput: boolean;
  input: Input;
  output: Output;
  /** An input that works at the provider's simulator as it starts: the request that the docs show, and a test runs. */
  example?: Readonly<Record<string, unknown>>;
  /**
   * Does the action through the port.
   * @returns the output, exactly in the declared shape; fields that are not declared never leave the server.
   * @throws ProviderFailure for a definite refusal that the action itself finds.
   */
  run: (input: Static<Input>, provider: ProviderPort) => Promise<Static<Output>>;
};

/** An action with its types folded away, as catalogs hold it. */
export type Action = Omit<ActionDefinition, "run"> & {
  run: (input: unknown, provider: ProviderPort) => Promise<unknown>;
};

/**
 * Declares an action.
 * @throws RangeError where the declaration contradicts itself (a read that is unsafe, a write that is safe).
 */
export function defineAction<Input extends TObject, Output extends TSchema>(
  definition: ActionDefinition<Input, Output>,
): Action {
  if ((definition.effect === "read") !== (definition.idempotency === "safe")) {
    throw new RangeError(`${definition.id}: an action is safe if and only if its effect is read.`);
  }
  const input: TObject & { additionalProperties?: unknown } = definition.input;
  if (input.additionalProperties !== false) {
    throw new RangeError(`${definition.id}: its input must refuse unknown fields (additionalProperties: false).`);
  }
  const { run, ...rest } = definition;
  // The server validates the input against `input` before it calls run, so the type holds.
  return { ...rest, run: (input, provider) => run(input as Static<Input>, provider) };
}
