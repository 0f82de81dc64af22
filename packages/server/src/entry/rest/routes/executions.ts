/** Execute, look up, list, settle and resolve. */
import { isId, idPrefixes, operations, ServiceError } from "@svc/contract";
import { execute, type ExecuteDeps } from "../../../domain/executions/execute.ts";
import type { ExecuteRequest } from "../../../domain/executions/request.ts";
import type { ProposalRow } from "../../../domain/proposals/port.ts";
import type { Proposals } from "../../../domain/proposals/proposals.ts";
import type { ExecutionRecords } from "../../../domain/executions/records.ts";
import type { Cursors } from "../../../domain/listings/page.ts";
import { listForTenant, type Tenants } from "../../../domain/tenants/tenants.ts";
import type { CallerContext, Reply } from "../context.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";

/** The services behind the routes. */
export type ExecutionServices = {
  tenants: Tenants;
  execute: ExecuteDeps<ProposalRow>;
  proposals: Pick<Proposals, "present">;
  records: ExecutionRecords;
  cursors: Cursors;
};

/** Registers the routes. */
export function serveExecutions(deps: RouteDeps, services: ExecutionServices): void {
  const { tenants, records } = services;
  serveCaller(deps, operations.executeAction, (context) => executeReply(services, context));
  serveCaller(deps, operations.listExecutions, (context) => listReply(services, context));
  serveCaller(deps, operations.summarizeExecutions, async (context) => {
    const { caller, params } = context;
    await tenants.require(caller, params.tenant_id, { deleted: true });
    return { body: await records.summarize(caller, params.tenant_id, context.query()) };
  });
  serveCaller(deps, operations.getExecution, async (context) => {
    const { tenantId, executionId } = await named(tenants, context);
    return { body: await records.get(context.caller, tenantId, executionId) };
  });
  serveCaller(deps, operations.settleExecution, async (context) => {
    const { tenantId, executionId } = await named(tenants, context);
    return { body: await records.settle(context.caller, tenantId, executionId) };
  });
  serveCaller(deps, operations.resolveExecution, async (context) => {
    const { tenantId, executionId } = await named(tenants, context);
    const { outcome, note = "" } = context.body();
    const { client, keyId } = context.caller;
    const resolvedBy = `${client.name} (${client.id}), key ${keyId}`;
    return { body: await records.resolve(context.caller, tenantId, executionId, { outcome, note, resolvedBy }) };
  });
}

/** Executes or proposes. @param given the differences from `:execute`. */
export async function executeReply(
  services: Pick<ExecutionServices, "execute" | "proposals">,
  context: CallerContext<"executeAction" | "proposeAction">,
  given: Partial<Pick<ExecuteRequest, "proposes" | "content">> = {},
): Promise<Reply> {
  const { caller, params, idempotencyKey } = context;
  const { tenant_id: tenantId, connection_id: connectionId, action_id: actionId } = params;
  if (!isId(idPrefixes.tenant, tenantId)) throw new ServiceError("TENANT_NOT_FOUND");
  const content = () => ({ input: context.body().input, identity: context.identity() });
  const request = { caller, tenantId, connectionId, actionId, idempotencyKey, content, ...given };
  const result = await execute(services.execute, request);
  const { replayed } = result;
  if (result.kind === "proposed") {
    return { status: 202, body: { proposal: services.proposals.present(caller.client, result.proposal) }, replayed };
  }
  return result.kind === "answered" ? { body: result.response, replayed } : { problem: result.error, replayed };
}

async function listReply(
  { tenants, records, cursors }: ExecutionServices,
  context: CallerContext<"listExecutions">,
): Promise<Reply> {
  const tenantId = context.params.tenant_id;
  const clientId = context.caller.client.id;
  const list = async () => {
    const query = context.query();
    const { connection_id = null, status = null, action_id = null, idempotencyKey = null, limit } = query;
    const filters = [connection_id, status, action_id, idempotencyKey];
    const scope = { listing: "executions", clientId, tenantId, filters };
    const page = await records.list(context.caller, tenantId, {
      connectionId: connection_id,
      status,
      actionId: action_id,
      idempotencyKey,
      after: cursors.read(scope, query.cursor),
      limit,
    });
    return {
      executions: page.rows.map((row) => records.present(context.caller, row)),
      nextCursor: cursors.next(scope, page),
    };
  };
  const require = () => tenants.require(context.caller, tenantId, { deleted: true });
  return { body: await listForTenant(require, list, ({ executions }) => executions.length === 0) };
}

/** The execution in a path. Its tenant may be deleted, because records outlive tenants. */
async function named(
  tenants: Tenants,
  { caller, params }: Pick<CallerContext<"getExecution">, "caller" | "params">,
): Promise<{ tenantId: string; executionId: string }> {
  const { tenant_id: tenantId, execution_id: executionId } = params;
  await tenants.require(caller, tenantId, { deleted: true });
  if (!isId(idPrefixes.execution, executionId)) throw new ServiceError("EXECUTION_NOT_FOUND");
  return { tenantId, executionId };
}
