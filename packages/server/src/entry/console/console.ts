/** The inputs of the console's pages: the domain's services, and the request. */
import type { FastifyInstance } from "fastify";
import type { PublicRates } from "../../domain/limits/rates.ts";
import type { Administration } from "../../domain/administration/port.ts";
import type { KnownActions } from "../../domain/service-clients/policy.ts";
import type { Actor } from "../../domain/journal/port.ts";
import type { ServiceClock } from "../../domain/clock/service-clock.ts";
import type { Connections } from "../../domain/connections/connections.ts";
import type { ExecutionRecords } from "../../domain/executions/records.ts";
import type { Proposals } from "../../domain/proposals/proposals.ts";
import type { DelegatedTokens } from "../../domain/service-clients/tokens.ts";
import type { FenceWatch } from "../../domain/failover/watch.ts";
import type { Dashboard } from "../../domain/operators/dashboard.ts";
import type { CompanySignIn } from "../../domain/operator-sign-in/sign-in.ts";
import type { Operator, OperatorSessions } from "../../domain/operators/sessions.ts";
import type { OperatorRole } from "../../domain/operators/roles.ts";
import type { StoredOAuthApp } from "../../domain/oauth/app.ts";
import type { StoredEventSecret } from "../../domain/provider-events/port.ts";
import type { OperatorTokenRow } from "../../domain/operators/port.ts";
import type { Overview } from "../../domain/operators/overview.ts";
import type { Search } from "../../domain/operators/search.ts";
import type { Platform } from "../../platform.ts";
import type { Caller } from "../../domain/service-clients/caller.ts";
import type { ServiceClientRow } from "../../domain/service-clients/port.ts";
import type { ServiceClients } from "../../domain/service-clients/service-clients.ts";
import type { InspectNewServer, ProviderReviews } from "../../domain/providers/reviews.ts";
import type { Webhooks } from "../../domain/webhooks/endpoints.ts";
import type { WebhookOperations } from "../../domain/webhooks/operating.ts";
import type { Html } from "../html/markup.ts";

/** Providers' logos as SVG path data, by slug. */
export type Logos = ReadonlyMap<string, string>;

/** The services behind the pages. */
export type ConsoleServices = {
  sessions: OperatorSessions;
  /** Signing in with the company's account; null if there is none. */
  company: CompanySignIn | null;
  overview: Overview;
  search: Search;
  dashboard: Dashboard;
  connections: Pick<Connections, "disconnect" | "test">;
  records: Pick<ExecutionRecords, "resolve" | "settle">;
  webhooks: Pick<Webhooks, "deliveries">;
  /** Operations on endpoints for this actor in the audit trail. */
  webhookOperations: (actor: Actor) => Pick<WebhookOperations, "disable" | "enable" | "redeliver">;
  /** Operations on service clients for this actor in the audit trail. */
  delegatedTokens: Pick<DelegatedTokens, "revoke">;
  proposals: Pick<Proposals, "decideByOperator">;
  serviceClients: (actor: Actor) => Pick<ServiceClients, "revokeKey">;
  /** Everything that operators administer, for this actor in the audit trail. */
  administration: (actor: Actor) => Administration;
  /** The loaded providers with their actions. */
  actions: () => readonly KnownActions[];
  /** The providers that users connect to with an OAuth app. */
  appProviders: () => readonly AppProvider[];
  /** The stored OAuth apps. */
  oauthApps: () => Promise<readonly StoredOAuthApp[]>;
  /** The stored secrets for their events, sealed. */
  eventSecrets: () => Promise<readonly StoredEventSecret[]>;
  operatorTokens: () => Promise<readonly OperatorTokenRow[]>;
  findClient: (clientId: string) => Promise<ServiceClientRow | null>;
  platform: Pick<Platform, "nowMs">;
  clock: Pick<ServiceClock, "state">;
  /** Whether writes are stopped, and how the database replicates. */
  fence: Pick<FenceWatch, "state">;
  /** The reviews of MCP servers. */
  providerReviews: Pick<ProviderReviews, "list" | "find" | "checkNew">;
  inspectServer: InspectNewServer;
  /** Registers svc's app at the authorization server of an MCP server. @throws ServiceError */
  registerApp: (slug: string, actor: Actor) => Promise<void>;
  /** Returns the slugs of the loaded providers. */
  providers: () => readonly string[];
  /** Their logos, by slug. */
  logos: Logos;
  sandbox: boolean;
};

/** A provider that takes an OAuth app. */
export type AppProvider = {
  slug: string;
  /** Whether it sends events. */
  hasEvents: boolean;
  /** Whether it chooses the secret for its events, and sends it. */
  offersSecret: boolean;
  /** What the app is registered with. */
  redirectUri: string;
};

/** Dependencies of the console. */
export type ConsoleEndpoint = {
  app: FastifyInstance;
  services: ConsoleServices;
  /** The origin where browsers reach it; null if only this machine does. */
  adminUrl: string | null;
  publicRates: PublicRates;
};

/** The forms of a session: the token in each, and those that its operator's role may send. */
export type Forms = { token: string; allows: (path: string) => boolean };

/** A request from a signed-in operator. */
export type ConsoleRequest = {
  services: ConsoleServices;
  operator: Operator;
  forms: Forms;
  /** The path parameters, by name. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The fields of a form; empty if none was sent. */
  form: URLSearchParams;
};

/** The response: a page, or a redirect. */
export type ConsoleResponse = ConsolePage | { location: string };

/** A page without its frame. */
export type ConsolePage = { title: string; main: Html; status?: number };

/** Answers one route. @throws ServiceError, which is shown as a page. */
export type ConsoleRoute = {
  method: "GET" | "POST";
  /** The least role for it. */
  role: OperatorRole;
  /** With `:name` for a path parameter. */
  path: string;
  respond: (request: ConsoleRequest) => Promise<ConsoleResponse>;
  /** Its link in the navigation; the icon's shapes are 16 by 16. None if other pages link to it. */
  section?: { name: string; icon: Html };
};

/** Returns a parameter or field that is present once and not "", trimmed; otherwise null. */
export function readField(given: URLSearchParams, name: string): string | null {
  const [value = "", ...others] = given.getAll(name);
  const text = value.trim();
  return text === "" || others.length > 0 ? null : text;
}

/** Returns the text if it is one of the choices; otherwise null. */
export function readChoice<Choice extends string>(
  given: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const text = readField(given, name);
  return choices.find((choice) => choice === text) ?? null;
}

/** Returns the cursor of a listing. */
export function readCursor({ query }: ConsoleRequest): string | undefined {
  return readField(query, "cursor") ?? undefined;
}

/**
 * Returns the caller with which the operator acts for a client; the trail names the operator. @throws Error if the
 * client is missing.
 */
export async function callerFor({ services, operator }: ConsoleRequest, clientId: string): Promise<Caller> {
  const client = await services.findClient(clientId);
  if (client === null) throw new Error("A row names a service client that does not exist.");
  return { client, keyId: "", operatorId: operator.id, tenants: null };
}

/** Returns the operator's name in the audit trail. */
export function auditActor({ operator }: ConsoleRequest): Actor {
  return `operator:${operator.id}`;
}
