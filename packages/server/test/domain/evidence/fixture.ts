/** The fixture: looks on a real SQLite store, with a scripted provider. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Action, EvidenceVerdict, ExchangeFacts, Look } from "@svc/provider-kit";
import { credentialUse } from "../../../src/domain/journal/entry.ts";
import type { CredentialState } from "../../../src/domain/connections/credential-provider.ts";
import type { RefusedCredentialState } from "../../../src/domain/connections/refused-credential.ts";
import { cutoffMs } from "../../../src/domain/clock/judge.ts";
import type { EvidenceDeps, SettledByEvidence } from "../../../src/domain/evidence/examine.ts";
import { evidenceVersion } from "../../../src/domain/evidence/facts.ts";
import { createLooks, type LooksDeps } from "../../../src/domain/evidence/looks.ts";
import { createSettleOnRequest } from "../../../src/domain/evidence/on-request.ts";
import type { Sent } from "../../../src/domain/evidence/port.ts";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { systemPlatform } from "../../../src/platform.ts";
import {
  addConnection,
  keyedExecution,
  makeConnection,
  makeTenant,
  newId,
  type Place,
} from "../../adapters/store/samples.ts";
import { unknown } from "../../adapters/store/settlement-samples.ts";
import { openTemporaryStore } from "../connections/temporary-store.ts";
import { answered } from "../executions/world.ts";
import { attemptEvidence, plainDigests } from "./attempt-evidence.ts";
import { putThing, scriptedProvider, type Strength } from "./scripted-provider.ts";

/** The value that an execution sent. */
export const sentValue = "canary-sent-value";
/** The credential that looks read with. */
export const credential = "canary-credential-4711";

/** Everything that a test controls. */
export type LooksWorld = {
  store: Store;
  place: Place;
  action: Action;
  deps: EvidenceDeps;
  /** The verdict of the next looks. */
  settle: (look: Look) => Promise<EvidenceVerdict> | EvidenceVerdict;
  /** The response to a read. */
  read: () => ExchangeFacts | Promise<ExchangeFacts>;
  /** How many requests were sent. */
  requests: number;
  /** The state of the connection's credential when it is opened. */
  credentialState: CredentialState;
  /** The state of the credential after a refresh. */
  refreshed: CredentialState;
  /** What a check of a refused credential finds. */
  checked: RefusedCredentialState;
  /** Actions that the deployment or the policy refuses. */
  refused: Set<string>;
  /** Whether the deployment has the provider. */
  isLoaded: boolean;
  /** Whether the operator lists the connection's origin. */
  isListed: boolean;
  settled: SettledByEvidence[];
  defects: string[];
  /** Added to the machine's time. */
  clock: { skewMs: number };
  /** Whether the service clock confirms its time. */
  isClockTrusted: boolean;
  /** Dispatches a request, loses its response, and advances the clock until the first look is due. */
  lose(sent?: Partial<Sent>): Promise<ExecutionRow>;
  /** Makes the due looks and waits for them. */
  round(): Promise<void>;
  /** Advances the clock to an execution's next look, and makes it. */
  next(row: ExecutionRow): Promise<ExecutionRow>;
  nextAtMs(row: ExecutionRow): Promise<number | null | "ended">;
  ask(row: ExecutionRow): Promise<ExecutionRow>;
  found(row: ExecutionRow): Promise<ExecutionRow>;
  uses(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Replaces the connection's credential, as a Connect session of the same account does. */
  reconnect(grantedActions?: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

const marker: EvidenceVerdict = {
  verdict: "applied",
  basis: "marker",
  output: { saved: true, secret: "canary-output" },
};

/** Creates a fixture. @param strength of the action's evidence. */
export async function makeLooksWorld(strength: Strength = "strong"): Promise<LooksWorld> {
  const clock = { skewMs: 0 };
  const nowMs = (): number => Date.now() + clock.skewMs;
  const { store, close } = await openTemporaryStore(nowMs);
  const place = await makeTenant(store);
  await store.owners.begin("owner_a");
  const connectionId = `con_of_${place.tenantId}`;
  const grantedActions = ["things.put", "things.get"];
  const action = putThing(strength, async (look) => await world.settle(look));
  const provider = scriptedProvider(action);
  const platform = { ...systemPlatform, nowMs };
  const audited = { platform, newId };
  const evidence = attemptEvidence();
  const deps: EvidenceDeps = {
    store: store.looks,
    connections: store.connections,
    serviceClients: store.serviceClients,
    actions: {
      find: (_slug, id) => (id === action.id ? { provider, action } : null),
      provider: () => (world.isLoaded ? provider : null),
      origins: { isListed: () => world.isListed },
      isEffective: (_client, _slug, id) => !world.refused.has(id),
    },
    clock: {
      confirmed: () => {
        const at = nowMs();
        return Promise.resolve(
          world.isClockTrusted ? { nowMs: at, cutoffMs: (keptMs) => cutoffMs(at, keptMs, []) } : null,
        );
      },
    },
    settings: { mode: "automatic", settlesByAbsence: false },
    limits: { readsMax: 3, timeMs: 500 },
    transport: {
      open: () => ({
        async send() {
          world.requests += 1;
          return await world.read();
        },
        close: () => undefined,
      }),
    },
    platform,
    credentials: {
      open: () => Promise.resolve(world.credentialState),
      refresh: () => Promise.resolve(world.refreshed),
      isSuperseded: () => Promise.resolve(false),
    },
    refusedCredentials: {
      check: () => Promise.resolve(world.checked),
      stillWorks: () => Promise.resolve(false),
    },
    retry: { attemptsMax: 1, backoffBaseMs: 1, retryAfterMsMax: 1 },
    markerOf: evidence.markerOf,
    tenantDigests: () => Promise.resolve(plainDigests),
    validOutput: (_action, output) => typeof (output as { saved?: unknown } | null)?.saved === "boolean",
    markNeedsReconnect: async (id, version) =>
      void (await store.connections.markNeedsReconnect(id, version, nowMs(), { by: "system" })),
    onDefect: (_id, what) => void world.defects.push(what),
    async recordUse({ execution, sealed }, actor) {
      const { clientId, tenantId, connectionId: of, id: executionId } = execution;
      const use = { clientId, tenantId, connectionId: of, executionId, actor, effect: "read", provider: "acme" };
      const event = credentialUse(audited, { ...use, credentialVersion: sealed.version, actionId: "things.get" });
      await store.audit.append(event);
    },
    onSettled: (settled) => void world.settled.push(settled),
  };
  const inFlight = new Set<Promise<unknown>>();
  const looksDeps = (): LooksDeps => ({
    ...world.deps,
    admit: () => ({ end: () => undefined }),
    inFlight,
    onFailure: (error) => void world.defects.push(String(error)),
  });
  const credentialState: CredentialState = {
    kind: "ready",
    credential: { access_token: credential },
    version: 1,
    isRefreshable: false,
  };
  const world: LooksWorld = {
    store,
    place,
    action,
    deps,
    settle: () => marker,
    read: () => answered(200, {}),
    requests: 0,
    credentialState,
    refreshed: { kind: "unavailable" },
    checked: "refused",
    refused: new Set(),
    isLoaded: true,
    isListed: true,
    settled: [],
    defects: [],
    clock,
    isClockTrusted: true,
    async lose(change = {}) {
      const at = nowMs();
      const sample = { provider: "acme", actionId: action.id, summaryInput: { name: "n" }, createdAt: at };
      const { row, claim } = keyedExecution(place, sample);
      await store.executions.claim(row, claim);
      const digests = { value: plainDigests.digest([row.id, "value", sentValue]) };
      const sent = { actionVersion: evidenceVersion(action), facts: { version: "7" }, digests, ...change };
      await store.executions.dispatch(row, { ownerId: "owner_a", fence: 0 }, { at, settleAfter: at, sent });
      const expect = { from: "dispatched", ownerId: "owner_a", fence: 1 } as const;
      await store.executions.settle(row, expect, { ...unknown, completedAt: at });
      clock.skewMs += 5001;
      return await world.found(row);
    },
    async round() {
      await createLooks(looksDeps())(new AbortController().signal);
      while (inFlight.size > 0) {
        await Promise.all(inFlight);
        await nextTurn();
      }
    },
    async next(row) {
      const at = await world.nextAtMs(row);
      if (typeof at === "number") clock.skewMs += Math.max(0, at - nowMs()) + 1;
      await world.round();
      return await world.found(row);
    },
    async nextAtMs({ clientId, id }) {
      const leased = await store.looks.takeOne(clientId, id, 1000);
      if (leased === null) return "ended";
      if (leased === "busy") throw new Error("The look is leased.");
      const { sinceMs, made, nextAtMs: at, isPaused } = leased;
      await store.looks.keep(leased, null, { sinceMs, made, nextAtMs: at, isPaused });
      return at;
    },
    ask: (row) => {
      const { clientId, tenantId, id: executionId } = row;
      return createSettleOnRequest(looksDeps())({ clientId, tenantId, executionId, actor: "key:abc" });
    },
    async found({ clientId, tenantId, id }) {
      const row = await store.executions.find(clientId, tenantId, id);
      if (row === null) throw new Error("The execution is missing.");
      return row;
    },
    async uses() {
      const events = await store.audit.page(place.clientId, 0, 100);
      return events
        .filter(({ type }) => type === "credential.used")
        .map(({ data, actor }) => ({ actor, action: data["action"], effect: data["effect"] }));
    },
    async reconnect(granted = grantedActions) {
      const found = await store.connections.find(place.clientId, place.tenantId, connectionId);
      if (found === null) throw new Error("The connection is missing.");
      const connection = {
        ...found,
        status: "active" as const,
        grantedActions: granted,
        credentialVersion: found.credentialVersion + 1,
      };
      await addConnection(store, connection, { session: { reconnect: true, connectionId }, at: 3000 });
    },
    close,
  };
  await makeConnection(store, place, { id: connectionId, provider: "acme", grantedActions });
  return world;
}

/** Runs a test with its own fixture. */
export async function inLooksWorld(
  prove: (world: LooksWorld) => Promise<void>,
  strength?: Parameters<typeof makeLooksWorld>[0],
): Promise<void> {
  const world = await makeLooksWorld(strength);
  try {
    await prove(world);
  } finally {
    await world.close();
  }
}

/** A look's read. */
export const read = (look: Look) => look.provider.read({ method: "GET", path: ["things"] });

/** Returns an execution's status, and the verdict and detail of its newest look. */
export async function newestLook(world: LooksWorld, row: Parameters<LooksWorld["found"]>[0]) {
  const { status, looks } = await world.found(row);
  const look = looks.at(-1);
  return [status, look?.verdict, look?.detail];
}
