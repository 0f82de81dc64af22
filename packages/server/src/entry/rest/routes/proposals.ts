/** Propose, list, show and decide; test the policy. */
import { idPrefixes, isId, operations, ServiceError } from "@svc/contract";
import type { ExecuteDeps } from "../../../domain/executions/execute.ts";
import type { Cursors } from "../../../domain/listings/page.ts";
import type { ProposalRow } from "../../../domain/proposals/port.ts";
import type { Proposals } from "../../../domain/proposals/proposals.ts";
import { listForTenant, type Tenants } from "../../../domain/tenants/tenants.ts";
import { noStore, type CallerContext, type Reply } from "../context.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";
import { executeReply } from "./executions.ts";

/** The services behind the routes. */
export type ProposalServices = {
  tenants: Tenants;
  execute: ExecuteDeps<ProposalRow>;
  proposals: Proposals;
  cursors: Cursors;
};

/** Registers the routes. */
export function serveProposals(deps: RouteDeps, services: ProposalServices): void {
  const { tenants, proposals } = services;
  serveCaller(deps, operations.proposeAction, async (context) => {
    // The same call as `:execute`, so that its key returns the execution's response later.
    const identity = () => ({ ...context.identity(), path: context.identity().path.replace(/:propose$/, ":execute") });
    const content = () => ({ input: context.body().input, identity: identity() });
    return await executeReply(services, context, { proposes: true, content });
  });
  serveCaller(deps, operations.listProposals, (context) => listReply(services, context));
  serveCaller(deps, operations.getProposal, async (context) => {
    const { tenantId, proposalId } = await named(tenants, context);
    const body = await proposals.get(context.caller, tenantId, proposalId);
    return { body, ...(body.input === null ? {} : { headers: noStore }) };
  });
  serveCaller(deps, operations.decideProposal, async (context) => {
    const { tenantId, proposalId } = await named(tenants, context);
    return { body: await proposals.decide(context.caller, tenantId, proposalId, context.body()) };
  });
  serveCaller(deps, operations.testPolicy, async (context) => {
    const tenantId = context.params.tenant_id;
    await tenants.require(context.caller, tenantId);
    return { body: await proposals.testPolicy(context.caller, tenantId, context.body()) };
  });
}

async function listReply(
  { tenants, proposals, cursors }: ProposalServices,
  context: CallerContext<"listProposals">,
): Promise<Reply> {
  const tenantId = context.params.tenant_id;
  const clientId = context.caller.client.id;
  const list = async () => {
    const { connection_id = null, status = null, limit, cursor } = context.query();
    const scope = { listing: "proposals", clientId, tenantId, filters: [connection_id, status] };
    const after = cursors.read(scope, cursor);
    const page = await proposals.list(context.caller, tenantId, { connectionId: connection_id, status, after, limit });
    const present = (row: ProposalRow) => proposals.present(context.caller.client, row);
    return { proposals: page.rows.map(present), nextCursor: cursors.next(scope, page) };
  };
  const require = () => tenants.require(context.caller, tenantId, { deleted: true });
  return { body: await listForTenant(require, list, ({ proposals: { length } }) => length === 0) };
}

/** The proposal in a path. Its tenant may be deleted, because proposals outlive tenants. */
async function named(
  tenants: Tenants,
  { caller, params }: Pick<CallerContext<"getProposal">, "caller" | "params">,
): Promise<{ tenantId: string; proposalId: string }> {
  const { tenant_id: tenantId, proposal_id: proposalId } = params;
  await tenants.require(caller, tenantId, { deleted: true });
  if (!isId(idPrefixes.proposal, proposalId)) throw new ServiceError("PROPOSAL_NOT_FOUND");
  return { tenantId, proposalId };
}
