/**
 * The whole service in this process, on SQLite and a clock that a run controls: nothing in it waits, and time passes
 * only when a run advances it. Its requests go to the provider that is currently open.
 */
import { unlimited } from "../../src/domain/limits/rates.ts";
import { randomBytes } from "node:crypto";
import { oauthAuthOf, type ExchangeFacts, type ProviderRequest } from "@svc/provider-kit";
import { literalKeys, keyringRootKeys, parseKeyring } from "../../src/adapters/vault/keyring.ts";
import { testSeals } from "../test-seals.ts";
import { createMachineWatch } from "../../src/domain/machine/watch.ts";
import { openVault } from "../../src/adapters/vault/vault.ts";
import { readConfig } from "../../src/app/config.ts";
import { registeredProviders } from "../../src/app/providers.ts";
import { createNewId, type Resources } from "../../src/app/resources.ts";
import { createServices, type Services } from "../../src/app/services.ts";
import { originsVariable, toListedText } from "../../src/domain/catalog/listed-origins.ts";
import { createCredentials, vaultContext } from "../../src/domain/connections/sealed-credential.ts";
import { cutoffMs } from "../../src/domain/clock/judge.ts";
import { createMarkers, type MarkerOf } from "../../src/domain/evidence/facts.ts";
import { createInHand } from "../../src/domain/executions/sweeper.ts";
import type { ProviderService } from "../../src/domain/provider-calls/port.ts";
import type { ServiceClientRow } from "../../src/domain/service-clients/port.ts";
import { systemPlatform, type Platform } from "../../src/platform.ts";
import { addConnection, addTenant, sampleClient, sampleConnection, sampleKey } from "../adapters/store/samples.ts";
import { openTemporaryStore } from "../domain/connections/temporary-store.ts";
import { openFence } from "../domain/failover/fences.ts";

/** Sends a request from the service. `onLate` is called with a response that arrives after the service gave up. */
export type Route = (
  request: ProviderRequest,
  onLate: (facts: ExchangeFacts) => void,
  service: ProviderService,
) => Promise<ExchangeFacts>;

/** The deployment's settings: whether an absence settles, and whether calls leave time for a look. */
export type Settings = { settlesByAbsence: boolean; looksInCall: boolean };

/** A tenant's connection and its service client. */
export type Place = { client: ServiceClientRow; tenantId: string; connectionId: string };

/** The properties of a connection. */
export type ConnectionPlan = {
  provider: string;
  authKind: "static_credential" | "oauth2_authorization_code";
  credential: unknown;
  grantedActions: readonly string[];
  settleByState: boolean;
};

/** The service. */
export type Deployment = {
  /** Where requests go; set by a run. */
  route: Route;
  /** Service time. A run begins at the machine's time, which the simulators use too, and advances it with `pass`. */
  nowMs(): number;
  begin(): void;
  pass(ms: number): void;
  markerOf: MarkerOf;
  store: Resources["store"];
  /** The services under these settings. */
  services(settings: Settings): Services;
  /** Makes the due looks and waits for them. */
  look(settings: Settings): Promise<void>;
  /** Returns a connection with these properties; equal plans share one. */
  place(plan: ConnectionPlan): Promise<Place>;
  /** The defects that the service reported. */
  defects: string[];
  close(): Promise<void>;
};

/** The variables that configure an app for each provider that needs one. */
function appsOfAllProviders(): Record<string, string> {
  const slugs = registeredProviders
    .filter(({ provider }) => oauthAuthOf(provider) !== null)
    .map(({ provider }) => provider.slug);
  const variables = slugs.map((slug) => `SVC_OAUTH_${slug.toUpperCase().replaceAll("-", "_")}`);
  return Object.fromEntries(
    variables.flatMap((name) => [
      [`${name}_CLIENT_ID`, "app"],
      [`${name}_CLIENT_SECRET`, "secret"],
    ]),
  );
}

/** The listed origins of self-hosted providers, by slug. Requests go to the run's `route` instead. */
const hostedAt = new Map(
  registeredProviders.flatMap(({ provider: { slug, origin, isSelfHosted } }) =>
    isSelfHosted === true ? [[slug, { name: "runs", address: origin }] as const] : [],
  ),
);

/** The variables that list these origins. */
function originsOfAllProviders(): Record<string, string> {
  return Object.fromEntries([...hostedAt].map(([slug, at]) => [originsVariable(slug), `${at.name}=${at.address}`]));
}

const noSending: Route = () => Promise.reject(new Error("Nothing may be sent now."));

/** Opens a deployment on an empty database. */
export async function openDeployment(): Promise<Deployment> {
  let passedMs = 0;
  const platform: Platform = {
    ...systemPlatform,
    nowMs: () => systemPlatform.nowMs() + passedMs,
    monotonicMs: () => systemPlatform.monotonicMs() + passedMs,
  };
  const { store, close } = await openTemporaryStore(platform.nowMs);
  const keyring = literalKeys(parseKeyring(`k1:${randomBytes(32).toString("base64")}`));
  const rootKeys = keyringRootKeys(keyring, platform.randomBytes);
  const vault = await openVault({ rootKeys, store: store.vault, sandbox: false, platform });
  const newId = createNewId(platform);
  await store.owners.begin("owner_a");
  const clock = {
    nowMs: platform.nowMs,
    confirmed: () => {
      const nowMs = platform.nowMs();
      return Promise.resolve({ nowMs, cutoffMs: (keptMs: number) => cutoffMs(nowMs, keptMs, []) });
    },
  } as Resources["clock"];
  const machine = createMachineWatch({ tryFile: () => null, monotonicMs: platform.monotonicMs });
  const resources: Resources = { store, vault, seals: testSeals, platform, clock, machine, newId };
  const inFlight = new Set<Promise<unknown>>();
  const defects: string[] = [];
  const report = (facts: unknown, text?: unknown): void => void defects.push(JSON.stringify([facts, text]));
  const opened = new Map<string, Services>();
  const places = new Map<string, Promise<Place>>();

  const open = ({ settlesByAbsence, looksInCall }: Settings): Services =>
    createServices({
      config: readConfig({
        SVC_DATABASE_URL: "sqlite:unused.sqlite",
        SVC_VAULT_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
        SVC_RATE_LIMIT_RPS: "0",
        SVC_CIRCUIT_BREAKER_FAULTS: "0",
        SVC_EVENT_LOOP_DELAY_MAX_MS: "60000",
        // A look within the call needs two seconds.
        SVC_CALL_TIMEOUT_MS: looksInCall ? "30000" : "1900",
        SVC_SETTLE_ABSENCE: settlesByAbsence ? "on" : "off",
        ...appsOfAllProviders(),
        ...originsOfAllProviders(),
      }),
      sandbox: false,
      resources,
      log: { info: () => undefined, warn: report, error: report },
      lease: { ownerId: () => "owner_a", holds: () => true },
      expiry: { refuse: () => undefined },
      fence: openFence,
      publicRates: unlimited,
      transport: {
        open: (_provider, { service = "api" }) => ({
          send: (request, { mayStillSend = () => true, onLate = () => undefined } = {}) => {
            if (!mayStillSend()) return Promise.resolve({ kind: "not_sent", reason: "deadline" });
            return deployment.route(request, onLate, service);
          },
          close: () => undefined,
        }),
      },
      inFlight,
      inHand: createInHand(),
      connectUrl: "https://svc.example",
      apiUrl: "https://svc.example",
    });

  const connect = async (plan: ConnectionPlan): Promise<Place> => {
    const client = sampleClient({ id: newId("scl"), allowedActions: ["*/*"], settleByState: plan.settleByState });
    await store.serviceClients.create(client, sampleKey(client.id), "operator");
    const tenantId = await addTenant(store, client.id, { id: newId("ten") });
    const { provider, authKind, grantedActions } = plan;
    const of = { clientId: client.id, tenantId };
    const at = hostedAt.get(provider);
    const listedOrigin = at === undefined ? "" : toListedText(at);
    const connection = sampleConnection(of, { id: newId("con"), provider, authKind, listedOrigin, grantedActions });
    const sealed = await createCredentials(vault).seal(vaultContext(connection), plan.credential);
    await addConnection(store, connection, { sealed, session: { id: newId("cs") } });
    return { client, tenantId, connectionId: connection.id };
  };

  const deployment: Deployment = {
    route: noSending,
    nowMs: platform.nowMs,
    begin: () => void (passedMs = 0),
    pass: (ms) => void (passedMs += ms),
    markerOf: createMarkers(vault.hashes),
    store,
    services(settings) {
      const name = JSON.stringify(settings);
      const services = opened.get(name) ?? open(settings);
      opened.set(name, services);
      return services;
    },
    async look(settings) {
      await deployment.services(settings).looks(new AbortController().signal);
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    async place(plan) {
      const name = JSON.stringify(plan);
      const found = places.get(name) ?? connect(plan);
      places.set(name, found);
      return await found;
    },
    defects,
    async close() {
      for (const { loopDelay } of opened.values()) loopDelay.stop();
      await close();
    },
  };
  return deployment;
}
