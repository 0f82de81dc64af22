/** Service clients and their keys. */
import { bytes, flag, json, orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const serviceClients = table({
  name: "service_clients",
  note: "The three allowed_ lists are JSON.",
  scope: { client: "id" },
  columns: {
    id: text({ key: true }),
    name: text(),
    allowed_origins: json("readonly string[]"),
    allowed_return_urls: json("readonly string[]"),
    allowed_actions: json("readonly string[]"),
    require_confirmed: flag(),
    settle_by_state: flag({ default: 0 }),
    allow_import: flag({ default: 0 }),
    app_name: text({ default: "" }),
    logo_url: text({ default: "" }),
    logo_id: text({ default: "" }),
    agent_sign_in_url: text({ default: "" }),
    policy_rules: json("readonly PolicyRule[]", {
      default: "[]",
      note: "Rules about which calls are allowed, need a person's approval or are denied, as JSON.",
    }),
    created_at: time(),
    revoked_at: orNull(time()),
    seal: text(),
  },
  checks: ["revoked_at IS NULL OR seal = ''"],
});

export const clientLogos = table({
  name: "client_logos",
  note: `The images of service_clients.logo_id, in a table of their own because every request reads its service client.
    An id is the digest of the bytes.`,
  scope: { client: "client_id" },
  columns: {
    client_id: text({ key: true, references: "service_clients" }),
    id: text(),
    media_type: text(),
    bytes: bytes(),
  },
  indexes: {
    client_logos_id: { on: ["id"] },
  },
});

export const serviceKeys = table({
  name: "service_keys",
  scope: { client: "client_id" },
  columns: {
    id: text({ key: true }),
    client_id: text({ references: "service_clients" }),
    name: text(),
    hash: text(),
    tenants: orNull(
      json("TenantReach", {
        note: 'The tenants that it reaches, as JSON: `{"ids": […]}` or `{"label": …}`; NULL if it reaches all.',
      }),
    ),
    policy_rules: json("readonly PolicyRule[]", { default: "[]", note: "As in service_clients, for this key alone." }),
    may_decide: flag({ default: 0, note: "Whether it may decide on proposals." }),
    created_at: time(),
    expires_at: orNull(time()),
    revoked_at: orNull(time()),
    seal: text(),
  },
  checks: ["revoked_at IS NULL OR seal = ''"],
  indexes: {
    service_keys_client: { on: ["client_id", "created_at"] },
  },
});
