/** The client for an svc server, for backends. */
import type { ActionMatch, Provider, ProviderPage, ServiceClient as ServiceClientProfile } from "@svc/contract";
import { createCalls, type Calls } from "./calls.ts";
import { SvcError } from "./errors.ts";
import { createAgentAuthorizationsScope, type AgentAuthorizationsScope } from "./generated/agent-authorizations.ts";
import { createAuditEventsScope, type AuditEventsScope } from "./generated/audit-events.ts";
import { createDelegatedTokensScope, type DelegatedTokensScope } from "./generated/delegated-tokens.ts";
import { createEventsScope, type EventsScope } from "./generated/events.ts";
import { createTenantsScope, type TenantsScope } from "./generated/tenants.ts";
import { createWebhookEndpointsScope, type WebhookEndpointsScope } from "./generated/webhook-endpoints.ts";
import { segment } from "./paths.ts";
import { defaultPlatform, type SdkPlatform } from "./platform.ts";
import { checkedMaxRetries } from "./retries.ts";
import { createTenantScope, type TenantScope } from "./tenant-scope.ts";
import { createTransport, type CallOptions, type Transport } from "./transport.ts";

/** Where the server is, who calls it, and how calls are timed and repeated. */
export type ServiceClientSettings = {
  /** The server's base URL. */
  baseUrl: string;
  /** The service key, `svc_live_…`, or a delegated token, `svc_dt_…`. Never send a key to a browser. */
  accessToken: string;
  /** Default time limit for a call, in milliseconds. */
  timeoutMs?: number;
  /**
   * How often a request is sent again at most, if it can't act twice: after a transport failure, and after a 503 that
   * svc says may be retried, if it asks for a wait of at most 5 seconds in all. An integer from 0 to 10; 2 by default.
   */
  maxRetries?: number;
  /** Prepended to the SDK's own user agent. */
  userAgent?: string;
  /** The exchange, the clock and the sleep function; for tests and for other runtimes. */
  platform?: Partial<SdkPlatform>;
};

const defaultTimeoutMs = 60_000;

/** A client for one server with one service key. */
export class ServiceClient {
  readonly #transport: Transport;
  readonly #platform: SdkPlatform;
  readonly #calls: Calls;
  /** Each connection's provider, once known. */
  readonly #providers = new Map<string, string>();

  /**
   * @throws SvcError if the token is missing or a setting is invalid, and in a browser page, where a key would leak.
   */
  constructor(settings: ServiceClientSettings) {
    refuseBrowser();
    const { accessToken: token } = settings;
    if (typeof token !== "string" || token.trim() === "") {
      throw new SvcError(
        "`accessToken` is missing or empty: pass the service key that your operator issued, such as SVC_TOKEN.",
      );
    }
    if (/^["']/.test(token)) {
      throw new SvcError(
        "`accessToken` is in quotes, which some tools keep as part of a variable's value. Remove them.",
      );
    }
    if (!/^[\u0021-\u007e]+$/.test(token)) {
      throw new SvcError(
        "`accessToken` contains a character that no service key has, such as a space or a line break.",
      );
    }
    this.#platform = { ...defaultPlatform, ...settings.platform };
    this.#transport = transportFor(settings, token, this.#platform);
    this.#calls = createCalls(this.#transport, this.#platform);
  }

  /** The calls for one tenant. @throws ArgumentError if the id is empty or a dot segment. */
  tenant(tenantId: string): TenantScope {
    return createTenantScope(this.#transport, this.#platform, tenantId, this.#providers);
  }

  /** The masked profile of the service client that this key belongs to. */
  async profile(options?: CallOptions): Promise<ServiceClientProfile> {
    return await this.#calls.call({ method: "GET", path: "/v1/service-client", options });
  }

  /** Tenants of this service client. */
  get tenants(): TenantsScope {
    return createTenantsScope(this.#calls);
  }

  /** The audit trail of this service client: changes, and every use of a credential. */
  get auditEvents(): AuditEventsScope {
    return createAuditEventsScope(this.#calls);
  }

  /** The event log of this service client. Resume reading where you stopped, or read one event. */
  get events(): EventsScope {
    return createEventsScope(this.#calls);
  }

  /** Sign-ins of agent hosts, which your app approves or denies for its own signed-in user. */
  get agentAuthorizations(): AgentAuthorizationsScope {
    return createAgentAuthorizationsScope(this.#calls);
  }

  /** Narrow, short-lived tokens for agents. */
  get delegatedTokens(): DelegatedTokensScope {
    return createDelegatedTokensScope(this.#calls);
  }

  /** The addresses that events are delivered to. */
  get webhookEndpoints(): WebhookEndpointsScope {
    return createWebhookEndpointsScope(this.#calls);
  }
}

/** The public catalog, which needs no key. */
export class PublicCatalog {
  readonly #transport: Transport;

  /** @throws SvcError if a setting is invalid. */
  constructor(settings: Omit<ServiceClientSettings, "accessToken">) {
    this.#transport = transportFor(settings, null, { ...defaultPlatform, ...settings.platform });
  }

  /** Every provider that the server's code contains. */
  async providers(options?: CallOptions): Promise<Provider[]> {
    const path = "/api/catalog/v1/providers";
    const response = await this.#transport.send({ method: "GET", path, anonymous: true, options });
    return (response.body as { providers: Provider[] }).providers;
  }

  /** A provider with every action and its schemas. */
  async provider(slug: string, options?: CallOptions): Promise<ProviderPage> {
    const path = `/api/catalog/v1/providers/${segment(slug)}`;
    return (await this.#transport.send({ method: "GET", path, anonymous: true, options })).body as ProviderPage;
  }

  /** Searches all actions, best match first. Accepts words in any order, such as `create issue`. */
  async searchActions(
    query: string,
    { provider, limit, ...options }: CallOptions & { provider?: string; limit?: number } = {},
  ): Promise<ActionMatch[]> {
    const path = "/api/catalog/v1/actions";
    const response = await this.#transport.send({
      method: "GET",
      path,
      query: { query, provider, limit },
      anonymous: true,
      options,
    });
    return (response.body as { actions: ActionMatch[] }).actions;
  }
}

function transportFor(
  settings: Omit<ServiceClientSettings, "accessToken">,
  token: string | null,
  platform: SdkPlatform,
): Transport {
  const ownAgent = "svc-sdk/0.1.0";
  if (settings.userAgent !== undefined && !/^[\u0020-\u007e]+$/.test(settings.userAgent)) {
    throw new SvcError("userAgent must be printable ASCII.");
  }
  return createTransport({
    baseUrl: normalizeBaseUrl(settings.baseUrl),
    token,
    timeoutMs: settings.timeoutMs ?? defaultTimeoutMs,
    maxRetries: checkedMaxRetries(settings.maxRetries),
    userAgent: settings.userAgent === undefined ? ownAgent : `${settings.userAgent} ${ownAgent}`,
    platform,
  });
}

function normalizeBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const usable = url !== null && (url.protocol === "https:" || url.protocol === "http:");
  if (!usable || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new SvcError("baseUrl must be an http(s) URL without credentials, query or fragment.");
  }
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

function refuseBrowser(): void {
  const page = globalThis as { window?: unknown; document?: unknown };
  if (typeof page.window === "object" && typeof page.document === "object") {
    throw new SvcError("A service key must not be used in a browser page. Call svc from your backend.");
  }
}
