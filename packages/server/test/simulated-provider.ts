/**
 * Calls a provider through the server's own outbound client, against its simulator or another server on loopback. The
 * providers' tests use it.
 */
import { originField, type Provider, type ProviderRequest } from "@svc/provider-kit";
import {
  findAction,
  findAuth,
  findConnection,
  makeBearer,
  runAction,
  type Connection,
  type EvidenceScenario,
  type EvidenceWorld,
  type ProviderWorld,
  type RunEnd,
} from "@svc/provider-kit/testing";
import { losses, Tokens, type Simulator } from "@svc/simulator";
import { createEgress, defaultLimits } from "../src/adapters/egress/index.ts";
import { listTargets } from "../src/app/sandbox.ts";
import { strategyFor } from "../src/domain/auth-kinds/table.ts";
import { createListedOrigins } from "../src/domain/catalog/listed-origins.ts";
import { createIdentify, type IdentifyResult } from "../src/domain/provider-calls/identify.ts";
import { systemPlatform } from "../src/platform.ts";

/** Sends requests with one credential. */
export type Channel = Pick<ProviderWorld, "send" | "close"> & Connection;

/** A token endpoint at the auth's `tokenOrigin`, which receives none of the credential's headers. */
const fixedEndpoint = { service: "authorization", headers: {} } as const;

/**
 * Opens a channel.
 * @param url replaces every origin of the provider; the operator lists it under the name in the credential.
 * @param nowMs the clock for signatures.
 */
export function openChannel(
  provider: Provider,
  url: string,
  credential: unknown,
  nowMs: () => number = Date.now,
): Channel {
  const { slug, origin: address } = provider;
  const name = (Object(credential) as Partial<Record<string, string>>)[originField];
  const listedOrigins = new Map(name === undefined ? [] : [[slug, [{ name, address }]]]);
  const targets = listTargets(provider, url, { listedOrigins, extraCa: null });
  const { monotonicMs } = systemPlatform;
  const egress = createEgress({ targets, limits: defaultLimits, userAgent: "svc-test", monotonicMs, nowMs });
  const auth = findAuth(provider, credential);
  // An execution has one channel with one changing request, so each request opens its own.
  const sendWith = async (
    call: Omit<Parameters<typeof egress.open>[1], "deadlineMs">,
    request: ProviderRequest,
    isRead: boolean,
  ) => {
    const channel = egress.open(slug, { ...call, deadlineMs: monotonicMs() + defaultLimits.totalTimeoutMs });
    try {
      return await channel.send(request, { isRead });
    } finally {
      channel.close();
    }
  };
  const strategy = strategyFor(auth.kind);
  const listedOrigin = createListedOrigins(listedOrigins).choose(provider, credential);
  // The credential is an example for this auth, so its type is right.
  const own = auth.headers(credential as never);
  const source = strategy.bearer(auth, credential);
  // Without a token endpoint elsewhere, a token is requested from the connection's own origin, with its headers.
  const place = strategy.tokenOrigin(auth) === null ? { headers: own, listedOrigin } : fixedEndpoint;
  const exchange = (request: ProviderRequest) => sendWith(place, request, true);
  let exchanged: Promise<string> | null = null;
  const bearer = async (): Promise<Record<string, string>> => {
    if (source === null) return {};
    if (source.kind === "signed") exchanged = null;
    return { authorization: `Bearer ${await (exchanged ??= makeBearer(source, exchange, nowMs()))}` };
  };
  const sign = strategy.signer(auth, credential);
  return {
    ...findConnection(provider, credential),
    async send(request, purpose) {
      const headers = { ...own, ...(await bearer()) };
      return await sendWith({ headers, sign, listedOrigin }, request, purpose === "read");
    },
    close: () => egress.close(),
  };
}

/**
 * Identifies a credential's account as the server does, at a server on loopback that replaces every origin of the
 * provider.
 * @param nowMs our clock.
 */
export async function identifyAt(
  provider: Provider,
  url: string,
  credential: unknown,
  nowMs: () => number = systemPlatform.nowMs,
): Promise<IdentifyResult> {
  const targets = listTargets(provider, url, { listedOrigins: new Map(), extraCa: null });
  const { monotonicMs } = systemPlatform;
  const transport = createEgress({ targets, limits: defaultLimits, userAgent: "svc-test", monotonicMs, nowMs });
  const identify = createIdentify({
    transport,
    platform: { ...systemPlatform, nowMs },
    trustedNowMs: nowMs,
    retry: { attemptsMax: 1, backoffBaseMs: 1, retryAfterMsMax: 1 },
    timeoutMs: 20_000,
    onEcho: () => undefined,
    onUnreadable: () => undefined,
  });
  try {
    return await identify({ provider, auth: findAuth(provider, credential) }, credential);
  } finally {
    await transport.close();
  }
}

/** A simulator and a credential for it. `close` closes both sides. */
export type Simulated<Running extends Simulator = Simulator> = ProviderWorld &
  Connection & {
    simulator: Running;
    evidence: EvidenceWorld;
    /** Runs an action, with a separate channel for each request. */
    run: (id: string, input: unknown) => Promise<RunEnd>;
    /** The requests so far, as `GET /path`. */
    sent: () => string[];
  };

/** A simulator whose reads can lag. */
type Lagging = Simulator & { readonly world: { set: (switches: { readLagChanges: number }) => void } };

/**
 * Opens a channel to a running simulator.
 * @param options.nowMs our clock; @param options.simulatedMs the simulator's, ours by default.
 */
export function openSimulated<Running extends Lagging>(
  provider: Provider,
  simulator: Running,
  options: {
    credential: unknown;
    scenarios: Readonly<Record<string, EvidenceScenario>>;
    nowMs?: () => number;
    simulatedMs?: () => number;
    pass?: (ms: number) => void;
  },
): Simulated<Running> {
  const { credential, scenarios, nowMs = Date.now, simulatedMs = nowMs, pass } = options;
  const channel = openChannel(provider, simulator.url, credential, nowMs);
  return {
    ...channel,
    simulator,
    credential,
    narrow(scopes) {
      const { tokens } = simulator.world as { tokens?: unknown };
      const { accessToken } = Object(credential) as { accessToken?: unknown };
      if (!(tokens instanceof Tokens) || typeof accessToken !== "string") throw new TypeError("It has no scopes.");
      tokens.narrow(accessToken, scopes);
    },
    evidence: {
      ...losses(simulator),
      nowMs: simulatedMs,
      ...(pass === undefined ? {} : { pass }),
      lag: (changes) => simulator.world.set({ readLagChanges: changes }),
      scenarios,
    },
    async run(id, input) {
      return (await runAction(provider, findAction(provider, id), input, channel)).end;
    },
    sent: () => simulator.ledger.requests.map(({ method, path }) => `${method} ${path}`),
    async close() {
      await channel.close();
      await simulator.close();
    },
  };
}
