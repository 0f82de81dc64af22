/** The calls of `client.tenant(id).connections`, generated from the contract's operations by `npm run generate`. */
import type { Connection, ImportConnection, ImportedConnection, TestedConnection } from "@svc/contract";
import { withBareActions } from "../action-id.ts";
import type { Calls } from "../calls.ts";
import type { List } from "../listing.ts";
import { segment } from "../paths.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";

/** The calls of `client.tenant(id).connections`. */
export type ConnectionsScope = ReturnType<typeof createConnectionsScope>;

/** @param calls sends the requests. @param tenant the tenant's path. */
export function createConnectionsScope(calls: Calls, tenant: string) {
  return {
    /** Returns the tenant's connections, newest first. */
    list: (
      query: {
        provider?: string;
        status?: "active" | "needs_reconnect" | "disconnected";
        limit?: number;
        cursor?: string;
      } = {},
      options?: CallOptions,
    ): List<Connection> => calls.page<Connection>(`${tenant}/connections`, "connections", query, options),
    /**
     * Creates a connection from a credential that you already have, once the provider has confirmed it. Only service
     * clients that an operator allowed to import can call this. The body is limited to 16 KiB.
     */
    import: async (body: ImportConnection, options: KeyedOptions = {}): Promise<ImportedConnection> =>
      calls.call({
        method: "POST",
        path: `${tenant}/connections:import`,
        body: withBareActions(body),
        idempotencyKey: options.idempotencyKey ?? calls.newKey(),
        options,
      }),
    /** Returns a connection. No operation returns its credential. */
    get: async (connectionId: string, options?: CallOptions): Promise<Connection> =>
      calls.call({ method: "GET", path: `${tenant}/connections/${segment(connectionId)}`, options }),
    /**
     * Destroys the stored credential permanently. Nothing is revoked at the provider unless the operator has enabled
     * it.
     */
    disconnect: async (connectionId: string, options?: CallOptions): Promise<Connection> =>
      calls.call({ method: "DELETE", path: `${tenant}/connections/${segment(connectionId)}`, options }),
    /**
     * Checks whether the provider accepts the credential. If it doesn't, the response has `ok: false`. The
     * connection becomes `needs_reconnect` only if its credential no longer works.
     */
    test: async (connectionId: string, options: KeyedOptions = {}): Promise<TestedConnection> =>
      calls.call({
        method: "POST",
        path: `${tenant}/connections/${segment(connectionId)}:test`,
        idempotencyKey: options.idempotencyKey ?? calls.newKey(),
        options,
      }),
  };
}
