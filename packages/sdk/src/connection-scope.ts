/** The calls for one connection: executing its provider's actions. */
import type { Action, Connection, ExecutedAction, Execution } from "@svc/contract";
import { bareActionId, splitActionId } from "./action-id.ts";
import type { ActionId, ActionResult, ExecuteArguments, ExecuteResult } from "./action-types.ts";
import type { List } from "./listing.ts";
import { segment } from "./paths.ts";
import type { CallOptions, KeyedOptions, Transport } from "./transport.ts";

/** The calls for one connection; returned by `tenant.connection(id)`. */
export type ConnectionScope = {
  /** The connection's id. */
  readonly id: string;
  /**
   * Executes an action whose id is known when the code is compiled. Input and output have the action's types, and a write
   * requires an `idempotencyKey`: create and store it before the first call.
   *
   * With its provider (`doppler/secrets.get`), an id is only sent to a connection to this provider. The SDK asks once per
   * connection which provider that is.
   *
   * @throws ActionOutcomeUnknownError if the write may or may not have taken effect.
   * @throws ArgumentError if the id names another provider than the connection's. Nothing was sent.
   */
  execute<Id extends ActionId>(actionId: Id, ...inputAndOptions: ExecuteArguments<Id>): Promise<ActionResult<Id>>;
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
   * Finds an execution with the same action and non-sensitive input whose outcome is unknown; null if there is none. Look
   * before you write with a new key, because the same request may have taken effect already.
   *
   * @param action with its `inputSchema`, from `actions.get`.
   */
  findUnknownOutcome(
    action: Pick<Action, "id" | "inputSchema">,
    input: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Execution | null>;
};

/** What a connection needs of its tenant. */
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

/** The most connections whose provider is remembered. */
const providersMax = 10_000;

/** @param id the connection's. @throws ArgumentError if it is empty or a dot segment. */
export function createConnectionScope(parts: ConnectionParts, id: string): ConnectionScope {
  const { transport, base, providers, executions } = parts;
  const path = `${base}/connections/${segment(id)}`;

  async function providerOf(options: CallOptions): Promise<string> {
    const known = providers.get(path);
    if (known !== undefined) return known;
    const { provider } = (await transport.send({ method: "GET", path, options })).body as Connection;
    if (providers.size >= providersMax) providers.clear();
    providers.set(path, provider);
    return provider;
  }

  async function executeUntyped(
    actionId: string,
    input: Readonly<Record<string, unknown>>,
    options: KeyedOptions = {},
  ): Promise<ExecuteResult> {
    const isNamed = splitActionId(actionId).provider !== null;
    const bare = isNamed ? bareActionId(await providerOf(options), actionId) : actionId;
    const answer = await transport.send({
      method: "POST",
      path: `${path}/actions/${segment(bare)}:execute`,
      body: { input },
      idempotencyKey: options.idempotencyKey,
      options,
    });
    const { execution, output } = answer.body as ExecutedAction;
    return { execution, output, replayed: answer.replayed };
  }

  return {
    id,
    execute: async <Id extends ActionId>(actionId: Id, ...[input, options]: ExecuteArguments<Id>) =>
      // The server validates the input and builds the output from the schemas that the types were generated from.
      (await executeUntyped(actionId, input as Readonly<Record<string, unknown>>, options)) as ActionResult<Id>,
    executeUntyped,
    async findUnknownOutcome(action, input, options) {
      const { dropSensitive } = await import("@svc/contract/sensitive");
      const summary = canonicalJson(dropSensitive(action.inputSchema, input));
      const query = { connection_id: id, action_id: action.id, status: "outcome_unknown", limit: 100 } as const;
      for await (const execution of executions(query)) {
        options?.signal?.throwIfAborted();
        if (canonicalJson(execution.summary.input) === summary) return execution;
      }
      return null;
    },
  };
}

/** JSON with sorted names, so that equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === "object" && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}
