/** Reads the configuration from the environment. It reports all problems together, and never the value of a secret. */
import { isLoopback } from "@svc/contract";
import { readLimits } from "./settings/limits.ts";
import { readIssuer } from "./settings/operator-sign-in.ts";
import { createSettingReader, type Address, type SecretPlaces } from "./settings/reader.ts";
import {
  readActionPatterns,
  readAllowedHosts,
  readCell,
  readBrand,
  readDatabaseUrl,
  readEgressProxy,
  readExtraCa,
  readListedOrigins,
  readNetworks,
  readOAuthApps,
  readRevocations,
  readTransitLogin,
  readVaultKeys,
} from "./settings/values.ts";
import type { AllowedHost, Network } from "../adapters/egress/address-guard.ts";
import type { EgressProxy } from "../adapters/egress/proxy.ts";
import type { SettleMode } from "../domain/evidence/examine.ts";
import type { ListedOrigin } from "../domain/catalog/listed-origins.ts";
import type { IssuerSettings } from "../domain/operator-sign-in/port.ts";
import type { EnvironmentApps } from "../domain/oauth/app.ts";
import type { LimitSettings } from "../domain/limits/limits.ts";
import { isSetting, namesWith, ownVariables, type Variables } from "./own-variables.ts";
import { settings } from "./settings/table.ts";
import { readTraceSettings } from "../adapters/telemetry/setup.ts";
import type { TraceSettings } from "../adapters/telemetry/traces.ts";
import type { TransitLogin } from "../domain/vault/key-service.ts";
import type { Brand } from "../entry/connect/assets.ts";

/** The server's configuration from its environment (contract §11.1). */
export type Config = {
  listen: Address;
  /** A separate listener for the Connect pages; null to serve them with the API. */
  connectListen: Address | null;
  /** The listener for `/metrics`; null for none. */
  metricsListen: Address | null;
  /** The listener for the operator console; null for none. */
  adminListen: Address | null;
  /** The console's origin for browsers, with TLS or on this machine; null for the address of its listener. */
  adminUrl: string | null;
  /** The operators' identity provider; null for none. */
  issuer: IssuerSettings | null;
  /** External base URL without a trailing slash; null to derive it from the listener. */
  publicUrl: string | null;
  /** External base URL of the Connect pages without a trailing slash; null to derive it from the others. */
  connectUrl: string | null;
  /** Base URL of the documentation; null for this server. */
  docsUrl: string | null;
  /** The name of the cell; null if it isn't set. */
  cell: string | null;
  databaseUrl: string;
  databasePoolMax: number;
  /** Whether writes stop while no standby is synchronous. */
  requireSyncReplication: boolean;
  /** The vault's keyring as text; null if it is not set. */
  vaultKeys: string | null;
  /** Reads a variable that key services need, such as `AWS_REGION`; null if it's empty or not set. */
  platformVariable: (name: string) => string | null;
  /** How to log in to Vault or OpenBao for keys there. */
  transit: TransitLogin;
  /** The packages and folders with further providers, as given. */
  providers: readonly string[];
  enabledActions: readonly string[];
  /** When svc looks for unknown outcomes, and whether an absence settles one. */
  settle: { mode: SettleMode; settlesByAbsence: boolean };
  /** The origins of self-hosted providers that connections may have, by provider slug. */
  listedOrigins: ReadonlyMap<string, readonly ListedOrigin[]>;
  /**
   * PEM of the certificate authorities that are trusted for those origins and for the operators' identity provider, in
   * addition to the system's; null for none.
   */
  extraCa: string | null;
  /** The proxy for everything that a live server sends out; null for none. A sandbox never uses it. */
  egressProxy: EgressProxy | null;
  /** The configured OAuth apps, by provider slug. */
  oauthApps: EnvironmentApps;
  /** The slugs of providers whose tokens are revoked when a connection is disconnected. */
  revokesOnDisconnect: ReadonlySet<string>;
  /** Whether every Connect session must be confirmed by its backend, regardless of its service client's setting. */
  requireConfirmedCompletion: boolean;
  /** Whether agents' hosts may register themselves. */
  registersAgentHosts: boolean;
  limits: LimitSettings;
  connectTimeoutMs: number;
  callTimeoutMs: number;
  /** How long a stopping server accepts requests, for load balancers that probe readiness, in milliseconds. */
  drainGraceMs: number;
  executionRetentionDays: number;
  auditRetentionDays: number;
  sessionRetentionDays: number;
  eventRetentionDays: number;
  webhooks: WebhookSettings;
  /** The branding of the hosted Connect page. */
  brand: Brand;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** Where to send traces; null for none. */
  traces: TraceSettings | null;
  /** Where each secret was configured. */
  secretPlaces: SecretPlaces;
};

/** The configuration of webhooks. */
export type WebhookSettings = {
  /** Whether this process sends webhooks. */
  enabled: boolean;
  timeoutMs: number;
  /** The maximum number of concurrent attempts. */
  concurrency: number;
  /** The maximum number of endpoints per service client. */
  endpointsMax: number;
  /** Hosts and networks that webhooks may reach although they aren't public, or without TLS. */
  allowed: readonly AllowedHost[];
  /** Networks that webhooks must not reach, besides those that aren't public. */
  denied: readonly Network[];
};

/** Lists every problem of the configuration, one per line, and how to fix it. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.name = "ConfigError";
  }
}

/**
 * Returns the variables that start with our prefix but aren't settings, most likely typos, and the names that they can
 * mean.
 * @param environment the variables; the process's own by default.
 */
export function unreadVariables(environment: Variables = ownVariables()): { unread: string[]; known: string[] } {
  const ours = Object.keys(environment).filter((name) => name.startsWith("SVC_"));
  return { unread: ours.filter((name) => !isSetting(name)), known: namesWith(ours) };
}

/** The packages and folders of `SVC_PROVIDERS`. They are loaded before the rest of the configuration is read. */
export function readProviderNames(environment: Variables = ownVariables()): string[] {
  const names = (environment["SVC_PROVIDERS"] ?? "").split(",").map((name) => name.trim());
  return names.filter((name) => name !== "");
}

/**
 * Reads the configuration.
 * @param environment the variables; the process's own by default.
 * @throws ConfigError naming every variable that cannot be used.
 */
export function readConfig(environment: Variables = ownVariables()): Config {
  const faults: string[] = [];
  const given = createSettingReader(environment, faults);
  const { read, integer, isOn, text, secret, secretPlaces } = given;
  const { SVC_DATABASE_URL: database, SVC_VAULT_KEYS: vault } = settings;
  const extraCa = readExtraCa(text("SVC_EXTRA_CA_FILE"), faults);
  const adminUrl = given.url("SVC_ADMIN_URL");
  const config: Config = {
    listen: given.address("SVC_LISTEN"),
    connectListen: given.addressOrNull("SVC_CONNECT_LISTEN"),
    metricsListen: given.addressOrNull("SVC_METRICS_LISTEN"),
    adminListen: given.addressOrNull("SVC_ADMIN_LISTEN"),
    adminUrl,
    issuer: readIssuer(given, adminUrl, faults),
    publicUrl: given.url("SVC_PUBLIC_URL"),
    connectUrl: given.url("SVC_CONNECT_URL"),
    docsUrl: given.url("SVC_DOCS_URL"),
    providers: readProviderNames(environment),
    databaseUrl: readDatabaseUrl(secret("SVC_DATABASE_URL", database.file), database.default, faults),
    cell: readCell(text("SVC_CELL"), faults),
    databasePoolMax: integer("SVC_DATABASE_POOL_MAX"),
    requireSyncReplication: isOn("SVC_REQUIRE_SYNC_REPLICATION"),
    vaultKeys: readVaultKeys(secret("SVC_VAULT_KEYS", vault.file), faults),
    platformVariable: read,
    transit: readTransitLogin(given),
    enabledActions: readActionPatterns(text("SVC_ENABLED_ACTIONS") ?? "", faults),
    settle: { mode: given.choice("SVC_SETTLE"), settlesByAbsence: isOn("SVC_SETTLE_ABSENCE") },
    listedOrigins: readListedOrigins(given, faults),
    extraCa,
    egressProxy: readEgressProxy(given, extraCa, faults),
    oauthApps: readOAuthApps(given, faults),
    revokesOnDisconnect: readRevocations(given, faults),
    registersAgentHosts: isOn("SVC_AGENT_HOST_REGISTRATION"),
    requireConfirmedCompletion: isOn("SVC_REQUIRE_CONFIRMED_COMPLETION"),
    limits: readLimits(given),
    connectTimeoutMs: integer("SVC_CONNECT_TIMEOUT_MS"),
    callTimeoutMs: integer("SVC_CALL_TIMEOUT_MS"),
    drainGraceMs: integer("SVC_DRAIN_GRACE_MS"),
    executionRetentionDays: integer("SVC_EXECUTION_RETENTION_DAYS"),
    auditRetentionDays: integer("SVC_AUDIT_RETENTION_DAYS"),
    sessionRetentionDays: integer("SVC_SESSION_RETENTION_DAYS"),
    eventRetentionDays: integer("SVC_EVENT_RETENTION_DAYS"),
    webhooks: {
      enabled: isOn("SVC_WEBHOOKS"),
      timeoutMs: integer("SVC_WEBHOOK_TIMEOUT_MS"),
      concurrency: integer("SVC_WEBHOOK_CONCURRENCY"),
      endpointsMax: integer("SVC_WEBHOOK_ENDPOINTS_MAX"),
      allowed: readAllowedHosts("SVC_WEBHOOK_ALLOW", text("SVC_WEBHOOK_ALLOW") ?? "", faults),
      denied: readNetworks("SVC_WEBHOOK_DENY_CIDRS", text("SVC_WEBHOOK_DENY_CIDRS") ?? "", faults),
    },
    brand: readBrand(given, faults),
    logLevel: given.choice("SVC_LOG_LEVEL"),
    traces: readTraceSettings(read, secret, faults),
    secretPlaces,
  };
  faults.push(...sharedAddresses(config), ...adminFaults(config));
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** Whether a variable says where the database is; otherwise it is at the default path. */
export function namesDatabase({ secretPlaces: { inline, files } }: Config): boolean {
  return inline.includes("SVC_DATABASE_URL") || files.some(({ variable }) => variable === "SVC_DATABASE_URL_FILE");
}

/** Returns the address of each listener by its variable; null if the listener is off. */
export function listenAddresses(
  config: Pick<Config, "listen" | "connectListen" | "metricsListen" | "adminListen">,
): Record<string, Address | null> {
  const { listen, connectListen, metricsListen, adminListen } = config;
  return {
    SVC_LISTEN: listen,
    SVC_CONNECT_LISTEN: connectListen,
    SVC_METRICS_LISTEN: metricsListen,
    SVC_ADMIN_LISTEN: adminListen,
  };
}

/** Finds listeners with the same address. Port 0 is a different port each time. */
function sharedAddresses(config: Config): string[] {
  const seen = new Map<string, string>();
  return Object.entries(listenAddresses(config)).flatMap(([name, address]) => {
    if (address === null || address.port === 0) return [];
    const key = `${address.host}:${address.port}`;
    const other = seen.get(key);
    seen.set(key, name);
    return other === undefined ? [] : [`${name}: is also the address of ${other}; choose another one.`];
  });
}

/** Finds faults in the console's address. Operators' tokens may be unencrypted only within this machine. */
function adminFaults({ adminListen, adminUrl }: Config): string[] {
  const faults: string[] = [];
  const url = adminUrl === null ? null : new URL(adminUrl);
  if (url !== null && url.pathname !== "/") faults.push("SVC_ADMIN_URL: must be an origin, without a path.");
  if (url !== null && url.protocol !== "https:" && !isLoopback(url.hostname)) {
    faults.push("SVC_ADMIN_URL: must be https, unless it is on this machine.");
  }
  const host = adminListen?.host.includes(":") === true ? `[${adminListen.host}]` : adminListen?.host;
  if (host !== undefined && !isLoopback(host) && url?.protocol !== "https:") {
    faults.push(
      "SVC_ADMIN_LISTEN: other machines can reach it, so operators' tokens need TLS: set SVC_ADMIN_URL to the https URL of your proxy, or listen on 127.0.0.1.",
    );
  }
  return faults;
}
