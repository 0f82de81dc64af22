/** The calls for one connection: executing and proposing its provider's actions. */
import type { Action, Connection, ExecutedAction, Execution, Proposal } from "@svc/contract";
import { bareActionId, splitActionId } from "./action-id.ts";
import type {
  ActionId,
  ActionResult,
  ArgumentsOfUnknown,
  ArgumentsWithoutKey,
  ExecuteArguments,
  ExecuteResult,
  ProposeArguments,
  SimilarActionId,
} from "./action-types.ts";
import { ApprovalRequiredError, ArgumentError, UnexpectedResponseError } from "./errors.ts";
import type { List } from "./listing.ts";
import { segment } from "./paths.ts";
import type { ApiResponse, CallOptions, KeyedOptions, Transport } from "./transport.ts";

/** The calls for one connection; returned by `tenant.connection(id)`. */
export type ConnectionScope = {
  /** The connection's id. */
  readonly id: string;
  /**
   * Executes an action whose id is known when the code is compiled. Input and output have the action's types, and a
   * write requires an `idempotencyKey`: create and store it before the first call.
   *
   * An id that names its provider (`doppler/secrets.get`) is sent only to a connection to that provider. The SDK
   * requests the connection's provider once per connection.
   *
   * @throws ActionOutcomeUnknownError if the write may or may not have taken effect.
   * @throws ApprovalRequiredError if the policy requires a person's approval; it has the `proposal`.
   * @throws ArgumentError if the id names another provider than the connection's. Nothing was sent.
   */
  execute<Id extends ActionId>(actionId: Id, ...inputAndOptions: ExecuteArguments<Id>): Promise<ActionResult<Id>>;
  /** A mistake: a change has no idempotency key. */
  execute<Id extends ActionId>(actionId: Id, ...input: ArgumentsWithoutKey<Id>): never;
  /** A mistake: there is no such action. */
  execute<Id extends string>(actionId: SimilarActionId<Id>, ...input: ArgumentsOfUnknown<Id>): never;
  /**
   * Executes an action whose id is known only at run time. Nothing is checked when the code is compiled: the server
   * validates the input, the output is `unknown`, and a write without a key is refused.
   */
  executeUntyped(
    actionId: string,
    input: Readonly<Record<string, unknown>>,
    options?: KeyedOptions,
  ): Promise<ExecuteResult>;
  /**
   * Requests a person's approval for a call that changes something, whatever the policy says. Nothing but reads is
   * sent. Once it's approved, svc executes it, once, under the same `idempotencyKey`.
   *
   * @returns the proposal; for a key that was already used to propose, that proposal in its current state.
   * @throws ApiError for a key whose execution failed.
   * @throws ArgumentError if the key was executed without a proposal.
   */
  propose<Id extends ActionId>(actionId: Id, ...inputAndOptions: ProposeArguments<Id>): Promise<Proposal>;
  /** A mistake: the call has no idempotency key. */
  propose<Id extends ActionId>(actionId: Id, ...input: ArgumentsWithoutKey<Id>): never;
  /** A mistake: there is no such action. */
  propose<Id extends string>(actionId: SimilarActionId<Id>, ...input: ArgumentsOfUnknown<Id>): never;
  /** Proposes an action whose id is known only at run time. The server validates the input. */
  proposeUntyped(actionId: string, input: Readonly<Record<string, unknown>>, options?: KeyedOptions): Promise<Proposal>;
  /**
   * Finds an execution with the same action and non-sensitive input whose outcome is unknown; null if there is none.
   * Check before you write with a new key: the same request may already have taken effect.
   *
   * @param action with its `inputSchema`, from `actions.get`.
   */
  findUnknownOutcome(
    action: Pick<Action, "id" | "inputSchema">,
    input: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Execution | null>;
};

/** The parts of a tenant that a connection needs. */
export type ConnectionParts = {
  transport: Transport;
  /** The tenant's path. */
  base: string;
  /** Remembers each connection's provider, which never changes. */
  providers: Map<string, string>;
  executions: (query: {
    connection_id: string;
    action_id: string;
    status: Execution["status"];
    limit: number;
  }) => List<Execution>;
};

/** Maximum number of connections whose provider is remembered. */
const providersMax = 10_000;

/**
 * Returns an action id without its provider. If the id names a provider, it must be the connection's.
 * @param path the connection's. @throws ArgumentError if the id names another provider.
 */
export async function bareIdFor(
  { transport, providers }: Pick<ConnectionParts, "transport" | "providers">,
  path: string,
  actionId: string,
  options: CallOptions | undefined,
): Promise<string> {
  if (splitActionId(actionId).provider === null) return actionId;
  let provider = providers.get(path);
  if (provider === undefined) {
    ({ provider } = (await transport.send({ method: "GET", path, options })).body as Connection);
    if (providers.size >= providersMax) providers.clear();
    providers.set(path, provider);
  }
  return bareActionId(provider, actionId);
}

/** @param id the connection's. @throws ArgumentError if it is empty or a dot segment. */
export function createConnectionScope(parts: ConnectionParts, id: string): ConnectionScope {
  const { transport, base, executions } = parts;
  const path = `${base}/connections/${segment(id, "The connection's id")}`;

  async function post(
    verb: "execute" | "propose",
    actionId: string,
    input: Readonly<Record<string, unknown>>,
    options: KeyedOptions,
  ): Promise<ApiResponse> {
    const bare = await bareIdFor(parts, path, actionId, options);
    return await transport.send({
      method: "POST",
      path: `${path}/actions/${segment(bare)}:${verb}`,
      body: { input },
      idempotencyKey: options.idempotencyKey,
      options,
    });
  }

  async function executeUntyped(
    actionId: string,
    input: Readonly<Record<string, unknown>>,
    options: KeyedOptions = {},
  ): Promise<ExecuteResult> {
    const response = await post("execute", actionId, input, options);
    if (response.status === 202) throw new ApprovalRequiredError(proposalIn(response, options));
    const { execution, output } = response.body as ExecutedAction;
    return { execution, output, replayed: response.replayed };
  }

  async function proposeUntyped(
    actionId: string,
    input: Readonly<Record<string, unknown>>,
    options: KeyedOptions = {},
  ): Promise<Proposal> {
    const response = await post("propose", actionId, input, options);
    if (response.status === 202) return proposalIn(response, options);
    // The key's call has already been executed.
    const { proposal_id: proposalId } = (response.body as ExecutedAction).execution;
    if (proposalId === null) throw new ArgumentError("IDEMPOTENCY_KEY_REUSED", executedText);
    const request = { method: "GET", path: `${base}/proposals/${segment(proposalId)}`, options } as const;
    return (await transport.send(request)).body as Proposal;
  }

  return {
    id,
    // The server validates the input and builds the output from the schemas that the types were generated from. The
    // overloads for mistakes never get past the compiler.
    execute: executeUntyped as ConnectionScope["execute"],
    executeUntyped,
    propose: proposeUntyped as ConnectionScope["propose"],
    proposeUntyped,
    async findUnknownOutcome(action, input, options) {
      const { dropUnrecorded } = await import("@svc/contract/sensitive");
      const summary = canonicalJson(dropUnrecorded(action.inputSchema, input));
      const query = { connection_id: id, action_id: action.id, status: "outcome_unknown", limit: 100 } as const;
      for await (const execution of executions(query)) {
        options?.signal?.throwIfAborted();
        if (canonicalJson(execution.summary.input) === summary) return execution;
      }
      return null;
    },
  };
}

const executedText =
  "This key's call was executed without a proposal. Look up the execution, or propose with a new key.";

/** @throws UnexpectedResponseError if the response has no proposal. */
function proposalIn(
  { status, body }: ApiResponse,
  { idempotencyKey = null }: { idempotencyKey?: string | null },
): Proposal {
  const { proposal } = body as { proposal?: Proposal | null };
  if (typeof proposal !== "object" || proposal === null) throw new UnexpectedResponseError(status, idempotencyKey);
  return proposal;
}

/** Returns JSON with sorted names, so equal values produce equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === "object" && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}
