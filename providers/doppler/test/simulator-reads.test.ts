/** Authentication, scopes, lists and reads of the simulated provider, each behavior with its switch. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { harborWorks, quaysideLabs, startDopplerSimulator, tokenPrefixes, tokens } from "../simulator/index.ts";
import type { DopplerSimulator, Switches } from "../simulator/index.ts";

const names = "/v3/configs/config/secrets/names";
const secret = "/v3/configs/config/secret";

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

async function get(simulator: DopplerSimulator, token: string, path: string, query = {}): Promise<Reply> {
  const url = `${simulator.url}${path}?${new URLSearchParams(query).toString()}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

const message = (reply: Reply): string => `${reply.status} ${(reply.body["messages"] as string[]).join()}`;
const start = (switches: Partial<Switches> = {}): Promise<DopplerSimulator> => startDopplerSimulator({ switches });
const valueOf = (reply: Reply): Record<string, unknown> => reply.body["value"] as Record<string, unknown>;
const at = (project: string, config: string, name?: string): Record<string, string> =>
  name === undefined ? { project, config } : { project, config, name };

test("issues tokens in the documented formats", () => {
  for (const value of Object.values(tokens)) {
    assert.match(
      value,
      /^dp\.(?:st\.(?:[a-z0-9\-_]{2,35}\.)?|sa\.|said\.|pt\.|ct\.|scim\.|audit\.)[a-zA-Z0-9]{40,44}$/,
    );
  }
  assert.equal(new Set(Object.values(tokens)).size, Object.keys(tokens).length);
  assert.equal(Object.keys(tokenPrefixes).length, 7);
});

test("accepts Bearer and Basic, and rejects missing, unknown, revoked and expired tokens", async () => {
  await using simulator = await start();
  const basic = `Basic ${Buffer.from(`${tokens.serviceAccount}:`).toString("base64")}`;
  const response = await fetch(`${simulator.url}/v3/me`, { headers: { authorization: basic } });
  assert.equal(response.status, 200);
  assert.equal((await fetch(`${simulator.url}/v3/me`)).status, 401);
  for (const token of [tokens.revoked, tokens.expired, `${tokens.serviceAccount}x`]) {
    assert.equal(message(await get(simulator, token, "/v3/me")), "401 Invalid Auth token");
  }
  simulator.world.set({ authFailureStatus: 400 });
  assert.equal(message(await get(simulator, tokens.revoked, "/v3/me")), "400 Invalid Auth token");
  simulator.world.revoke("serviceAccount");
  assert.equal((await get(simulator, tokens.serviceAccount, "/v3/me")).status, 400);
});

test("me returns the token's workplace and, by switch, any type", async () => {
  await using simulator = await start({ meTypeServiceAccount: "anything" });
  const account = await get(simulator, tokens.serviceAccount, "/v3/me");
  assert.deepEqual(account.body["workplace"], { slug: harborWorks, name: "Harbor Works" });
  assert.equal(account.body["type"], "anything");
  assert.equal(account.body["last_seen_at"], null);
  assert.equal(account.body["token_preview"], `dp.sa...${tokens.serviceAccount.slice(-6)}`);
  assert.notEqual((await get(simulator, tokens.serviceAccount, "/v3/me")).body["last_seen_at"], null);
  assert.equal((await get(simulator, tokens.serviceReadOnly, "/v3/me")).body["type"], "service_token");
  const other = await get(simulator, tokens.otherWorkplace, "/v3/me");
  assert.equal((other.body["workplace"] as { slug: string }).slug, quaysideLabs);
});

test("lists show a service token its one config, an account its grants, and end with an empty page", async () => {
  await using simulator = await start();
  const list = async (token: string, noun: "projects" | "configs" | "environments", query = {}): Promise<unknown> => {
    const reply = await get(simulator, token, `/v3/${noun}`, query);
    assert.equal(reply.status, 200);
    return (reply.body[noun] as { name: string }[]).map((entry) => entry.name);
  };
  const harbor = { project: "harbor-api" };
  assert.deepEqual(await list(tokens.serviceReadOnly, "projects"), ["harbor-api"]);
  assert.deepEqual(await list(tokens.serviceBranch, "configs", harbor), ["prd_eu"]);
  assert.deepEqual(await list(tokens.serviceBranch, "environments", harbor), []);
  assert.deepEqual(await list(tokens.serviceAccountNoGrants, "projects"), []);
  assert.deepEqual(await list(tokens.serviceAccountNoGrants, "configs", harbor), []);
  assert.deepEqual(await list(tokens.serviceAccountViewer, "configs", harbor), ["dev"]);
  assert.deepEqual(await list(tokens.serviceAccount, "configs", { ...harbor, environment: "prd" }), [
    "prd",
    "prd_eu",
    "prd_us",
  ]);
  assert.deepEqual(await list(tokens.serviceAccount, "configs", { ...harbor, environment: "nope" }), []);
  assert.deepEqual(await list(tokens.serviceAccount, "configs", { ...harbor, page: 2, per_page: 4 }), [
    "prd_eu",
    "prd_us",
  ]);
  assert.deepEqual(await list(tokens.serviceAccount, "configs", { ...harbor, page: 3, per_page: 4 }), []);
  assert.equal((await get(simulator, tokens.serviceAccount, "/v3/projects", { page: 0 })).status, 400);
});

test("answers scope mismatches with 400 and hidden resources with 404, in the provider's words", async () => {
  await using simulator = await start();
  const read = (token: string, query = {}): Promise<Reply> => get(simulator, token, names, query);
  const noAccess = "400 This token does not have access to requested";
  const notFound = "404 Could not find requested";
  assert.equal(message(await read(tokens.serviceBranch, at("harbor-api", "prd"))), `${noAccess} config 'prd'`);
  assert.equal(message(await read(tokens.serviceBranch, at("billing", "prd"))), `${noAccess} project 'billing'`);
  assert.equal((await read(tokens.serviceBranch, { config: "" })).status, 200);
  assert.equal(message(await read(tokens.serviceAccount)), "400 You must specify a project");
  assert.equal(message(await read(tokens.serviceAccount, at("harbor-api", "nope"))), `${notFound} config 'nope'`);
  assert.equal(message(await read(tokens.serviceAccount, at("payroll", "prd"))), `${notFound} config 'prd'`);
  assert.equal(message(await read(tokens.serviceAccount, at("gone", "prd"))), `${notFound} project 'gone'`);
  simulator.world.set({ ungrantedProject: "project" });
  assert.equal(message(await read(tokens.serviceAccount, at("payroll", "prd"))), `${notFound} project 'payroll'`);
  simulator.world.set({ unknownProject: "400-no-access" });
  assert.equal(message(await read(tokens.serviceAccount, at("gone", "prd"))), `${noAccess} project 'gone'`);
});

test("a missing project is 404 after a creation and 400 in quiet times if state-dependent", async () => {
  let nowMs = Date.UTC(2026, 1, 1);
  await using simulator = await startDopplerSimulator({
    switches: { unknownProject: "state-dependent" },
    nowMs: () => nowMs,
  });
  const status = async (): Promise<number> =>
    (await get(simulator, tokens.serviceAccount, names, at("gone", "dev"))).status;
  assert.equal(await status(), 400);
  simulator.world.createProject(harborWorks, "new", ["dev"], nowMs);
  assert.equal(await status(), 404);
  nowMs += 6 * 60_000;
  assert.equal(await status(), 400);
});

test("names include inherited ones, managed ones optionally, and dynamic ones only by issuing a lease", async () => {
  await using simulator = await start();
  const list = async (query: Record<string, string>): Promise<string[]> =>
    (await get(simulator, tokens.serviceAccount, names, query)).body["names"] as string[];
  const branch = await list(at("harbor-api", "prd_eu"));
  assert.ok(branch.includes("API_BASE_URL") && branch.includes("DOPPLER_CONFIG") && !branch.includes("DB_LEASE"));
  const bare = await list({ ...at("harbor-api", "prd"), include_managed_secrets: "false" });
  assert.equal(
    bare.some((name) => name.startsWith("DOPPLER_")),
    false,
  );
  assert.ok((await list(at("billing", "dev"))).includes("STRIPE_KEY"), "inherited from harbor-api/dev");
  assert.equal(simulator.world.leasesIssued, 0);
  assert.ok((await list({ ...at("harbor-api", "prd"), include_dynamic_secrets: "true" })).includes("DB_LEASE"));
  assert.equal(simulator.world.leasesIssued, 1);
  assert.equal(simulator.ledger.effects[0]?.kind, "lease.issue");
});

test("reads secrets with references, broken ones, restricted ones and empty ones, across projects", async () => {
  await using simulator = await start();
  const read = async (token: string, name: string): Promise<Record<string, unknown>> =>
    valueOf(await get(simulator, token, secret, at("harbor-api", "stg", name)));
  const url = await read(tokens.serviceAccount, "DATABASE_URL");
  assert.equal(url["computed"], "postgres://app:canary-harbor-api-stg-db-password@db.internal/app");
  assert.equal(Object.keys(url).length, 7);
  const broken = await read(tokens.serviceAccount, "BROKEN_REFERENCE");
  assert.deepEqual([broken["raw"], broken["computed"]], ["canary-broken-${NOT_THERE}", null]);
  assert.equal((await read(tokens.serviceAccount, "EMPTY"))["computed"], "");
  assert.equal(
    (await read(tokens.serviceAccount, "BILLING_TOKEN_COPY"))["computed"],
    "canary-billing-prd-invoice-token",
  );
  assert.equal((await read(tokens.serviceReadOnly, "BILLING_TOKEN_COPY"))["computed"], null);
  assert.equal((await read(tokens.serviceReadOnly, "SIGNING_KEY"))["computed"], "canary-harbor-api-stg-signing-key");
  const hidden = await read(tokens.personal, "SIGNING_KEY");
  assert.deepEqual([hidden["raw"], hidden["computed"], hidden["computedVisibility"]], [null, null, "restricted"]);
  simulator.world.setSecret({ ...at2("stg"), name: "LOOP", value: "${LOOP}" });
  assert.equal((await read(tokens.serviceAccount, "LOOP"))["computed"], null);
});

const at2 = (config: string): { project: string; config: string } => ({ project: "harbor-api", config });

test("a missing secret is 200 with nulls, in each format, and may have its project's note", async () => {
  await using simulator = await start();
  const read = (name: string, config = "stg"): Promise<Reply> =>
    get(simulator, tokens.serviceAccount, secret, at("harbor-api", config, name));
  const absent = await read("NOPE");
  assert.equal(absent.status, 200);
  assert.deepEqual([...new Set(Object.values(valueOf(absent)))], [null]);
  assert.equal(Object.keys(valueOf(absent)).length, 7);
  assert.equal(valueOf(await read("RETIRED_KEY"))["note"], "Deleted everywhere; the note stays");
  assert.equal(valueOf(await read("DB_LEASE", "prd"))["raw"], null);
  simulator.world.set({ missingSecretShape: "legacyShape", dynamicSecretGet: "lease" });
  assert.deepEqual(valueOf(await read("NOPE")), { raw: null, computed: null });
  assert.notEqual(valueOf(await read("DB_LEASE", "prd"))["raw"], null);
  assert.equal(simulator.world.leasesIssued, 1);
});

test("checks a name before it looks up the project", async () => {
  await using simulator = await start();
  for (const name of ["lower", "1ST", "A-B", "A".repeat(201)]) {
    const reply = await get(simulator, tokens.serviceAccount, secret, at("gone", "gone", name));
    assert.match(message(reply), /^400 Secret name .* may only contain uppercase letters, numbers, and underscores\.$/);
  }
});

test("the documented format has fewer fields", async () => {
  await using simulator = await start({ minimalDocsShape: true });
  const { body } = await get(simulator, tokens.serviceAccount, "/v3/configs", { project: "harbor-api" });
  assert.equal(Object.keys((body["configs"] as object[])[0] ?? {}).length, 8);
  assert.equal("success" in body, false);
  const reply = await get(simulator, tokens.serviceAccount, secret, at("harbor-api", "stg", "STRIPE_KEY"));
  assert.deepEqual(Object.keys(valueOf(reply)), ["raw", "computed", "note"]);
});

test("limits rates with headers on every response, one bucket per token, and 429 with and without retry-after", async () => {
  let nowMs = Date.UTC(2026, 1, 1) + 20_000;
  const switches = { readsPerMinute: 2, secretReadsPerMinute: 1 };
  await using simulator = await startDopplerSimulator({ switches, nowMs: () => nowMs });
  const me = (): Promise<Reply> => get(simulator, tokens.serviceAccount, "/v3/me");
  const first = await me();
  assert.match(first.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
  assert.equal(first.headers.get("x-ratelimit-remaining"), "1");
  assert.equal(first.headers.get("x-ratelimit-reset"), String(Date.UTC(2026, 1, 1, 0, 1) / 1000));
  await me();
  const limited = await me();
  assert.deepEqual([limited.status, limited.headers.get("retry-after")], [429, "40"]);
  const read = await get(simulator, tokens.serviceAccount, secret, at("harbor-api", "stg", "EMPTY"));
  assert.deepEqual([read.status, read.headers.get("x-ratelimit-limit")], [200, "1"]);
  assert.equal((await get(simulator, tokens.serviceReadOnly, "/v3/me")).status, 200, "a token's own bucket");
  simulator.world.set({ omitRetryAfter: true });
  assert.equal((await me()).headers.get("retry-after"), null);
  nowMs += 60_000;
  assert.equal((await me()).status, 200);
});

test("tokens for provisioning and audit can't read secrets", async () => {
  await using simulator = await start();
  for (const token of [tokens.scim, tokens.audit]) {
    assert.equal((await get(simulator, token, names, at("harbor-api", "stg"))).status, 403);
  }
});
