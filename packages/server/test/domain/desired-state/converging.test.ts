/** Applying: one run makes the deployment as the file says, whatever both were, and the next run changes nothing. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test, type TestContext } from "node:test";
import { createCarryOut, type CarryOut } from "../../../src/domain/desired-state/carry-out.ts";
import { currentState } from "../../../src/domain/desired-state/current.ts";
import {
  isSameApp,
  planChanges,
  planFaults,
  type CurrentState,
  type ResolvedApp,
  type ResolvedState,
} from "../../../src/domain/desired-state/plan.ts";
import { createAdministration } from "../../../src/domain/administration/administration.ts";
import type { AdministrationDeps } from "../../../src/domain/administration/port.ts";
import { allServiceClients } from "../../../src/entry/cli/administered.ts";
import { createProviderReviews } from "../../../src/domain/providers/reviews.ts";
import { reviewDigest } from "../../../src/domain/providers/reviewed.ts";
import { allMcpServers, allOAuthApps } from "../../../src/entry/cli/administered.ts";
import { resolveProvider } from "../../../src/entry/cli/desired-providers.ts";
import { sampleReview } from "../providers/sample-review.ts";
import { openFixture } from "../service-clients/fixture.ts";

/** A deployment on a real store. Its secrets of OAuth apps aren't sealed. */
async function openDeployment(context: TestContext) {
  const { store, clients, platform, clock, newId, keys, cursors } = await openFixture(context);
  const secrets = {
    seal: (_app: unknown, secret: string) => Promise.resolve({ rootKeyId: "plain", wrapped: Buffer.from(secret) }),
    open: (_app: unknown, { wrapped }: { wrapped: Uint8Array }) => Promise.resolve(Buffer.from(wrapped).toString()),
  };
  const slugs = ["doppler", "github", "slack", "linear"] as const;
  const administration = createAdministration({
    store,
    vault: { oauthAppSecrets: secrets } as unknown as AdministrationDeps["vault"],
    operatorSecrets: {} as unknown as AdministrationDeps["operatorSecrets"],
    signing: {} as unknown as AdministrationDeps["signing"],
    keys,
    cursors,
    platform,
    newId,
    reviews: createProviderReviews({
      store: store.describedProviders,
      platform,
      places: { sandbox: false, isAllowedAddress: () => true },
      coded: new Set(slugs),
    }),
    loadProviders: () => Promise.resolve(),
    providers: () =>
      slugs.map((slug) => ({
        slug,
        actions: [],
        takesApp: true,
        offersSecret: false,
        described: {
          slug,
          from: "",
          version: null,
          digest: null,
          actions: 0,
          actionIds: [],
          takesApp: true,
          hasEvents: true,
          hosts: [],
        },
      })),
    fetchLogo: () => Promise.reject(new Error("No state here has a logo.")),
    environmentApps: () => [],
    eventRetentionDays: () => 30,
    progress: () => undefined,
    actor: "operator",
  });
  const kept = new Map<string, string>();
  const current = async () =>
    currentState({
      oauthApps: await allOAuthApps(administration),
      serviceClients: await allServiceClients(administration),
      mcpServers: await allMcpServers(administration),
      nowMs: clock.nowMs,
    });
  const carryOut = (state: CurrentState): CarryOut =>
    createCarryOut(
      {
        administration,
        force: true,
        async keep(path, make) {
          kept.set(path, (await make()).key);
        },
      },
      state,
    );
  const plan = async (desired: ResolvedState, state: CurrentState, prune = true) => {
    const oauthApps = await Promise.all(
      (desired.oauthApps ?? []).map(async (app) => {
        const stored = state.oauthApps.find((other) => isSameApp(app, other));
        if (stored === undefined) return app;
        const query = stored.serviceClientId === "" ? {} : { serviceClient: stored.serviceClientId };
        const params = { provider: app.provider };
        const { isSame } = await administration.checkOAuthAppSecret({ params, query, body: { secret: app.resolved } });
        const secret = app.events?.resolved ?? "none";
        const ofEvents = await administration.checkOAuthAppEventsSecret({ params, query, body: { secret } });
        const events = app.events === null ? null : { ...app.events, isStored: ofEvents.isSame };
        return { ...app, isStored: isSame, events };
      }),
    );
    const providers = await Promise.all(
      (desired.providers ?? []).map(({ review }) => resolveProvider(administration, review, state.providers)),
    );
    const resolved = {
      ...desired,
      ...(desired.oauthApps === undefined ? {} : { oauthApps }),
      ...(desired.providers === undefined ? {} : { providers }),
    };
    return planChanges(resolved, state, { prune });
  };
  return { store, clients, current, kept, carryOut, clock, plan };
}

function some<Item>(items: readonly Item[]): Item[] {
  return items.filter(() => randomInt(2) === 0);
}

function pick<Item>(items: readonly [Item, ...Item[]]): Item {
  return items[randomInt(items.length)] ?? items[0];
}

const names = ["harbor", "billing", "support", "a name with spaces"] as const;
const providers = ["github", "slack", "linear"] as const;

/** Any valid state, with few names, so that states have much in common. */
function randomState(): ResolvedState {
  const serviceClients = some(names).map((name) => ({
    name,
    ...pick([{}, { appName: pick(["Harbor", "Harbor Tools"]) }]),
    ...pick([{}, { allowedOrigins: some(["https://a.example", "https://b.example"]) }]),
    ...pick([{}, { allowedReturnUrls: ["https://a.example/done"] }]),
    ...pick([{}, { completion: pick(["automatic", "confirmed"] as const) }]),
    ...pick([
      {},
      {
        policy: {
          actions: some(["doppler/*", "github/issues.create"]),
          rules: some([
            { decision: "deny" as const, match: { actions: ["doppler/secrets.delete"] } },
            { decision: "ask" as const, match: { effect: ["write" as const] } },
          ]),
          settleByState: pick([true, false]),
        },
      },
    ]),
    keys: ["default", ...some(["ci", "deploy"])].map((key) => ({
      name: key,
      keyFile: `/${name}/${key}`,
      ...pick([{}, { tenantLabel: pick(["eu", "us"]) }]),
      ...pick([{}, { mayDecide: pick([true, false]) }]),
      ...pick([{}, { rules: some([{ decision: "ask" as const, match: { actions: ["doppler/*"] } }]) }]),
    })),
  }));
  const owners = [undefined, ...serviceClients.map(({ name }) => name)] as const;
  const oauthApps = owners.flatMap((serviceClient) =>
    some(providers).map((provider) => ({
      provider,
      clientId: pick(["one", "two"]),
      secret: "env:SECRET",
      resolved: pick(["secret-1", "secret-2"]),
      isStored: false,
      ...pick<Signing>([{ events: null }, withEvents(pick(["signs-1-2-3", "signs-4-5-6"]))]),
      ...pick([{}, { name: "Harbor" }]),
      ...(serviceClient === undefined ? {} : { serviceClient }),
    })),
  );
  const reviewed = some(["notes", "tickets", "wiki"]).map((slug) => provider(slug, some(["list_notes", "add_note"])));
  return { serviceClients, oauthApps, providers: reviewed };
}

type Signing = Pick<ResolvedApp, "events" | "eventsSecret">;

function withEvents(resolved: string): Signing {
  return { eventsSecret: "env:EVENTS", events: { resolved, isStored: false } };
}

/** An MCP server with these tools enabled. */
function provider(slug: string, enabled: readonly string[]): NonNullable<ResolvedState["providers"]>[number] {
  const review = sampleReview(enabled, slug);
  return { review, digest: reviewDigest(review), stored: null };
}

test(
  "1,000 random pairs of states converge in one run, and a second run changes nothing",
  { timeout: 600_000 },
  async (context) => {
    const pairs = 1000;
    const pairsEach = 100;
    for (let done = 0; done < pairs; done += pairsEach) {
      const deployment = await openDeployment(context);
      for (let pair = 0; pair < pairsEach; pair += 1) {
        deployment.clock.nowMs += 1000;
        const desired = randomState();
        const current = await deployment.current();
        assert.deepEqual(planFaults(desired, current), []);
        const carryOut = deployment.carryOut(current);
        for (const change of (await deployment.plan(desired, current)).changes) await carryOut(change);
        const after = await deployment.plan(desired, await deployment.current());
        assert.deepEqual(after, { changes: [], kept: [] });
        const exist = (await deployment.current()).serviceClients.map(({ name, keys }) => `${name} ${keys.length}`);
        const wanted = desired.serviceClients?.map(({ name, keys }) => `${name} ${keys?.length}`);
        assert.deepEqual(new Set(exist), new Set(wanted));
      }
    }
  },
);

test("without prune, nothing is taken away, and the plan says what would be", async (context) => {
  const { current, carryOut, plan } = await openDeployment(context);
  const keys = [
    { name: "default", keyFile: "/default" },
    { name: "old", keyFile: "/old" },
  ];
  const before: ResolvedState = {
    serviceClients: [
      { name: "harbor", keys },
      { name: "gone", keys },
    ],
    oauthApps: [{ provider: "github", clientId: "one", secret: "env:A", resolved: "a", isStored: false, events: null }],
    providers: [provider("notes", ["list_notes"])],
  };
  const make = carryOut(await current());
  for (const change of (await plan(before, await current())).changes) await make(change);
  const fewer: ResolvedState = {
    serviceClients: [{ name: "harbor", keys: keys.slice(0, 1) }],
    oauthApps: [],
    providers: [],
  };
  const { changes, kept } = await plan(fewer, await current(), false);
  assert.deepEqual(changes, []);
  assert.deepEqual(
    kept.map(({ step }) => step),
    ["revoke_key", "remove_app", "revoke_client", "remove_provider"],
  );
  const omitted = await plan({}, await current());
  assert.deepEqual(omitted, { changes: [], kept: [] });
});

test("a new key has its rights from its first moment", async (context) => {
  const { current, carryOut, clients, plan } = await openDeployment(context);
  const first = { name: "default", keyFile: "/default", tenantLabel: "eu" };
  const steps = async (state: ResolvedState): Promise<string[]> => {
    const now = await current();
    const make = carryOut(now);
    const { changes } = await plan(state, now);
    for (const change of changes) await make(change);
    return changes.map(({ step }) => step);
  };
  assert.deepEqual(await steps({ serviceClients: [{ name: "harbor", keys: [first] }] }), ["create_client"]);
  const second = { name: "ci", keyFile: "/ci", tenants: ["ten_unknown"] };
  await assert.rejects(steps({ serviceClients: [{ name: "harbor", keys: [first, second] }] }), { code: "NOT_FOUND" });
  const decider = { name: "ci", keyFile: "/ci", mayDecide: true };
  assert.deepEqual(await steps({ serviceClients: [{ name: "harbor", keys: [first, decider] }] }), ["create_key"]);
  const [stored] = await clients.list();
  assert.deepEqual(stored?.keys.map(({ name, tenants, mayDecide }) => [name, tenants, mayDecide]).toSorted(), [
    ["ci", null, true],
    ["default", { label: "eu" }, false],
  ]);
});

test("changes a rotated key and the one before it, while both work", async (context) => {
  const { current, carryOut, clients, plan } = await openDeployment(context);
  const state = (mayDecide: boolean): ResolvedState => ({
    serviceClients: [{ name: "harbor", keys: [{ name: "default", keyFile: "/default", mayDecide }] }],
  });
  const run = async (desired: ResolvedState): Promise<string[]> => {
    const now = await current();
    const make = carryOut(now);
    const { changes } = await plan(desired, now);
    for (const change of changes) await make(change);
    return changes.map(({ step }) => step);
  };
  await run(state(false));
  await clients.rotateKey("harbor");
  assert.deepEqual(await run(state(false)), []);
  assert.deepEqual(await run(state(true)), ["update_key", "update_key"]);
  const [stored] = await clients.list();
  assert.deepEqual(
    stored?.keys.map(({ mayDecide }) => mayDecide),
    [true, true],
  );
});

test("of two people who apply at once, one changes and the other reads why not, and nothing is lost", async (context) => {
  const { current, carryOut, clients, plan } = await openDeployment(context);
  const keys = [{ name: "default", keyFile: "/default" }];
  const run = async (desired: ResolvedState, state: CurrentState): Promise<void> => {
    const make = carryOut(state);
    for (const change of (await plan(desired, state)).changes) await make(change);
  };
  const app = (clientId: string) => [
    { provider: "github", clientId, secret: "env:A", resolved: clientId, isStored: false, events: null },
  ];
  // Both plan a deployment in which there is nothing yet.
  const empty = await current();
  const notes = (...enabled: string[]) => [provider("notes", enabled)];
  await run({ serviceClients: [{ name: "harbor", keys }], oauthApps: app("one"), providers: notes() }, empty);
  const stale = { code: "PRECONDITION_FAILED" };
  await assert.rejects(run({ serviceClients: [{ name: "harbor", keys, appName: "Other" }] }, empty), stale);
  await assert.rejects(run({ oauthApps: app("two") }, empty), stale);
  await assert.rejects(run({ providers: notes("list_notes") }, empty), stale);
  assert.equal((await clients.list()).length, 1);
  // Both plan another change of what exists.
  const before = await current();
  const decider = [{ name: "default", keyFile: "/default", mayDecide: true }];
  const providers = notes("add_note");
  const first = [{ name: "harbor", appName: "First", keys: decider }];
  await run({ serviceClients: first, oauthApps: app("three"), providers }, before);
  const wanted = [
    { serviceClients: [{ name: "harbor", appName: "Second" }] },
    { serviceClients: [{ name: "harbor", keys: [{ name: "default", tenantLabel: "eu" }] }] },
    { serviceClients: [] },
    { oauthApps: app("four") },
    { oauthApps: [] },
    { providers: notes("list_notes") },
    { providers: [] },
  ];
  for (const desired of wanted) await assert.rejects(run(desired, before), stale);
  const after = await current();
  assert.deepEqual(
    after.serviceClients.map(({ appName, keys: [key] }) => [appName, key?.mayDecide, key?.tenantLabel]),
    [["First", true, null]],
  );
  assert.deepEqual(
    after.oauthApps.map(({ clientId }) => clientId),
    ["three"],
  );
  assert.deepEqual(
    after.providers.map(({ digest }) => digest),
    providers.map(({ digest }) => digest),
  );
  await run({ serviceClients: [{ name: "harbor", appName: "Second", keys: decider }] }, after);
  assert.equal((await current()).serviceClients[0]?.appName, "Second");
});

test("a secret for events is set with its app, replaced while the old one works, and left alone if it isn't there", async (context) => {
  // All in one millisecond.
  const { current, carryOut, plan, store } = await openDeployment(context);
  const app = { provider: "github", clientId: "one", secret: "env:A", resolved: "a", isStored: false };
  const run = async (state: ResolvedState, from?: CurrentState): Promise<string[]> => {
    const now = from ?? (await current());
    const make = carryOut(now);
    const { changes } = await plan(state, now);
    for (const change of changes) await make(change);
    return changes.map(({ step }) => step);
  };
  const signing = (text: string): ResolvedState => ({ oauthApps: [{ ...app, ...withEvents(text) }] });
  const kept = async () => (await store.eventSecrets.list()).map(({ usableUntil }) => usableUntil !== null);
  assert.deepEqual(await run(signing("first-secret")), ["set_app", "set_events_secret"]);
  assert.deepEqual([await run(signing("first-secret")), await kept()], [[], [false]]);
  const before = await current();
  assert.deepEqual(await run(signing("second-secret")), ["set_events_secret"]);
  assert.deepEqual([await run(signing("second-secret")), await kept()], [[], [false, true]]);
  await assert.rejects(run(signing("third-secret"), before), { code: "PRECONDITION_FAILED" });
  assert.deepEqual([await run({ oauthApps: [{ ...app, events: null }] }), await kept()], [[], [false, true]]);
  // Another app takes nothing from the one before it.
  const other = { ...app, clientId: "two", ...withEvents("second-secret") };
  assert.deepEqual(await run({ oauthApps: [other] }), ["set_app", "set_events_secret"]);
  assert.deepEqual([await run({ oauthApps: [other] }), await kept()], [[], [false]]);
});
