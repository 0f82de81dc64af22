/** Operations for connections. */
import { Type } from "typebox";
import { Connection, ConnectionList, TestedConnection, ImportConnection, ImportedConnection } from "../connection.ts";
import { Slug } from "../fields.ts";
import { operation, pageQuery, paths, statusQuery } from "./operation.ts";
import { connectionStatuses } from "../values.ts";

const closed = { additionalProperties: false };

export const connectionOperations = {
  listConnections: operation({
    id: "listConnections",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/connections",
    tag: "Connections",
    summary: "List connections",
    description: "Returns the tenant's connections, newest first.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.tenant,
    query: Type.Object(
      {
        provider: Type.Optional({ ...Slug, description: "Only connections to this provider." }),
        status: statusQuery(connectionStatuses),
        ...pageQuery,
      },
      closed,
    ),
    call: { method: "tenant.connections.list" },
    command: {
      usage: "connections list",
      examples: ["svc connections list --status needs_reconnect"],
      flags: {
        provider: ["--provider <slug>", "only connections to this provider"],
        status: ["--status <status>", "only those with this status"],
      },
      columns: {
        CONNECTION: "id",
        PROVIDER: "provider",
        STATUS: "status",
        ACCOUNT: "account.name",
        EXPIRES: "credentialExpiresAt",
        CREATED: "createdAt",
      },
    },
    success: { status: 200, description: "One page.", schema: ConnectionList },
    errors: [],
  }),
  importConnection: operation({
    id: "importConnection",
    method: "POST",
    path: "/v1/tenants/{tenant_id}/connections:import",
    tag: "Connections",
    summary: "Import a connection",
    description:
      "Creates a connection from a credential that you already have, once the provider has confirmed it. Only service clients that an operator allowed to import can call this. The body is limited to 16 KiB.",
    auth: "serviceKey",
    idempotency: "required",
    params: paths.tenant,
    body: ImportConnection,
    call: { method: "tenant.connections.import", result: "imported" },
    success: {
      status: 200,
      description: "The provider confirmed the credential. The connection was created, unless it's a dry run.",
      schema: ImportedConnection,
      headers: ["Idempotent-Replayed"],
    },
    errors: [
      "IMPORT_NOT_ALLOWED",
      "PROVIDER_NOT_AVAILABLE",
      "ACTION_NOT_FOUND",
      "ACTION_NOT_GRANTED",
      "CREDENTIAL_INVALID",
      "CREDENTIAL_REJECTED",
      "CREDENTIAL_UNVERIFIED",
      "ACCOUNT_UNREADABLE",
    ],
  }),
  getConnection: operation({
    id: "getConnection",
    method: "GET",
    path: "/v1/tenants/{tenant_id}/connections/{connection_id}",
    tag: "Connections",
    summary: "Show a connection",
    description: "Returns a connection. No operation returns its credential.",
    auth: "serviceKey",
    reach: "delegated",
    idempotency: "none",
    params: paths.connection,
    call: { method: "tenant.connections.get" },
    command: { usage: "connections get <connection_id>", examples: ["svc connections get con_…"] },
    success: { status: 200, description: "The connection.", schema: Connection },
    errors: ["CONNECTION_NOT_FOUND"],
  }),
  disconnectConnection: operation({
    id: "disconnectConnection",
    method: "DELETE",
    path: "/v1/tenants/{tenant_id}/connections/{connection_id}",
    tag: "Connections",
    summary: "Disconnect a connection",
    description:
      "Destroys the stored credential permanently. Nothing is revoked at the provider unless the operator has enabled it.",
    auth: "serviceKey",
    idempotency: "none",
    params: paths.connection,
    call: { method: "tenant.connections.disconnect" },
    command: {
      usage: "connections disconnect <connection_id>",
      text: "Destroy the stored credential. Nothing is revoked at the provider",
      examples: ["svc connections disconnect con_…"],
      afterwards: "Nothing was revoked at the provider. To stop the token from working, revoke it there.",
    },
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
      "Checks whether the provider accepts the credential. If it doesn't, the response has `ok: false`. The connection becomes `needs_reconnect` only if its credential no longer works.",
    auth: "serviceKey",
    idempotency: "required",
    params: paths.connection,
    call: { method: "tenant.connections.test", result: "result" },
    command: {
      usage: "connections test <connection_id>",
      text: "Ask the provider whether the credential works",
      examples: ["svc connections test con_…"],
      shownBy: "showTest",
    },
    success: {
      status: 200,
      description: "The result of the test.",
      schema: TestedConnection,
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
