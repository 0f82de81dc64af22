/** The environment of operator commands, so that they don't use variables, the store or the vault directly. */
import type { NewApp } from "../../domain/oauth/registering.ts";
import type { Issuer } from "../../domain/operator-sign-in/issuer.ts";
import type { IdPrefix } from "@svc/contract";
import type { Inspection, RegisteredApp } from "@svc/mcp-provider";
import type { RehearsedFault } from "../../app/sandbox.ts";
import type { ListedOrigin } from "../../domain/catalog/listed-origins.ts";
import type { ProviderSource } from "../../app/providers.ts";
import type { Administration } from "../../domain/administration/port.ts";
import type { AuditStore } from "../../domain/journal/port.ts";
import type { Signing } from "../../domain/journal/signed.ts";
import type { ServiceClockStore } from "../../domain/clock/port.ts";
import type { ServiceClock } from "../../domain/clock/service-clock.ts";
import type { ConnectionStore } from "../../domain/connections/port.ts";
import type { OwnerStore } from "../../domain/executions/port.ts";
import type { SiteParts } from "../docs/files.ts";
import type { RestoreStore } from "../../domain/idempotency/port.ts";
import type { OAuthAppSecrets, OAuthAppStore } from "../../domain/oauth/app.ts";
import type { EventSecretStore } from "../../domain/provider-events/port.ts";
import type { HeldResponse } from "../../domain/operators/proxy-probe.ts";
import type { KeyNotice } from "../../domain/vault/key-service.ts";
import type { KeyedHashes } from "../../domain/vault/port.ts";
import type { PlaceRules } from "../../domain/providers/documents.ts";
import type { DescribedProviderStore } from "../../domain/providers/port.ts";
import type { OperatorSecrets, OperatorStore, OverviewStore } from "../../domain/operators/port.ts";
import type { Cursors } from "../../domain/listings/page.ts";
import type { FenceStore } from "../../domain/failover/port.ts";
import type { Platform } from "../../platform.ts";
import type { ServiceKeys, ServiceClientStore } from "../../domain/service-clients/port.ts";
import type { KnownInputs } from "../../domain/policy/rules.ts";
import type { PostgresFacts, Preparation, Store } from "../../domain/database/port.ts";
import type { UnknownOutcomes } from "../../domain/telemetry/port.ts";
import type { LogoDeps } from "./clients.ts";
import type { OperatingDeps } from "../../domain/webhooks/operating.ts";

/** The counts of a vault rotation. */
export type VaultRotation = {
  sealingKeyId: string;
  tenantKeys: number;
  hashingKeys: number;
  oauthApps: number;
  remaining: number;
};

/** The counts of a vault rekeying. */
export type VaultRekeying = {
  tenants: number;
  tenantKeys: number;
  credentials: number;
  remaining: number;
  unreadable: number;
};

/** The part of the vault that commands need. */
export type OperatorVault = {
  oauthAppSecrets: OAuthAppSecrets;
  /** Whether the deployment is a sandbox. */
  sandbox: boolean;
  isHealthy(): Promise<boolean>;
  /** Tries each key service's key, and reads whether it is about to be lost. */
  examineKeyServices(): Promise<{ rootKeyId: string; service: string; notices: KeyNotice[] }[]>;
  /** @param onCounted called after each batch with what is being counted and the number so far. */
  status(onCounted: (what: string, counted: number) => void): Promise<object>;
  rotate(onProgress: (rewrapped: number) => void): Promise<VaultRotation>;
  rekey(options: {
    tenantId: string | null;
    /** Milliseconds since the epoch. */
    sinceMs: number;
    onProgress: (done: { tenantKeys: number; credentials: number }) => void;
  }): Promise<VaultRekeying>;
};

/** The event to send. `connection` is one that should get it; the newest that asked for it by default. */
export type EventToEmit = { provider: string; type: string; connection?: string; id?: string };

/** What was sent, and that the server has answered 200. */
export type EmittedEvent = {
  type: string;
  providerEventId: string;
  connection_id: string;
  /** The account that it belongs to. Other connections of that account get it too. */
  account: string;
  httpStatus: number;
};

/** The part of an open deployment that commands need. */
export type OperatorDeployment = {
  engine: "sqlite" | "postgres";
  /** Prevents writes on a database that failed over; null on SQLite. */
  fence: FenceStore | null;
  /** The service clock: its state, and its row. */
  clock: Pick<ServiceClock, "state" | "confirmed"> & { store: ServiceClockStore };
  /** This machine's own clock. */
  machine: Pick<Platform, "nowMs">;
  /** Reads facts about PostgreSQL; null on SQLite. */
  postgres: (() => Promise<PostgresFacts>) | null;
  /** Tries a write that leaves nothing behind, and returns why it fails; null on SQLite. */
  tryWrite: Store["tryWrite"];
  unknownOutcomes(): Promise<readonly UnknownOutcomes[]>;
  /** The server processes that use the database. */
  owners: Pick<OwnerStore, "living" | "loaded">;
  serviceClients: ServiceClientStore;
  /** Listings across service clients. */
  overview: Pick<OverviewStore, "clients">;
  cursors: Cursors;
  /** Dependencies for fetching a service client's logo. */
  /** Where MCP servers may be. */
  places: PlaceRules;
  logos: LogoDeps;
  oauthApps: OAuthAppStore;
  eventSecrets: EventSecretStore;
  describedProviders: DescribedProviderStore;
  /** Loads the providers that are described by data, so that the environment's are as stored. */
  loadProviders(): Promise<void>;
  connections: Pick<ConnectionStore, "disconnectAll" | "countOfOtherProviders" | "countByListedOrigin">;
  audit: AuditStore;
  events: OperatingDeps["events"];
  webhooks: OperatingDeps["store"];
  restores: RestoreStore;
  /**
   * Copies the database to a path, and returns a warning if there is one; null if the engine has its own tools. @throws
   * StoreCopyError
   */
  copyTo: ((path: string) => { warning: string | null }) | null;
  /** Signs heads of the audit trail. */
  signing: Signing;
  keys: ServiceKeys;
  /** Tokens for the operator console: their store, and the vault's part that generates and hashes them. */
  operators: { store: OperatorStore; secrets: OperatorSecrets };
  vault: OperatorVault;
  /** For requests that only this deployment's doctor can make. */
  probeHashes: Pick<KeyedHashes, "hash">;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
  /**
   * Sends a sample of a provider's event to the running server, if this is a sandbox.
   * @throws OperatorFailure that says what is missing.
   */
  emitEvent(event: EventToEmit): Promise<EmittedEvent>;
  close(): Promise<void>;
};

/** A provider in the output of commands. The digest covers the package's files, without its dependencies. */
export type CheckedProvider = {
  slug: string;
  from: string;
  version: string | null;
  digest: string | null;
  actions: number;
  hosts: readonly string[];
};

/** The part of a provider that commands need. */
export type OperatorProvider = {
  slug: string;
  actions: KnownInputs["actions"];
  /** Whether connecting to it requires an OAuth app of the operator. */
  needsApp: boolean;
  /** Whether users can connect to it with an OAuth app. */
  takesApp: boolean;
  /** Whether it sends events to an app. */
  hasEvents: boolean;
  /** Whether it sends the secret that it signs them with to the app's address. */
  offersSecret: boolean;
  /** The hosts that the server calls for it, with a port unless it is 443. */
  hosts: readonly string[];
  /** The operator's list of its servers; null if its origin is fixed. */
  listedOrigins: readonly ListedOrigin[] | null;
  source: ProviderSource;
};

/** How to reach PostgreSQL, without user and password. */
export type PostgresTarget = {
  engine: "postgres";
  /** Host names, or folders of sockets. */
  hosts: readonly string[];
  /** Whether the connection stays on this machine. */
  isLocal: boolean;
  /** `sslmode` as given; null if it isn't. */
  sslMode: string | null;
  /** Whether TLS is used without checking certificates. */
  verifiesNothing: boolean;
};

/** Where the database is. */
export type DatabaseTarget = { engine: "sqlite"; path: string } | PostgresTarget;

/** A file or folder that must be private. */
export type FileFact = {
  /** Its purpose, such as "the database". */
  what: string;
  path: string;
  /** Permission bits, and the sticky bit. */
  mode: number;
  ownerId: number;
  isFolder: boolean;
};

export type FileKind = "vault key" | "secret" | "database";

/** Facts about the server's process if one runs on this machine under the same user, otherwise about this process. */
export type ProcessFacts = {
  nodeVersion: string;
  /** Null if the system has none. */
  userId: number | null;
  /** The process whose limits these are, in words. */
  whose: string;
  /** The maximum size of a core dump; null if it can't be read. */
  coreBytes: number | null;
  /** The kernel's destination for dumps (core_pattern); "" if it can't be read. */
  corePattern: string;
  openFilesMax: number | null;
  /** How many files the process has open now; null if it can't be read, or isn't a server. */
  openFiles: number | null;
  /** How many files a server has open when it reaches the limits in its configuration. */
  openFilesWanted: number;
  opensDebugger: "never" | "on signal" | "now";
};

/** What is wrong with a variable whose value is valid. */
export type VariableWarning = { variable: string; detail: string; remedy: string };

/** The configuration without secrets. */
export type Setting = {
  listenHost: string;
  publicUrl: string | null;
  connectUrl: string | null;
  /** The slugs of providers with an OAuth app. */
  oauthApps: readonly string[];
  /** The deadline of a provider call. */
  callTimeoutMs: number;
  /** The URL at which callers reach the server, without a trailing slash. */
  baseUrl: string;
  /** The configured origin at which browsers reach the operator console. */
  adminUrl: string | null;
  /** The URL that the console listens on; null if it is off. */
  adminAt: string | null;
  /** The operators' identity provider, and where it sends browsers back to; null for none. */
  issuer: { url: string; redirectUri: string } | null;
  /** How long audit events are kept. */
  auditRetentionDays: number;
  /** How long events and their deliveries are kept. */
  eventRetentionDays: number;
  /** Whether every Connect session must be confirmed by its backend. */
  requireConfirmedCompletion: boolean;
  /** Whether the Connect pages have a listener of their own. */
  hasConnectListener: boolean;
  /** The host of the metrics listener; null if it is off. */
  metricsHost: string | null;
  /** The URL of the metrics listener; null if it is off. */
  metricsUrl: string | null;
  database: DatabaseTarget;
  /** The keyring's keys. `weakness` says in a verb phrase why a key is guessable; null if it isn't. */
  vaultKeys: readonly { id: string; weakness: string | null }[];
};

/** Credentials by the slug of their provider and by name. A provider can be one that isn't built in. */
export type SandboxCredentials = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The environment of a command. */
export type OperatorEnvironment = {
  /** This program's version. */
  version: string;
  /** The file that the variables come from; null if they are this process's own. */
  envFile: string | null;
  /**
   * The environment with the variables of a file instead of this process's own.
   * @throws UsageFailure if it can't be read.
   */
  ofFile(path: string): Promise<OperatorEnvironment>;
  /**
   * Opens the deployment next to a running server.
   * @param sandbox whether a new database becomes a sandbox's; undefined for live, or for the existing database's kind.
   * @param prepare how the database may be prepared first.
   */
  open(sandbox: boolean | undefined, prepare: Preparation): Promise<OperatorDeployment>;
  /** The server elsewhere that commands work on; null for the deployment of this machine. */
  remote: Administration | null;
  /** This machine's time, in milliseconds since the epoch. */
  nowMs(): number;
  /** Whether a variable says where the database is. @throws ConfigError if the configuration is invalid. */
  namesDatabase(): boolean;
  /** Asks an MCP server what it is. @param sandbox whether it has to be on this machine. @throws InspectionFault */
  inspect(url: string, options: { sandbox: boolean; token: string | null }): Promise<Inspection>;
  /** Registers svc's app at a provider's authorization server. @throws InspectionFault */
  registerApp(endpoint: string, app: NewApp, options: { sandbox: boolean }): Promise<RegisteredApp>;
  /** All providers with their actions. Those that are described by data join them once a deployment is open. */
  providers: readonly OperatorProvider[];
  /** A line for each provider of `SVC_PROVIDERS` that can't be used. */
  providerFaults: readonly string[];
  /**
   * Loads a package or folder as `SVC_PROVIDERS` would, in a process without this one's environment. `checked` is null
   * if it can't be used, and `fault` says why.
   */
  checkProvider(given: string): Promise<{ checked: CheckedProvider | null; fault: string }>;
  /** The credentials that each simulated provider accepts, by name. @param only a provider's slug; null for all. */
  sandboxCredentials(only: string | null): Promise<SandboxCredentials>;
  /** Returns a variable that a file names; undefined if it isn't set. */
  variable(name: string): string | undefined;
  /** Reads a secret from standard input. @throws UsageFailure if that is a terminal, which would show it. */
  readSecret(): Promise<string>;
  /** Makes the next request to a provider of the running sandbox fail. @throws ConfigError if there is none. */
  rehearse(fault: RehearsedFault): Promise<void>;
  /** The parts of the documentation, with this deployment's URLs. */
  docsSite(): SiteParts;
  /** Faults of the configuration that can be found without a deployment. Each names its variable. */
  configurationFaults(): readonly string[];
  /** Variables that nothing reads, or that have no effect in this configuration. */
  variableWarnings(): readonly VariableWarning[];
  /** The configuration without secrets; null if it is invalid. */
  setting(): Setting | null;
  /** The local folders of the database and the vault's key file; null if their free space can't be read. */
  disks(): readonly { what: string; freeBytes: number | null }[];
  /** The file system type of a path, as in statfs(2); null if it can't be read. */
  fileSystemType(path: string): number | null;
  /** The size of SQLite's log in bytes; null if there is none. */
  logBytes(): number | null;
  /** The existing files of a kind. */
  files(kind: FileKind): readonly FileFact[];
  /** Variables that contain a secret instead of naming a file. */
  inlineSecrets(): readonly string[];
  process(): ProcessFacts;
  /** Tries a TLS connection. @returns null if it succeeded, otherwise an error code. */
  reach(host: string): Promise<string | null>;
  /** GETs a URL. @returns the status; null without a response. */
  statusOf(url: string): Promise<number | null>;
  /** Asks the operators' identity provider for its description, and whether it accepts svc's client. */
  tryIssuer(): ReturnType<Issuer["tryClient"]>;
  /** POSTs an empty JSON object. @returns the status, null without a response, and the code of a problem. */
  postTo(url: string): Promise<{ status: number | null; code: string | null }>;
  /** GETs a URL whose response is slow. */
  hold(url: string, timeoutMs: number): Promise<HeldResponse>;
  /** GETs a JSON document; undefined without one. Its content can be another program's. */
  documentOf(url: string): Promise<unknown>;
};
