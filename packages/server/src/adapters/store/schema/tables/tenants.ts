/**
 * Tenants and their connections: the rows whose end is recorded, while what they hold, keys and credentials, is
 * destroyed.
 */
import { bytes, checkedOneOf, json, number, oneOf, orNull, rowSeal, text, time } from "../column.ts";
import { table } from "../table.ts";
import { authKinds, connectionStatuses } from "@svc/contract";

export const tenants = table({
  name: "tenants",
  row: "TenantRow",
  note: "A tenant of a service client.",
  scope: { client: "client_id", subject: "id" },
  columns: {
    id: text({ key: true }),
    client_id: text({ references: "service_clients" }),
    external_id: text(),
    deletion_marker: text({
      default: "",
      hidden: true,
      note: "'' until the tenant is deleted and then its id, so that its external id can be used again.",
    }),
    display_name: text(),
    label: orNull(text({ note: "For filtering lists and restricting service keys; NULL without one." })),
    created_at: time(),
    deleted_at: orNull(
      time({ note: "When it was deleted. A deleted tenant exists only for looking up its executions." }),
    ),
    seal: rowSeal(),
  },
  indexes: {
    tenants_external_id: {
      on: ["external_id", "client_id", "deletion_marker"],
      unique: true,
      note: "It begins with the external id, so that operators can look it up across service clients.",
    },
    tenants_listing: {
      on: ["client_id", "deletion_marker", "created_at", "id"],
      note: "For a service client's list, which omits deleted tenants, and for the operator's list across clients.",
    },
    tenants_label: { on: ["client_id", "label", "deletion_marker", "created_at", "id"], where: "label IS NOT NULL" },
    tenants_label_age: { on: ["label", "created_at", "id"], where: "label IS NOT NULL AND deletion_marker = ''" },
    tenants_age: { on: ["created_at", "id"] },
    tenants_name: { on: ["display_name"], note: "For the operator's search." },
  },
});

export const tenantKeys = table({
  name: "tenant_keys",
  row: "TenantKeyRow",
  note: "The key that a tenant's credentials are sealed with. Destroying it makes them unreadable, in backups too.",
  scope: { subjects: ["tenant_id"], through: "tenant_id" },
  columns: {
    tenant_id: text({ key: true, references: "tenants" }),
    wrapped: bytes(),
    root_key_id: text(),
  },
  indexes: {
    tenant_keys_root: { on: ["root_key_id", "tenant_id"] },
  },
});

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
    granted_events: json("readonly string[]", {
      default: "[]",
      note: "The provider's events that its user agreed to.",
    }),
    app_id: text({
      default: "",
      note: "The id, at the provider, of the OAuth app that its credential was issued to; '' for another credential.",
    }),
    events_account: text({
      default: "",
      note: "The account that the provider's deliveries name; '' if it gets no events.",
    }),
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
    connections_account: { on: ["account_name"], note: "For the operator's search." },
    connections_provider: { on: ["provider", "listed_origin", "id"], where: "status <> 'disconnected'" },
    connections_events: {
      on: ["provider", "app_id", "events_account"],
      where: "events_account <> '' AND status <> 'disconnected'",
      note: "For routing a delivery, across service clients.",
    },
    connections_needs_reconnect: { on: ["created_at", "id"], where: "status = 'needs_reconnect'" },
    connections_disconnected: { on: ["created_at", "id"], where: "status = 'disconnected'" },
    connections_expiry: { on: ["expiry_due_at"], where: "status = 'active' AND expiry_due_at IS NOT NULL" },
  },
});

export const receivedEvents = table({
  name: "received_events",
  note: `The provider's events that connections have got, so that each is recorded once however often it arrives. Kept as
    long as what the event log shows.`,
  scope: { client: "client_id" },
  columns: {
    connection_id: text(),
    provider_event_id: text(),
    client_id: text(),
    at: time(),
  },
  key: ["connection_id", "provider_event_id"],
  indexes: {
    received_events_age: { on: ["at"] },
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
