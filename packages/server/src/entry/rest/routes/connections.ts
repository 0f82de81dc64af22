/** Connections: look up, test, disconnect; and Connect sessions, for service clients. The hosted page uses frontend.ts. */
import { ImportConnection, operations, ServiceError, type ConnectSession } from "@svc/contract";
import type { Connections } from "../../../domain/connections/connections.ts";
import type { RunImport } from "../../../domain/connections/import.ts";
import {
  keepError,
  runIdempotently,
  type KeyDeps,
  createIdempotently,
} from "../../../domain/idempotency/run-idempotently.ts";
import type { TakeSlot } from "../../../domain/limits/slots.ts";
import { listForTenant, type Tenants } from "../../../domain/tenants/tenants.ts";
import { strangerBodyBytesMax } from "../body.ts";
import { type CallerContext, type CallerFacts, noStore, toReply, requiredKey } from "../context.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";
import type { ConnectSessions } from "../../../domain/connect-sessions/sessions.ts";

/** The services behind the routes. */
export type ConnectSessionServices = { connectSessions: ConnectSessions; tenants: Tenants; keys: KeyDeps };

/** Registers the routes. */
export function serveConnectSessions(deps: RouteDeps, services: ConnectSessionServices): void {
  const { connectSessions, tenants, keys } = services;
  const inTenant = async ({ caller, params }: CallerFacts & { params: { tenant_id: string } }): Promise<string> => {
    await tenants.require(caller, params.tenant_id);
    return params.tenant_id;
  };
  serveCaller(deps, operations.createConnectSession, async (context) => {
    const tenantId = await inTenant(context);
    const input = context.body();
    const scope = requiredKey(context, tenantId);
    const response = await createIdempotently(keys, scope, context.identity(), (claim) =>
      connectSessions.create(context.caller, tenantId, input, claim),
    );
    const { id } = response.body as ConnectSession;
    return toReply(response, { ...noStore, location: `/v1/tenants/${tenantId}/connect-sessions/${id}` });
  });
  serveCaller(deps, operations.listConnectSessions, async (context) => {
    const { caller, params } = context;
    const tenantId = params.tenant_id;
    const body = await listForTenant(
      () => tenants.require(caller, tenantId),
      async () => await connectSessions.list(caller, tenantId, context.query()),
      (listed) => listed.connectSessions.length === 0,
    );
    return { body };
  });
  serveCaller(deps, operations.getConnectSession, async (context) => {
    const tenantId = await inTenant(context);
    return { body: await connectSessions.get(context.caller, tenantId, context.params.session_id) };
  });
  serveCaller(deps, operations.cancelConnectSession, async (context) => {
    const tenantId = await inTenant(context);
    return { body: await connectSessions.cancel(context.caller, tenantId, context.params.session_id) };
  });
  serveCaller(deps, operations.completeConnectSession, async (context) => {
    const tenantId = await inTenant(context);
    const { completionCode } = context.body();
    const sessionId = context.params.session_id;
    return { body: await connectSessions.complete(context.caller, tenantId, sessionId, completionCode) };
  });
}

/** The services behind the routes. */
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
  const named = async ({
    caller,
    params,
  }: CallerFacts & { params: { tenant_id: string; connection_id: string } }): Promise<
    [CallerFacts["caller"], string, string]
  > => {
    await tenants.require(caller, params.tenant_id);
    return [caller, params.tenant_id, params.connection_id];
  };
  serveCaller(deps, operations.listConnections, async (context) => {
    const { caller, params } = context;
    const tenantId = params.tenant_id;
    const body = await listForTenant(
      () => tenants.require(caller, tenantId),
      async () => await connections.list(caller, tenantId, context.query()),
      (page) => page.connections.length === 0,
    );
    return { body };
  });
  serveCaller(
    deps,
    operations.importConnection,
    async (context) => {
      const tenantId = context.params.tenant_id;
      await tenants.require(context.caller, tenantId);
      const input = readImport(context);
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
      const response = await runIdempotently(keys, scope, context.identity(), {
        // A replay needs no slot, and a rejected request claims no key.
        async check() {
          await connections.checkTestable(...subject);
          free = slot({ clientId: client.id, tenantId, connectionId });
        },
        run: async () => ({ status: 200, body: await connections.test(...subject) }),
        keepError,
      });
      return toReply(response);
    } finally {
      free();
    }
  });
}

/** Reads an import. A field that doesn't exist isn't named in the error, because its name could be the credential. */
function readImport(context: Pick<CallerContext<"importConnection">, "body">): ImportConnection {
  try {
    return context.body();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.errors === undefined) throw error;
    const errors = error.errors.map((each) => ({ ...each, pointer: withoutUnknownNames(each.pointer) }));
    throw new ServiceError(error.code, { errors });
  }
}

/** Shortens a pointer to the fields in the contract; nothing inside `credential` is named. */
function withoutUnknownNames(pointer: string): string {
  const [, field = "", ...inner] = pointer.split("/");
  if (!Object.hasOwn(ImportConnection.properties, field)) return "";
  return field === "credential" ? "/credential" : ["", field, ...inner].join("/");
}
