/**
 * Every variable that configures the server, once: its reader takes default and bounds from here, and the docs their
 * tables. `<PROVIDER>` in a name is a provider's slug in capitals, with underscores for hyphens.
 */
import { settleModes } from "../../domain/evidence/examine.ts";
import { defaultBrand } from "../../entry/connect/assets.ts";
import { address, choice, flag, integer, onOff, rate, secret, text, url, type Setting } from "./kinds.ts";
import { limitSettings } from "./limits.ts";

/** The settings, in the sections and the order of the docs. */
export const settingSections = {
  server: {
    SVC_LISTEN: address("127.0.0.1:7480", "where to listen"),
    SVC_PUBLIC_URL: url("external base URL, behind your TLS", { unset: "from `SVC_LISTEN`" }),
    SVC_DOCS_URL: url("docs origin", { unset: "the public URL" }),
    SVC_DATABASE_URL: secret("SVC_DATABASE_URL_FILE", "sqlite:./data/svc.sqlite", "`sqlite:<path>` or `postgres://…`"),
    SVC_DATABASE_URL_FILE: text("path", null, "the same in a file; see [secrets in files](#secrets-in-files)"),
    SVC_DATABASE_POOL_MAX: integer(
      { min: 1, max: 500, default: 10, needs: "postgres" },
      "PostgreSQL connections per process",
    ),
    SVC_REQUIRE_SYNC_REPLICATION: flag(
      "`true`: write only while PostgreSQL's commits wait for a standby; see [High availability](#high-availability)",
      { needs: "postgres" },
    ),
    SVC_CELL: text(
      "a letter and 1 to 7 letters or digits",
      null,
      "the name of the [cell](cells.md) that a new database becomes; an existing database keeps its own",
      { unset: "no cell" },
    ),
    SVC_DRAIN_GRACE_MS: integer(
      { min: 0, max: 600_000, unit: "ms", default: 5000 },
      "how long a stopping server keeps accepting requests if something checks `/readyz`; longer than your load balancer needs to notice",
    ),
  },
  vault: {
    SVC_VAULT_KEYS: secret(
      "SVC_VAULT_KEY_FILE",
      null,
      "keyring: `<id>:<base64 of 32 bytes>[,…]`; the first key seals, all of them open. An entry can name a key in a [key service](key-services.md) instead, such as `main:awskms:<key ARN>`",
      { unset: "none: a live server refuses to start" },
    ),
    SVC_VAULT_KEY_FILE: text("path", null, "the same in a file, one per line"),
    SVC_TRANSIT_TOKEN_FILE: text(
      "path",
      null,
      "for [keys in Vault or OpenBao](key-services.md#vault-and-openbao): the file with the token, read for each use; an agent can renew it",
    ),
    SVC_TRANSIT_ROLE: text("role", null, "instead of a token: the role of the Kubernetes auth method to log in with"),
    SVC_TRANSIT_AUTH_MOUNT: text("path", "kubernetes", "where that auth method is mounted"),
    SVC_TRANSIT_JWT_FILE: text(
      "path",
      "/var/run/secrets/kubernetes.io/serviceaccount/token",
      "the service account's token for it",
    ),
    SVC_TRANSIT_NAMESPACE: text("name", null, "the namespace of the engine and the auth method"),
  },
  providers: {
    SVC_ENABLED_ACTIONS: text("patterns", "*/*", "the actions that this deployment allows"),
    "SVC_OAUTH_<PROVIDER>_CLIENT_ID": text(
      "visible ASCII",
      null,
      "your OAuth app at a provider (`GITHUB` for `github`), unless you [store it](oauth.md#set-up-a-provider); without one, tenants don't see the provider",
    ),
    "SVC_OAUTH_<PROVIDER>_CLIENT_SECRET": secret("SVC_OAUTH_<PROVIDER>_CLIENT_SECRET_FILE", null, null),
    "SVC_OAUTH_<PROVIDER>_CLIENT_SECRET_FILE": text("path", null, null),
    "SVC_OAUTH_<PROVIDER>_EVENTS_SECRET": secret(
      "SVC_OAUTH_<PROVIDER>_EVENTS_SECRET_FILE",
      null,
      "what the provider signs the [events](events-in.md) of that app with; while you rotate it, the new secret, a space and the old one",
    ),
    "SVC_OAUTH_<PROVIDER>_EVENTS_SECRET_FILE": text("path", null, "the same in a file, one per line"),
    "SVC_OAUTH_<PROVIDER>_REVOKE_ON_DISCONNECT": flag(
      "whether a disconnect through the API or the console also revokes the token at the provider ([OAuth](oauth.md#revoke-tokens-at-the-provider))",
    ),
    "SVC_<PROVIDER>_ORIGINS": text(
      "`name=origin`, separated by commas",
      null,
      "the servers of a product that you or your customers host, such as `prod=https://vault.internal:8200,dr=https://vault.dr`; see [servers in your own networks](#servers-in-your-own-networks)",
      { unset: "none: tenants don't see the provider" },
    ),
    SVC_EXTRA_CA_FILE: text(
      "path",
      null,
      "PEM file with certificate authorities that are trusted for those servers, and for [operators' sign-in](operator-sign-in.md), in addition to the system's",
      { unset: "none" },
    ),
    SVC_EGRESS_PROXY: secret(
      "SVC_EGRESS_PROXY_FILE",
      null,
      "the [HTTP proxy](#through-a-proxy) for everything that svc sends out, such as `http://user:password@proxy.internal:3128`; `off` for none",
      { unset: "`HTTPS_PROXY`, or none" },
    ),
    SVC_EGRESS_PROXY_FILE: text("path", null, "the same in a file"),
    SVC_PROVIDERS: text(
      "names and paths",
      null,
      "packages and folders with [providers of your own](own-providers.md), separated by commas",
      { unset: "none" },
    ),
    SVC_CONNECT_TIMEOUT_MS: integer({ min: 1, max: 60_000, unit: "ms", default: 3000 }, "deadlines of provider calls"),
    SVC_CALL_TIMEOUT_MS: integer({ min: 1, max: 300_000, unit: "ms", default: 30_000 }, null),
  },
  settling: {
    SVC_SETTLE: choice(
      settleModes,
      "automatic",
      "whether svc looks for the effect of [lost responses](lost-responses.md): `automatic`, `on_request` (only when requested) or `off`",
    ),
    SVC_SETTLE_ABSENCE: onOff(
      false,
      "`on`: an effect that [isn't found](lost-responses.md#if-nothing-is-found) can settle an outcome as failed",
      { needs: "settling" },
    ),
  },
  connect: {
    SVC_CONNECT_LISTEN: address(null, "a separate listener for the Connect pages and their API", {
      unset: "none: they are with the API",
    }),
    SVC_CONNECT_URL: url("external base URL of the Connect pages, if it is a different one", {
      unset: "the public URL",
    }),
    SVC_REQUIRE_CONFIRMED_COMPLETION: flag(
      "`true`: every Connect session must be [confirmed by its backend](connect.md#confirmed-completion)",
    ),
    SVC_BRAND_NAME: text("text", null, "your name on the hosted Connect page", { lengthMax: 60 }),
    SVC_BRAND_LOGO: text("path", null, "its logo: an SVG, PNG, WebP or JPEG file of at most 16 KiB"),
    SVC_BRAND_COLOR: text("`#rrggbb`", defaultBrand.color, "its color; text on it must have a contrast of 4.5:1"),
    SVC_AGENT_HOST_REGISTRATION: flag(
      "`true`: agents' hosts may [register](agent-sign-in.md#hosts) if they don't publish a document about themselves",
    ),
  },
  webhooks: {
    SVC_WEBHOOKS: onOff(true, "whether this process sends [webhooks](webhooks.md)"),
    SVC_WEBHOOK_TIMEOUT_MS: integer(
      { min: 100, max: 60_000, unit: "ms", default: 15_000, needs: "webhooks" },
      "how long an endpoint may take to answer",
    ),
    SVC_WEBHOOK_CONCURRENCY: integer(
      { min: 1, max: 1000, default: 16, needs: "webhooks" },
      "concurrent deliveries in the process",
    ),
    SVC_WEBHOOK_RATE_LIMIT_RPS: rate(
      "`20`, or the client's if lower",
      "deliveries per second that a service client may request with `:test` and `:redeliver`, `0` off",
    ),
    SVC_WEBHOOK_ALLOW: text(
      "networks and hosts",
      null,
      "where webhooks may go [in your own networks](webhooks.md#endpoints-in-your-own-networks) and, with `http://`, unencrypted, such as `10.20.0.0/16,http://backend.internal:8080`",
      { unset: "none: only public addresses", needs: "webhooks" },
    ),
    SVC_WEBHOOK_DENY_CIDRS: text(
      "networks",
      null,
      "networks that [webhooks](webhooks.md#for-operators) and connections to [MCP servers](mcp-providers.md) mustn't reach, such as `203.0.113.0/24,2001:db8::/32`",
    ),
    SVC_WEBHOOK_ENDPOINTS_MAX: integer({ min: 1, max: 1000, default: 20 }, "maximum endpoints per service client"),
  },
  limits: limitSettings,
  retention: {
    SVC_EXECUTION_RETENTION_DAYS: integer(
      { min: 1, max: 36_500, unit: "days", default: 90 },
      "how long executions and Connect sessions are kept; unresolved outcomes are kept forever",
    ),
    SVC_SESSION_RETENTION_DAYS: integer({ min: 1, max: 36_500, unit: "days", default: 30 }, null),
    // No less than events, which end with them, and whose deliveries are tried for more than three days.
    SVC_AUDIT_RETENTION_DAYS: integer(
      { min: 4, max: 36_500, unit: "days", default: 400 },
      "how long [audit events](audit.md) are kept",
    ),
    SVC_EVENT_RETENTION_DAYS: integer(
      { min: 4, max: 36_500, unit: "days", default: 30 },
      "how long [events](webhooks.md) and the log of their deliveries are kept; no longer than audit events",
    ),
  },
  operations: {
    SVC_LOG_LEVEL: choice(["debug", "info", "warn", "error", "silent"], "info", "the lowest level that is logged"),
    SVC_METRICS_LISTEN: address(null, "where `/metrics` is, without a key, such as `127.0.0.1:9464`", {
      unset: "none: no metrics",
    }),
    SVC_ADMIN_LISTEN: address(
      null,
      "where the [operator console](operator-console.md) is, such as `127.0.0.1:7490`; beyond this machine only with `SVC_ADMIN_URL`",
      { unset: "none: no console" },
    ),
    SVC_ADMIN_URL: url("the https origin at which browsers reach the console, if it is behind TLS", {
      unset: "none: only this machine",
      needs: "console",
    }),
    SVC_ADMIN_OIDC_ISSUER: text(
      "https URL",
      null,
      "the identity provider with which operators [sign in](operator-sign-in.md), exactly as it writes itself, such as `https://login.acme.example/realms/staff`",
      { unset: "none: only operator tokens", needs: "console" },
    ),
    SVC_ADMIN_OIDC_CLIENT_ID: text("text", null, "svc's client there", { needs: "console" }),
    SVC_ADMIN_OIDC_CLIENT_SECRET: secret("SVC_ADMIN_OIDC_CLIENT_SECRET_FILE", null, null, { needs: "console" }),
    SVC_ADMIN_OIDC_CLIENT_SECRET_FILE: text("path", null, "the same in a file", { needs: "console" }),
    SVC_ADMIN_OIDC_ROLES: text(
      "rules, separated by commas",
      null,
      "who has which role, such as `admin=group:platform,viewer=group:support`; see [roles](operator-sign-in.md#roles)",
      { needs: "console" },
    ),
    SVC_ADMIN_OIDC_GROUPS_CLAIM: text("name", "groups", "the claim with a person's groups", { needs: "console" }),
    SVC_ADMIN_OIDC_SCOPES: text(
      "scopes, separated by spaces",
      "openid profile email",
      "the scopes to request; [some providers](operator-sign-in.md#providers) need more",
      { needs: "console" },
    ),
    SVC_ADMIN_OIDC_NAME: text("text", null, "what your operators call the provider, for the button", {
      unset: "its host name",
      needs: "console",
      lengthMax: 60,
    }),
    SVC_ADMIN_TOKEN: text(
      "an operator token",
      null,
      "for commands only: they work on the server at `SVC_ADMIN_URL` ([Admin API](admin-api.md))",
      { unset: "none: commands work on this machine's deployment" },
    ),
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Setting>>>>;

/** Every setting by its name. */
export const settings = {
  ...settingSections.server,
  ...settingSections.vault,
  ...settingSections.providers,
  ...settingSections.settling,
  ...settingSections.connect,
  ...settingSections.webhooks,
  ...settingSections.limits,
  ...settingSections.retention,
  ...settingSections.operations,
};

/** The settings as entries. */
export const settingList: readonly (readonly [name: string, setting: Setting])[] = Object.entries(settings);
