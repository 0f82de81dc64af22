/** Connections. */
import { authKinds, connectionStatuses } from "@svc/contract";
import { bytes, checkedOneOf, json, number, oneOf, orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const connections = table({
  name: "connections",
  row: "ConnectionRow",
  note: "A tenant's connection to an account at a provider.",
  scope: { client: "client_id", subject: "id" },
  columns: {
    id: text({ key: true }),
    client_id: text(),
    tenant_id: text({ references: "tenants" }),
    provider: text(),
    auth_kind: oneOf(authKinds),
    status: oneOf(connectionStatuses),
    origin: checkedOneOf(["connect", "import"], {
      default: "connect",
      note: "How it was created; a reconnect doesn't change it.",
    }),
    listed_origin: text({
      default: "",
      note: "The provider's origin for this connection, from the operator's list: name and address; '' if it is fixed.",
    }),
    account_slug: text(),
    account_name: text(),
    granted_actions: json("readonly string[]"),
    granted_scopes: json("readonly string[]", {
      default: "[]",
      note: "The scopes of its credential, in the provider's terms; empty if its credentials have no scopes.",
    }),
    credential_version: number({
      note: "Counts this connection's credentials; the vault binds each record to its version.",
    }),
    grant_generation: number({
      default: 1,
      note: "Counts the end user's consents: incremented by each reconnect, but not by a refresh.",
    }),
    last_tested_at: orNull(time()),
    credential_expires_at: orNull(
      time({
        note: `When the credential expires at the provider; NULL if never or unknown, and for OAuth, whose tokens are
        refreshed.`,
      }),
    ),
    expiry_due_at: orNull(
      time({ note: "When the next notice of the expiry, or the expiry itself, is due; NULL afterwards." }),
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
