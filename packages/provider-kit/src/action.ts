/** An action: a typed operation that a connection can execute at its provider. */
import type { Static, TObject, TSchema } from "typebox";
import { evidenceFaults } from "./evidence-rules.ts";
import { DeclarationError } from "./failure.ts";
import { quietSecondsDefault, type Evidence, type EvidenceDefinition } from "./evidence.ts";
import { checkNextPage, pageFieldsOf } from "./pages.ts";
import type { ActionPreview, PreviewDefinition } from "./preview.ts";
import type { ProviderPort } from "./request.ts";

/** What an action does to the provider's state. */
export type ActionEffect = "read" | "write" | "destructive";

/** What happens if an action is sent twice (contract §2.1). */
export type ActionIdempotency = "safe" | "idempotent" | "unsafe";

/** An action as its author declares it. */
export type ActionDefinition<
  Input extends TObject = TObject,
  Output extends TSchema = TSchema,
  Facts extends TObject = TObject,
> = {
  /** Dotted id within its provider, such as `secrets.get` or `users.findByEmail`. */
  id: string;
  title: string;
  /** What it does, for developers and agents. */
  description: string;
  /** What it does, as a phrase for the person who grants it: "Read the value of a secret". */
  consent: string;
  effect: ActionEffect;
  idempotency: ActionIdempotency;
  /** Provider scopes that the grant must include; empty if the provider's credentials have no scopes. */
  requiredScopes: readonly string[];
  /** Whether agents may call it over MCP. */
  mcp: boolean;
  /** Whether its output may contain secrets. If so, only `x-summary` fields are recorded. */
  sensitiveOutput: boolean;
  input: Input;
  output: Output;
  /** An input that works with a freshly started simulator of the provider. The docs show it, and a test runs it. */
  example?: Readonly<Record<string, unknown>>;
  /** How an unknown outcome of a changing action is settled; without evidence, only a person can resolve it. */
  evidence?: EvidenceDefinition<Input, Facts>;
  /** The preview for the person who approves a changing action; without one, they see only the input. */
  preview?: PreviewDefinition<Input>;
  /**
   * Executes the action through the port.
   * @returns the output in exactly the declared shape; undeclared fields never leave the server.
   * @throws ProviderFailure for a definite refusal that the action itself detects.
   */
  run: (input: Static<Input>, provider: ProviderPort) => Promise<Static<Output>>;
};

/** An action without its type parameters, as catalogs store it. */
export type Action = Omit<ActionDefinition, "run" | "evidence" | "preview"> & {
  /** Null for reads and for actions without evidence. */
  evidence: Evidence | null;
  /** Null for reads and for actions without a preview. */
  preview: ActionPreview | null;
  run: (input: unknown, provider: ProviderPort) => Promise<unknown>;
};

/**
 * Declares an action.
 * @throws DeclarationError if the declaration contradicts itself (an unsafe read, a safe write), or its evidence breaks
 * a rule.
 */
export function defineAction<Input extends TObject, Output extends TSchema, Facts extends TObject = TObject>(
  definition: ActionDefinition<Input, Output, Facts>,
): Action {
  if ((definition.effect === "read") !== (definition.idempotency === "safe")) {
    throw new DeclarationError(definition.id, "an action is safe if and only if its effect is read.");
  }
  const input: TObject & { additionalProperties?: unknown } = definition.input;
  if (input.additionalProperties !== false) {
    throw new DeclarationError(definition.id, "its input must reject unknown fields (additionalProperties: false).");
  }
  if (definition.preview !== undefined && definition.effect === "read") {
    throw new DeclarationError(definition.id, "a read changes nothing, so it has no preview.");
  }
  if (definition.preview?.needs.length === 0) {
    throw new DeclarationError(definition.id, "its preview lists no read action in needs, so it can't read.");
  }
  const pageFields = pageFieldsOf(definition.output);
  const unsent = pageFields.find(({ sent }) => !Object.hasOwn(definition.input.properties, sent));
  if (unsent !== undefined) {
    throw new DeclarationError(definition.id, `its output has ${unsent.next}, but its input has no ${unsent.sent}.`);
  }
  const { run, evidence, preview, ...rest } = definition;
  const action: Action = {
    ...rest,
    evidence: evidence === undefined ? null : withoutTypes(evidence),
    preview:
      preview === undefined
        ? null
        : { needs: preview.needs, read: (input, port) => preview.read(input as Partial<Static<Input>>, port) },
    // The server validates the input against `input` before it calls run, so this cast is correct.
    run: async (input, provider) => checkNextPage(pageFields, input, await run(input as Static<Input>, provider)),
  };
  const [fault] = evidenceFaults(action);
  if (fault !== undefined) throw new DeclarationError(definition.id, fault);
  return action;
}

/** The server passes `settle` the same validated input and facts, so the cast is correct. */
function withoutTypes<Input extends TObject, Facts extends TObject>(
  evidence: EvidenceDefinition<Input, Facts>,
): Evidence {
  const { settle } = evidence;
  return {
    ...evidence,
    quietSeconds: evidence.quietSeconds ?? quietSecondsDefault,
    // `evidenceFaults` reports a missing `settle`.
    settle: typeof settle === "function" ? (look) => settle(look as Parameters<typeof settle>[0]) : settle,
  };
}
