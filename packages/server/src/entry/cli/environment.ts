/** What operator commands are given, so that they touch neither the environment nor store and vault themselves. */
import type { IdPrefix } from "@svc/contract";
import type { AuditStore } from "../../domain/audit/port.ts";
import type { Signing } from "../../domain/audit/signed.ts";
import type { ServiceClockStore } from "../../domain/clock/port.ts";
import type { ServiceClock } from "../../domain/clock/service-clock.ts";
import type { ConnectionStore } from "../../domain/connections/port.ts";
import type { SiteParts } from "../docs/files.ts";
import type { RestoreStore } from "../../domain/idempotency/port.ts";
import type { OperatorSecrets, OperatorStore } from "../../domain/operators/port.ts";
import type { FenceStore } from "../../domain/failover/port.ts";
import type { Platform } from "../../platform.ts";
import type { ServiceKeys } from "../../domain/service-clients/keys.ts";
import type { ServiceClientStore } from "../../domain/service-clients/port.ts";
import type { PostgresFacts, Preparation } from "../../domain/store/port.ts";
import type { UnknownOutcomes } from "../../domain/telemetry/port.ts";
import type { LogoDeps } from "./clients.ts";
import type { OperatingDeps } from "../../domain/webhooks/operating.ts";

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
  engine: "sqlite" | "postgres";
  /** What keeps writes from a database that failed over; null on SQLite. */
  fence: FenceStore | null;
  /** The service clock: how it stands, and its row. */
  clock: Pick<ServiceClock, "standing" | "confirmed"> & { store: ServiceClockStore };
  /** This machine's own clock. */
  machine: Pick<Platform, "nowMs">;
  /** What PostgreSQL says of itself; null on SQLite. */
  postgres: (() => Promise<PostgresFacts>) | null;
  unknownOutcomes(): Promise<readonly UnknownOutcomes[]>;
  serviceClients: ServiceClientStore;
  /** How a service client's logo is fetched. */
  logos: LogoDeps;
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

/** How PostgreSQL is reached, without user and password. */
export type PostgresTarget = {
  engine: "postgres";
  /** Hosts by name, or folders of sockets. */
  hosts: readonly string[];
  /** Whether the connection stays on this machine. */
  isLocal: boolean;
  /** `sslmode` as given; null where it is not. */
  sslMode: string | null;
  /** Whether TLS is used and no certificate is checked. */
  verifiesNothing: boolean;
};

/** Where the database is. */
export type DatabaseTarget = { engine: "sqlite"; path: string } | PostgresTarget;

/** A file or folder that is nobody else's business. */
export type FileFact = {
  /** What it is to the server, such as "the database". */
  what: string;
  path: string;
  /** Permission bits, and the sticky bit. */
  mode: number;
  ownerId: number;
  isFolder: boolean;
};

/** What files are asked for. */
export type FileKind = "vault key" | "secret" | "database";

/** The process, or where a server runs on this machine under the same user, that one. */
export type ProcessFacts = {
  nodeVersion: string;
  /** Null where the system has no such thing. */
  userId: number | null;
  /** Whose limits these are, in words. */
  whose: string;
  /** How large a core dump may become; null where it cannot be read. */
  coreBytes: number | null;
  /** What the kernel does with dumps (core_pattern); "" where it cannot be read. */
  corePattern: string;
  openFilesMax: number | null;
  /** How many files a server has open at its own limits. */
  openFilesWanted: number;
  opensDebugger: "never" | "on signal" | "now";
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
  /** Whether the Connect pages have a listener of their own. */
  hasConnectListener: boolean;
  /** The host that metrics listen on; null where they are off. */
  metricsHost: string | null;
  database: DatabaseTarget;
  /** The keys of the keyring, with what makes each guessable: a verb phrase, null where nothing does. */
  vaultKeys: readonly { id: string; weakness: string | null }[];
};

/** The surroundings of a command. */
export type OperatorEnvironment = {
  /**
   * Opens the deployment beside a running server.
   * @param sandbox what a new database becomes; undefined: live, or whatever the database already is.
   * @param prepare what may be done to the database first.
   */
  open(sandbox: boolean | undefined, prepare: Preparation): Promise<OperatorDeployment>;
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
  /** The folders of the database and of the vault's key file, as far as they are here; null where the room cannot be read. */
  disks(): readonly { what: string; freeBytes: number | null }[];
  /** The number of the file system that a path is on, as statfs(2) gives it; null where it cannot be read. */
  fileSystemType(path: string): number | null;
  /** Bytes of SQLite's log; null where there is none. */
  logBytes(): number | null;
  /** Files that are there, of one kind. */
  files(kind: FileKind): readonly FileFact[];
  /** Variables that hold a secret themselves instead of naming a file. */
  inlineSecrets(): readonly string[];
  process(): ProcessFacts;
  /** Tries a TLS connection; null where it could be made, otherwise a code. */
  reach(host: string): Promise<string | null>;
  /** GETs a URL; gives its status, null where nothing answers. */
  statusOf(url: string): Promise<number | null>;
};
