/** An action: a typed operation that a connection can execute at its provider. */
import type { Static, TObject, TSchema } from "typebox";
import { type Evidence, type EvidenceDefinition } from "./evidence.ts";
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
  /** The digest of what an operator reviewed, if the action is a tool of a remote MCP server. Executions record it. */
  toolDigest?: string;
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
