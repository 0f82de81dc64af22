/** Service clients and their keys. */
import { bytes, flag, json, orNull, rowSeal, text, time } from "../column.ts";
import { table } from "../table.ts";

export const serviceClients = table({
  name: "service_clients",
  row: "ServiceClientFields",
  note: "An application that uses this deployment, with its permissions. An empty list allows nothing.",
  scope: { client: "id" },
  columns: {
    id: text({ key: true }),
    name: text(),
    allowed_origins: json("readonly string[]", { note: "Exact origins." }),
    allowed_return_urls: json("readonly string[]", { note: "Return URL prefixes, as registered." }),
    allowed_actions: json("readonly string[]", { note: "Patterns such as doppler/* and doppler/secrets.get." }),
    require_confirmed: flag({ note: "Whether its backend must confirm its Connect sessions." }),
    settle_by_state: flag({
      default: 0,
      note: `Whether seeing the requested state at the provider settles an unknown outcome, even if someone else may have
        set it.`,
    }),
    allow_import: flag({ default: 0, note: "Whether it may create connections from credentials that it already has." }),
    app_name: text({ default: "", note: "The application's name for end users; '' to use `name`." }),
    logo_url: text({
      default: "",
      note: "The URL from which its logo was fetched, and the id of the stored image; '' without one.",
    }),
    logo_id: text({ default: "" }),
    agent_sign_in_url: text({
      default: "",
      note: "The page of its app where users decide on agents that want to sign in; '' for none.",
    }),
    policy_rules: json("readonly PolicyRule[]", {
      default: "[]",
      note: "Rules that allow calls, require an approval or deny them. The first rule that matches decides.",
    }),
    created_at: time(),
    revoked_at: orNull(time()),
    seal: rowSeal({ ended: "revoked_at" }),
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
  row: "ServiceKeyRow",
  note: "One named key of a service client.",
  scope: { client: "client_id" },
  columns: {
    id: text({ key: true, note: "The public ten characters." }),
    client_id: text({ references: "service_clients" }),
    name: text(),
    hash: text({ note: "Keyed hash of the key, bound to `client_id` and `id`." }),
    tenants: orNull(
      json("TenantReach", { note: "The tenants of its client that it reaches; NULL if it reaches all." }),
    ),
    policy_rules: json("readonly PolicyRule[]", {
      default: "[]",
      note: "Rules for this key only, in addition to those of its client.",
    }),
    may_decide: flag({ default: 0, note: "Whether it may decide on proposals of its client." }),
    created_at: time(),
    expires_at: orNull(time()),
    revoked_at: orNull(time()),
    seal: rowSeal({ ended: "revoked_at" }),
  },
  checks: ["revoked_at IS NULL OR seal = ''"],
  indexes: {
    service_keys_client: { on: ["client_id", "created_at"] },
  },
});
