/** Connections: look up, test, disconnect. */
import { operations, type ImportConnection } from "@svc/contract";
import type { ConnectionQuery, Connections } from "../../../domain/connections/connections.ts";
import type { RunImport } from "../../../domain/connections/import.ts";
import { keepError } from "../../../domain/idempotency/kept.ts";
import { runIdempotently, type KeyDeps } from "../../../domain/idempotency/run-idempotently.ts";
import type { TakeSlot } from "../../../domain/limits/slots.ts";
import { listForTenant, type Tenants } from "../../../domain/tenants/tenants.ts";
import { strangerBodyBytesMax } from "../body.ts";
import type { CallerContext } from "../context.ts";
import { toReply, requiredKey } from "../keyed.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";

/** What the routes call. */
export type ConnectionServices = {
  connections: Connections;
  runImport: RunImport;
  tenants: Tenants;
  keys: KeyDeps;
  slot: TakeSlot;
};

/** Registers the routes. */
export function serveConnections(deps: RouteDeps, services: ConnectionServices): void {
  const { connections, runImport, tenants, keys, slot } = services;
  const named = async (context: CallerContext): Promise<[CallerContext["caller"], string, string]> => {
    const tenantId = context.params["tenant_id"] ?? "";
    await tenants.require(context.caller, tenantId);
    return [context.caller, tenantId, context.params["connection_id"] ?? ""];
  };
  serveCaller(deps, operations.listConnections, async (context) => {
    const { caller, params } = context;
    const tenantId = params["tenant_id"] ?? "";
    const body = await listForTenant(
      () => tenants.require(caller, tenantId),
      async () => await connections.list(caller, tenantId, context.query() as ConnectionQuery),
      (page) => page.connections.length === 0,
    );
    return { body };
  });
  serveCaller(
    deps,
    operations.importConnection,
    async (context) => {
      const tenantId = context.params["tenant_id"] ?? "";
      await tenants.require(context.caller, tenantId);
      const input = context.body() as ImportConnection;
      const scope = requiredKey(context, tenantId);
      return toReply(await runImport(context.caller, { input, scope, identity: context.identity() }));
    },
    { bodyBytesMax: strangerBodyBytesMax },
  );
  serveCaller(deps, operations.getConnection, async (context) => ({
    body: await connections.get(...(await named(context))),
  }));
  serveCaller(deps, operations.disconnectConnection, async (context) => ({
    body: await connections.disconnect(...(await named(context))),
  }));
  serveCaller(deps, operations.testConnection, async (context) => {
    const subject = await named(context);
    const scope = requiredKey(context, subject[1]);
    const [{ client }, tenantId, connectionId] = subject;
    let free: () => void = () => undefined;
    try {
      const answer = await runIdempotently(keys, scope, context.identity(), {
        // A replay needs no slot, and a rejected request claims no key.
        async check() {
          await connections.checkTestable(...subject);
          free = slot({ clientId: client.id, tenantId, connectionId });
        },
        run: async () => ({ status: 200, body: await connections.test(...subject) }),
        keepError,
      });
      return toReply(answer);
    } finally {
      free();
    }
  });
}
