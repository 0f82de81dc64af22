/**
 * The tool `get_proposal`: shows an agent the state of a call that needs a person's approval. It shows only proposals
 * that were made through MCP under the same grant, calls no provider and changes nothing.
 */
import {
  idLengthMax,
  idPattern,
  idPrefixes,
  proposalStatuses,
  proposalText,
  ServiceError,
  stillWaits,
  type InputError,
  type Proposal,
} from "@svc/contract";
import { compileSchema, type SchemaCheck } from "../../domain/schemas/compile.ts";
import type { McpScope, McpServices } from "./deps.ts";
import { grantOf } from "./get-execution.ts";
import type { ToolResult } from "./results.ts";
import { getExecutionToolName, getProposalToolName, type OfferedTool, type PresentedTool } from "./tools.ts";

const inputSchema = {
  type: "object",
  properties: {
    proposal_id: {
      type: "string",
      pattern: idPattern(idPrefixes.proposal),
      maxLength: idLengthMax,
      description: "The id of a proposal, from an earlier result.",
    },
  },
  required: ["proposal_id"],
  additionalProperties: false,
} as const;

const text = { type: "string" };
const textOrNull = { anyOf: [text, { type: "null" }] };

const outputSchema = {
  type: "object",
  properties: {
    proposal_id: text,
    status: {
      enum: proposalStatuses,
      description: "`pending`: it waits for a person. `accepted`: it was executed; see `execution_id` for the outcome.",
    },
    provider: text,
    action_id: text,
    connection_id: text,
    execution_id: textOrNull,
    error: { anyOf: [{ type: "object" }, { type: "null" }] },
    expiresAt: text,
  },
  required: ["proposal_id", "status", "provider", "action_id", "connection_id", "execution_id", "error", "expiresAt"],
  additionalProperties: false,
} as const;

const presented: PresentedTool = {
  name: getProposalToolName,
  title: "Get a proposal",
  description: `Shows the state of one of your calls that needs a person's approval: whether it was approved, and its execution, whose outcome ${getExecutionToolName} shows. It calls no provider and changes nothing.`,
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** Returns the tool for the listing; null if no tool of the tenant's changes anything. */
export function getProposalAmong(tools: readonly OfferedTool[]): PresentedTool | null {
  return tools.some(({ action }) => action.effect !== "read") ? presented : null;
}

let check: SchemaCheck | null = null;

function faultsOf(input: unknown): InputError[] {
  check ??= compileSchema(inputSchema);
  return check(input);
}

/** @throws ServiceError INPUT_INVALID; PROPOSAL_NOT_FOUND, also for a proposal that wasn't made under this grant. */
export async function getProposal(
  services: Pick<McpServices, "proposals">,
  { caller, tenantId }: Pick<McpScope, "caller" | "tenantId">,
  input: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
  const errors = faultsOf(input);
  if (errors.length > 0) throw new ServiceError("INPUT_INVALID", { errors });
  const { proposal_id } = input as { proposal_id: string };
  const proposal = await services.proposals.getMadeUnder(grantOf(caller), caller, tenantId, proposal_id);
  const structuredContent = shown(proposal);
  return {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
    _meta: { proposal_id },
  };
}

/** An agent's view of a proposal. Who decided, and why, is shown only to people. */
function shown({ id, status, provider, action_id, connection_id, execution_id, error, expiresAt }: Proposal) {
  return { proposal_id: id, status, provider, action_id, connection_id, execution_id, error, expiresAt };
}

/** The result of a call that waits for a person. The agent looks up its outcome, and never repeats the arguments. */
export function pendingResult(proposal: Proposal): ToolResult {
  const { id, status, expiresAt, approvalUrl, idempotencyKey } = proposal;
  const waits = stillWaits(status);
  const shownPage = waits && approvalUrl !== null ? { approvalUrl } : {};
  // Nothing follows the address directly, because many programs would make it a part of the link.
  const how =
    approvalUrl === null
      ? `. It can be approved until ${expiresAt}.`
      : `, and where they approve it: ${approvalUrl} (until ${expiresAt}).`;
  const said =
    status === "pending"
      ? `This call needs a person's approval, and nothing was sent. Tell the user the proposal, ${id}${how} Once approved, svc makes the call itself, so do not repeat it. Check its state with ${getProposalToolName}.`
      : `${proposalText(proposal)} ${getProposalToolName} shows its state. Do not repeat the call unless the user wants it.`;
  const structuredContent = { status: waits ? "pending_approval" : status, proposal_id: id, ...shownPage };
  return {
    content: [
      { type: "text", text: said },
      { type: "text", text: JSON.stringify(structuredContent) },
    ],
    structuredContent,
    _meta: { proposal_id: id, idempotencyKey },
  };
}
