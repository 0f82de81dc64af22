/** Actions as tools for agents: effective, granted actions with `mcp: true`, executed through the same client. */
import type { Action, Connection, EvidenceProspect, Proposal, TenantProvider } from "@svc/contract";
import { proposalText, stillWaits } from "@svc/contract/proposal-status";
import { splitActionId } from "./action-id.ts";
import type { ExecuteResult } from "./action-types.ts";
import { canonicalJson, type ConnectionScope } from "./connection-scope.ts";
import { ActionOutcomeUnknownError, ApiError, ApprovalRequiredError, ArgumentError } from "./errors.ts";
import type { List } from "./listing.ts";
import type { SdkPlatform } from "./platform.ts";
import {
  anthropicTools,
  openAiChatTools,
  openAiResponsesTools,
  vercelTools,
  type AnthropicTool,
  type OpenAiChatTool,
  type OpenAiResponsesTool,
  type ToolDescription,
  type VercelTool,
} from "./tool-formats.ts";
import type { CallOptions, KeyedOptions } from "./transport.ts";

/** Which tools to offer; everything that agents may call by default. */
export type ToolChoice = {
  /** Only these actions, by id with provider, such as `github/issues.list`. */
  actions?: readonly string[];
  /** Only through these connections. */
  connectionIds?: readonly string[];
};

/** One tool: an action, and the connections to which it was granted. */
export type AgentTool = ToolDescription & { action: Action; connections: readonly Connection[] };

/** The result to pass to the model: the output without secrets as JSON, or a problem that an agent can act on. */
export type ToolOutcome = {
  text: string;
  isError: boolean;
  executionId: string | null;
  /** The proposal's id for `proposals.wait` if a person has to approve the call; otherwise null. */
  proposalId: string | null;
  /** The key of a write; null for a read, or if nothing was sent. */
  idempotencyKey: string | null;
};

/** The tools of a tenant at the time of the call, in the form of each SDK. */
export type AgentTools = {
  readonly list: readonly AgentTool[];
  /** For `tools` of OpenAI's Chat Completions. */
  openAiChat(): OpenAiChatTool[];
  /** For `tools` of OpenAI's Responses. */
  openAiResponses(): OpenAiResponsesTool[];
  /** For `tools` of Anthropic's Messages. */
  anthropic(): AnthropicTool[];
  /**
   * For `tools` of Vercel's AI SDK, which calls them itself. A refusal is thrown, and the SDK reports it to the model.
   */
  vercel(): Record<string, VercelTool>;
  /**
   * Executes the model's tool call.
   *
   * Each write gets its own key. If an identical write has an unknown outcome, nothing is sent. If no response arrived,
   * the next call with the same arguments sends the same key, so it can't act twice. If a person has to approve the
   * write, the result says so, and the same call checks on the same proposal.
   *
   * @param args the model's arguments: an object, or JSON.
   * @returns the output; svc's refusals too, as errors for the model.
   * @throws ArgumentError if there is no such tool; ConnectionError and TimeoutError if no response arrived.
   */
  call(name: string, args: unknown, options?: KeyedOptions): Promise<ToolOutcome>;
};

/** The calls that tools are made from. */
export type ToolSources = {
  platform: Pick<SdkPlatform, "newKey">;
  providers: { list(options?: CallOptions): Promise<TenantProvider[]> };
  actions: { list(provider: string, options?: CallOptions): Promise<Action[]> };
  connections: { list(query: { status: "active" }, options?: CallOptions): List<Connection> };
  connection(id: string): ConnectionScope;
};

/** @throws ArgumentError if the choice names an action that agents may not call. */
export async function createAgentTools(
  sources: ToolSources,
  choice: ToolChoice,
  options?: CallOptions,
): Promise<AgentTools> {
  const { toolDescription, toolInputSchema, toolName } = await import("@svc/contract/agent-tools");
  const connections: Connection[] = [];
  for await (const connection of sources.connections.list({ status: "active" }, options)) {
    if (choice.connectionIds?.includes(connection.id) ?? true) connections.push(connection);
  }
  const slugs = (await sources.providers.list(options)).map(({ slug }) => slug);
  const effective = (await Promise.all(slugs.map((slug) => sources.actions.list(slug, options)))).flat();
  const granting = (action: Action): Connection[] =>
    connections.filter(
      ({ provider, grantedActions }) => provider === action.provider && grantedActions.includes(action.id),
    );
  checkChoice(choice.actions ?? [], effective, granting);
  const list = effective
    .filter((action) => action.mcp && isChosen(choice.actions, action))
    .map((action) => ({ action, connections: granting(action).toSorted((a, b) => (a.id < b.id ? -1 : 1)) }))
    .filter((tool) => tool.connections.length > 0)
    .map((tool): AgentTool => {
      const { provider, id, description, effect, evidence, inputSchema } = tool.action;
      return {
        ...tool,
        name: toolName(provider, id),
        description: toolDescription({ description, effect, strength: evidence.strength }),
        inputSchema: toolInputSchema(inputSchema, tool.connections),
      };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const call = createCaller(sources, list);
  return {
    list,
    openAiChat: () => openAiChatTools(list),
    openAiResponses: () => openAiResponsesTools(list),
    anthropic: () => anthropicTools(list),
    vercel: () => vercelTools(list, call),
    call,
  };
}

function isChosen(chosen: readonly string[] | undefined, action: Action): boolean {
  return chosen === undefined || chosen.some((id) => isNamed(id, action));
}

function isNamed(id: string, action: Action): boolean {
  const split = splitActionId(id);
  return split.id === action.id && (split.provider === null || split.provider === action.provider);
}

/**
 * Throws for a named action that isn't offered: it was named on purpose, so silently omitting it would hide a mistake.
 */
function checkChoice(
  chosen: readonly string[],
  effective: readonly Action[],
  granting: (action: Action) => readonly Connection[],
): void {
  for (const id of chosen) {
    const known = effective.filter((action) => isNamed(id, action));
    if (known.length === 0)
      throw new ArgumentError("ACTION_NOT_FOUND", `${id} is not an action that this tenant can use.`);
    const forAgents = known.filter(({ mcp }) => mcp);
    if (forAgents.length === 0)
      throw new ArgumentError("ACTION_NOT_FOUND", `${id} is not for agents: it has mcp: false.`);
    if (!forAgents.some((action) => granting(action).length > 0)) {
      throw new ArgumentError("ACTION_NOT_GRANTED", `No active connection was granted ${id}.`);
    }
  }
}

function createCaller(sources: ToolSources, list: readonly AgentTool[]): AgentTools["call"] {
  const tools = new Map(list.map((tool) => [tool.name, tool]));
  /** Keys of writes that got no definite response, by call. */
  const unanswered = new Map<string, string>();

  return async (name, args, options = {}) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new ArgumentError("ACTION_NOT_FOUND", `There is no tool ${name}. Nothing was sent.`);
    const { connectionArgument } = await import("@svc/contract/agent-tools");
    const parsed = parseArguments(args);
    if (parsed === null) return refusal("INPUT_INVALID", "The arguments must be a JSON object.");
    const { [connectionArgument]: named, ...input } = parsed;
    const connectionId = chosenConnection(tool, named);
    if (connectionId === null) {
      const ids = tool.connections.map(({ id }) => id).join(", ");
      return refusal("INPUT_INVALID", `${connectionArgument} must be one of ${ids}.`);
    }
    const connection = sources.connection(connectionId);
    const call = `${name} ${connectionId} ${canonicalJson(input)}`;
    let key: string | null = null;
    if (tool.action.effect !== "read") {
      key = options.idempotencyKey ?? unanswered.get(call) ?? null;
      const open = key === null ? await connection.findUnknownOutcome(tool.action, input, options) : null;
      if (open !== null)
        return { ...refusal("ACTION_OUTCOME_UNKNOWN", unknownText(open.id, null)), executionId: open.id };
      key ??= sources.platform.newKey();
    }
    try {
      const sent = key === null ? options : { ...options, idempotencyKey: key };
      const result = await connection.executeUntyped(tool.action.id, input, sent);
      unanswered.delete(call);
      const text = JSON.stringify((await withoutSecrets(tool.action, result)) ?? {});
      return { text, isError: false, executionId: result.execution.id, proposalId: null, idempotencyKey: key };
    } catch (error) {
      if (isDefinite(error)) unanswered.delete(call);
      else if (key !== null) unanswered.set(call, key);
      const outcome = toOutcome(error);
      if (outcome === null) throw error;
      return { ...outcome, idempotencyKey: key };
    }
  };
}

/** Whether the call with this key has its final response. A pending proposal will have another one later. */
function isDefinite(error: unknown): boolean {
  if (error instanceof ApprovalRequiredError) return !stillWaits(error.proposal.status);
  return error instanceof ApiError && error.code !== null && !error.retryable;
}

/** Returns the model's result for an error; null if the error isn't svc's response. */
function toOutcome(error: unknown): Omit<ToolOutcome, "idempotencyKey"> | null {
  if (error instanceof ApprovalRequiredError) {
    const { proposal } = error;
    return { text: waitingText(proposal), isError: false, executionId: null, proposalId: proposal.id };
  }
  if (!(error instanceof ApiError)) return null;
  return { text: problemText(error), isError: true, executionId: error.executionId, proposalId: null };
}

/** The connection that the call names, or the only one available; null if the model has to choose. */
function chosenConnection({ connections }: AgentTool, named: unknown): string | null {
  const fitting = named === undefined ? connections : connections.filter(({ id }) => id === named);
  return fitting.length === 1 ? (fitting[0]?.id ?? null) : null;
}

/** Returns the part of an output that may enter an agent's context. A replay contains nothing sensitive. */
async function withoutSecrets(action: Action, { output, replayed }: ExecuteResult): Promise<unknown> {
  const { dropUnrecorded } = await import("@svc/contract/sensitive");
  return replayed ? output : dropUnrecorded(action.outputSchema, output);
}

function parseArguments(args: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = typeof args === "string" ? JSON.parse(args === "" ? "{}" : args) : (args ?? {});
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function refusal(code: string, detail: string): ToolOutcome {
  return {
    text: JSON.stringify({ code, detail }),
    isError: true,
    executionId: null,
    proposalId: null,
    idempotencyKey: null,
  };
}

function waitingText(proposal: Proposal): string {
  const { id, status, expiresAt } = proposal;
  const waits = stillWaits(status);
  const next =
    status === "pending"
      ? `It can be approved until ${expiresAt}. After approval, svc makes the call itself, so do not repeat it.`
      : "Do not repeat the call unless the user wants it.";
  const detail = `${proposalText(proposal)} Tell the user. ${next}`;
  return JSON.stringify({ status: waits ? "pending_approval" : status, proposal_id: id, detail });
}

function unknownText(executionId: string | null, evidence: EvidenceProspect | null): string {
  const which = executionId === null ? "An execution" : `Execution ${executionId}`;
  const next = {
    automatic: "svc keeps looking for its effect at the provider and records what it can prove. Tell the user.",
    on_request: "Tell the user: svc will look for its effect at the provider on a request to settle the execution.",
    none: "Tell the user, so that it can be checked at the provider and resolved.",
  }[evidence ?? "none"];
  return `${which} may or may not have taken effect. Do not repeat this call in any form. ${next}`;
}

function problemText(error: ApiError): string {
  const { code, status, detail, retryable, retryAfterSeconds, executionId, errors } = error;
  return JSON.stringify({
    code: code ?? `HTTP_${status}`,
    detail: error instanceof ActionOutcomeUnknownError ? unknownText(executionId, error.evidence) : detail,
    retryable,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(executionId === null ? {} : { execution_id: executionId }),
    ...(errors.length === 0 ? {} : { errors }),
  });
}
