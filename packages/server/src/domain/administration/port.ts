/**
 * Everything that operators administer, as one port: commands use it, and the HTTP API serves it. On the machine it
 * works on the database; elsewhere it is the API.
 */
import type { AdminCall, AdminOperationId, AdminResult } from "@svc/contract";
import type { Actor, AuditStore } from "../journal/port.ts";
import type { ConnectionStore } from "../connections/port.ts";
import type { FenceStore } from "../failover/port.ts";
import type { RestoreStore } from "../idempotency/port.ts";
import type { Signing } from "../journal/signed.ts";
import type { Cursors } from "../listings/page.ts";
import type { OAuthAppSecrets, OAuthAppStore } from "../oauth/app.ts";
import type { OperatorSecrets, OperatorStore, OverviewStore } from "../operators/port.ts";
import type { KnownInputs } from "../policy/rules.ts";
import type { EventSecretStore } from "../provider-events/port.ts";
import type { DescribedProviderStore } from "../providers/port.ts";
import type { ProviderReviews } from "../providers/reviews.ts";
import type { Logo } from "../service-clients/logo.ts";
import type { ServiceClientStore, ServiceKeys } from "../service-clients/port.ts";
import type { OperatingDeps } from "../webhooks/operating.ts";
import type { IdPrefix } from "@svc/contract";
import type { Platform } from "../../platform.ts";

/** The operations, by id. @throws ServiceError one of the operation's codes. */
export type Administration = {
  readonly [Id in AdminOperationId]: (call: AdminCall<Id>) => Promise<AdminResult<Id>>;
};

/** A provider of this process. */
export type AdministeredProvider = KnownInputs & {
  /** Whether users can connect to it with an OAuth app. */
  takesApp: boolean;
  /** Whether it sends the secret for an app's events to the app's address. */
  offersSecret: boolean;
  described: AdminResult<"listDeployedProviders">["providers"][number];
};

/** What the operations on a database work with. */
export type AdministrationDeps = {
  store: {
    serviceClients: ServiceClientStore;
    overview: Pick<OverviewStore, "clients">;
    oauthApps: OAuthAppStore;
    eventSecrets: EventSecretStore;
    describedProviders: Pick<DescribedProviderStore, "list">;
    operators: OperatorStore;
    connections: Pick<ConnectionStore, "disconnectAll">;
    webhooks: OperatingDeps["store"];
    events: OperatingDeps["events"];
    audit: AuditStore;
    restores: Pick<RestoreStore, "keyExpiry">;
    /** Null on SQLite. */
    fence: FenceStore | null;
  };
  vault: {
    oauthAppSecrets: OAuthAppSecrets;
    status(onCounted: (what: string, counted: number) => void): Promise<object>;
    rotate(onProgress: (rewrapped: number) => void): Promise<AdminResult<"rotateVault">>;
  };
  keys: ServiceKeys;
  operatorSecrets: OperatorSecrets;
  signing: Signing;
  cursors: Cursors;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
  reviews: ProviderReviews;
  /** Loads providers that were changed, in this process. */
  loadProviders: () => Promise<void>;
  /** The providers of this process now. */
  providers: () => readonly AdministeredProvider[];
  /** @throws ServiceError for a logo that can't be used. */
  fetchLogo: (url: string) => Promise<Logo>;
  /** The slugs of providers whose OAuth app a variable sets. */
  environmentApps: () => readonly string[];
  eventRetentionDays: () => number;
  /** Shows how far an operation is. */
  progress: (line: () => string) => void;
  /** Who makes the changes, for the journal. */
  actor: Actor;
};
