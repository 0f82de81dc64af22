/** Operations for connections. */
import { Type } from "typebox";
import { Connection, ConnectionList, ConnectionTest } from "../connection.ts";
import { Slug } from "../fields.ts";
import { operation, pageQuery, paths, statusQuery } from "./operation.ts";
import { connectionStatuses } from "../values.ts";

const closed = { additionalProperties: false };

/** Operations for connections. */
export const connectionOperations = {
  listConnections: operation({
    id: "listConnections",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/connections",
    tag: "Connections",
    summary: "List connections",
    description: "The tenant's connections, newest first.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.tenant,
    query: Type.Object(
      { provider: Type.Optional(Slug), status: statusQuery(connectionStatuses), ...pageQuery },
      closed,
    ),
    success: { status: 200, description: "One page.", schema: ConnectionList },
    errors: [],
  }),
  getConnection: operation({
    id: "getConnection",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/connections/{connection_id}",
    tag: "Connections",
    summary: "Show a connection",
    description: "One connection. No operation returns its credential.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.connection,
    success: { status: 200, description: "The connection.", schema: Connection },
    errors: ["CONNECTION_NOT_FOUND"],
  }),
  disconnectConnection: operation({
    id: "disconnectConnection",
    method: "DELETE",
    path: "/v1/tenants/{tenant_id}/connections/{connection_id}",
    tag: "Connections",
    summary: "Disconnect a connection",
    description: "Destroys the stored credential permanently. Nothing is revoked at the provider.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.connection,
    success: { status: 200, description: "The disconnected connection.", schema: Connection },
    errors: ["CONNECTION_NOT_FOUND"],
  }),
  testConnection: operation({
    id: "testConnection",
    method: "POST",
    path: "/v1/tenants/{tenant_id}/connections/{connection_id}:test",
    tag: "Connections",
    summary: "Test a connection",
    description:
      "Asks the provider whether it accepts the credential. If it doesn't, the answer has `ok: false`. Only a credential that no longer works turns the connection into `needs_reconnect`.",
    auth: "serviceKey",
    idempotency: "required",
    params: paths.connection,
    success: {
      status: 200,
      description: "The result of the test.",
      schema: ConnectionTest,
      headers: ["Idempotent-Replayed"],
    },
    errors: [
      "CONNECTION_NOT_FOUND",
      "CONNECTION_NOT_ACTIVE",
      "PROVIDER_NOT_AVAILABLE",
      "PROVIDER_UNREACHABLE",
      "PROVIDER_RATE_LIMITED",
    ],
  }),
} as const;
