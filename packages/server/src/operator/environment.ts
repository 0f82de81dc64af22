/** What operator commands are given, so that they touch neither the environment nor store and vault themselves. */
import type { IdPrefix } from "@svc/contract";
import type { AuditStore } from "../audit/port.ts";
import type { Signing } from "../audit/signed.ts";
import type { ServiceClockStore } from "../clock/port.ts";
import type { ServiceClock } from "../clock/service-clock.ts";
import type { ConnectionStore } from "../connections/port.ts";
import type { SiteParts } from "../docs-site/files.ts";
import type { RestoreStore } from "../idempotency/port.ts";
import type { OperatorSecrets, OperatorStore } from "../operators/port.ts";
import type { Platform } from "../platform.ts";
import type { ServiceKeys } from "../service-clients/keys.ts";
import type { ServiceClientStore } from "../service-clients/port.ts";
import type { UnknownOutcomes } from "../telemetry/port.ts";
import type { OperatingDeps } from "../webhooks/operating.ts";

/** What a rotation of the vault did, in counts. */
export type VaultRotation = { sealingKeyId: string; tenantKeys: number; hashingKeys: number; remaining: number };

/** What a rekeying of the vault did, in counts. */
export type VaultRekeying = {
  tenants: number;
  tenantKeys: number;
  credentials: number;
  remaining: number;
  unreadable: number;
};

/** The vault, as far as commands need it. */
export type OperatorVault = {
  /** Whether the deployment is a sandbox. */
  sandbox: boolean;
  isHealthy(): Promise<boolean>;
  status(): Promise<{ unboundCredentials: number }>;
  rotate(onProgress: (rewrapped: number) => void): Promise<VaultRotation>;
  rekey(options: {
    tenantId: string | null;
    /** Milliseconds since the epoch. */
    sinceMs: number;
    onProgress: (done: { tenantKeys: number; credentials: number }) => void;
  }): Promise<VaultRekeying>;
};

/** An open deployment, as far as commands need it. */
export type OperatorDeployment = {
  /** What about the database works and should still be changed, a sentence each. */
  warnings: readonly string[];
  engine: "sqlite" | "postgres";
  /** The service clock: how it stands, and its row. */
  clock: Pick<ServiceClock, "standing" | "confirmed"> & { store: ServiceClockStore };
  /** This machine's own clock. */
  machine: Pick<Platform, "nowMs">;
  unknownOutcomes(): Promise<readonly UnknownOutcomes[]>;
  serviceClients: ServiceClientStore;
  connections: Pick<ConnectionStore, "disconnectAll">;
  audit: AuditStore;
  events: OperatingDeps["events"];
  webhooks: OperatingDeps["store"];
  restores: RestoreStore;
  /** Copies the database to a path, gives a warning if there is one; null where the engine has its own ways. @throws StoreCopyError */
  copyTo: ((path: string) => { warning: string | null }) | null;
  /** What heads of the audit trail are signed with. */
  signing: Signing;
  keys: ServiceKeys;
  /** Tokens of the console's operators, at rest and as the vault makes them. */
  operators: { store: OperatorStore; secrets: OperatorSecrets };
  vault: OperatorVault;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
  close(): Promise<void>;
};

/** A provider of the code, as far as commands need it. */
export type OperatorProvider = {
  slug: string;
  actions: readonly { id: string }[];
  /** Whether nothing can be connected to it without an OAuth app of the operator's. */
  needsApp: boolean;
  /** Hosts that the server calls for it, with a port where it is not 443. */
  hosts: readonly string[];
};

/** What the configuration says, without a secret. */
export type Setting = {
  listenHost: string;
  publicUrl: string | null;
  connectUrl: string | null;
  /** Slugs of providers that an OAuth app is set up for. */
  oauthApps: readonly string[];
  /** Where callers reach the server, without a trailing slash. */
  baseUrl: string;
  /** The origin at which browsers reach the operator console, as configured. */
  adminUrl: string | null;
  /** Where the console listens, as a URL; null where it is off. */
  adminAt: string | null;
  /** For how long audit events are kept. */
  auditRetentionDays: number;
  /** For how long events and their deliveries are kept. */
  eventRetentionDays: number;
  /** Whether every Connect session must be confirmed by its backend. */
  requireConfirmedCompletion: boolean;
};

/** The surroundings of a command. */
export type OperatorEnvironment = {
  /**
   * Opens the deployment beside a running server.
   * @param sandbox what a new database becomes; undefined: live, or whatever the database already is.
   */
  open(sandbox: boolean | undefined): Promise<OperatorDeployment>;
  /** Every provider of the code with its actions. */
  providers: readonly OperatorProvider[];
  sandboxCredentials(): Promise<object>;
  /** What the documentation is made from, with this deployment's addresses. */
  docsSite(): SiteParts;
  /** Checks of the configuration that need no deployment; each names what it looked at. */
  configurationFaults(): readonly string[];
  /** Variables that begin as ours do and that nothing reads. */
  unreadVariables(): readonly string[];
  /** What the configuration says, without a secret; null where it cannot be used. */
  setting(): Setting | null;
  /** Bytes free beside the database's file; null where it has none here. */
  diskFreeBytes(): number | null;
  /** Tries a TLS connection; null where it could be made, otherwise a code. */
  reach(host: string): Promise<string | null>;
  /** GETs a URL; gives its status, null where nothing answers. */
  statusOf(url: string): Promise<number | null>;
};
