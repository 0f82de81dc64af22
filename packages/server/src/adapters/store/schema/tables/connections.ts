/** Connections. */
import { authKinds, connectionStatuses } from "@svc/contract";
import { bytes, checkedOneOf, json, number, oneOf, orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const connections = table({
  name: "connections",
  note: "listed_origin is `name address` out of the operator's list; '' if the provider's origin is fixed. granted_actions and granted_scopes are JSON; '[]' for a credential that has no scopes.",
  scope: { client: "client_id", subject: "id" },
  columns: {
    id: text({ key: true }),
    client_id: text(),
    tenant_id: text({ references: "tenants" }),
    provider: text(),
    auth_kind: oneOf(authKinds),
    status: oneOf(connectionStatuses),
    origin: checkedOneOf(["connect", "import"], { default: "connect" }),
    listed_origin: text({ default: "" }),
    account_slug: text(),
    account_name: text(),
    granted_actions: json("readonly string[]"),
    granted_scopes: json("readonly string[]", { default: "[]" }),
    credential_version: number(),
    grant_generation: number({
      default: 1,
      note: "Grows each time the end user consents: with each reconnect, not with a refresh.",
    }),
    last_tested_at: orNull(time()),
    credential_expires_at: orNull(
      time({ note: "When the credential expires at the provider; NULL if it never does or the provider doesn't say." }),
    ),
    expiry_due_at: orNull(
      time({ note: "When the next notice of that expiry is due, or the expiry itself; NULL once it has passed." }),
    ),
    created_at: time(),
    updated_at: time(),
  },
  indexes: {
    connections_listing: { on: ["client_id", "tenant_id", "created_at", "id"] },
    connections_age: { on: ["created_at", "id"] },
    connections_provider: { on: ["provider", "listed_origin", "id"], where: "status <> 'disconnected'" },
    connections_needs_reconnect: { on: ["created_at", "id"], where: "status = 'needs_reconnect'" },
    connections_disconnected: { on: ["created_at", "id"], where: "status = 'disconnected'" },
    connections_expiry: { on: ["expiry_due_at"], where: "status = 'active' AND expiry_due_at IS NOT NULL" },
  },
});

export const credentials = table({
  name: "credentials",
  note: "The sealed credential. It is deleted when the connection is disconnected.",
  scope: { subjects: ["connection_id"], through: "connection_id" },
  columns: {
    connection_id: text({ key: true, references: "connections" }),
    record: bytes(),
  },
});

export const credentialRefreshes = table({
  name: "credential_refreshes",
  note: "Allows one OAuth refresh of a connection at a time, across replicas. The fence grows with each new holder.",
  scope: { subjects: ["connection_id"], through: "connection_id" },
  columns: {
    connection_id: text({ key: true, references: "connections" }),
    owner_id: text(),
    fence: number(),
    lease_until: time(),
    credential_version: number(),
    asked_at: time(),
  },
  indexes: {
    credential_refreshes_held: { on: ["lease_until"], where: "lease_until > 0" },
  },
});
