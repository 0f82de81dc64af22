/** Logins with an AppRole: the request, the parts of the response that svc keeps, failures, and the tokens' rights. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, exerciseTraps, opening, type TrapRun } from "@svc/provider-kit/testing";
import { appRoles, startVaultSimulator, tokens, type Switches } from "../simulator/index.ts";
import { cluster } from "../simulator/world.ts";
import { login } from "../src/app-role.ts";
import { vaultAuth } from "../src/auth.ts";
import { vault } from "../src/index.ts";
import { vaultSecrets } from "./examples.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const loginPath = "/v1/auth/approle/login";
const when = opening(openSimulated);

/** A login that is refused after one request. */
const refused = (switches: Partial<Switches>, code: string, why: RegExp, change: object = {}) => ({
  ...when(switches, { ...appRoles.everything, ...change })(["identify", {}, code, why]),
  sends: [],
  after: ({ sent }: Simulated) => assert.deepEqual(sent(), [`POST ${loginPath}`]),
});
const { secret_id } = appRoles.readOnly;

/** A login's token, the response to its lookup of itself, and the outcome. */
const lookedUp = (data: object, end: TrapRun[2], why = /^/) => ({
  ...when({}, appRoles.everything)(["identify", {}, end, why]),
  responses: [
    answered(200, { data: { policies: ["default"], type: "service", num_uses: 0, ...data } }),
    ...(typeof end === "string" ? [] : [answered(200, cluster)]),
  ],
});

const withoutDeleted = (product: Switches["product"]) => ({
  ...when({ product }, appRoles.everything)(["secrets.names.list", {}, ["MIXED", "UNLIKE"]]),
  before: ({ simulator }: Simulated) => simulator.world.remove("kv", "prod/API_KEY", [1], Date.now()),
});

exerciseTraps(vault, openSimulated, vaultSecrets, {
  "only a login sends the role ID and the secret ID; later requests carry the token": {
    ...when({}, appRoles.everything)(["identify", {}, { slug: cluster.cluster_id, name: cluster.cluster_name }]),
    after({ simulator, sent }) {
      assert.deepEqual(sent(), [`POST ${loginPath}`, "GET /v1/auth/token/lookup-self", "GET /v1/sys/health"]);
      const { requests } = simulator.ledger;
      assert.deepEqual(
        requests.map(({ headers }) => headers["authorization"]),
        [undefined, "Bearer", undefined],
      );
      const [first, ...others] = requests;
      assert.deepEqual(JSON.parse(first?.bodyText ?? ""), appRoles.everything);
      for (const { headers, path, query, bodyText } of others) {
        assert.ok(!JSON.stringify([headers, path, query, bodyText]).includes(appRoles.everything.secret_id));
      }
    },
  },
  "another role's secret ID is dead": refused(
    {},
    "PROVIDER_UNAUTHORIZED",
    /doesn't accept the role ID with this secret ID/,
    { secret_id },
  ),
  "an unknown role is dead": refused({}, "PROVIDER_UNAUTHORIZED", /doesn't accept/, { role_id: "unknown", secret_id }),
  "a secret ID without uses is dead": refused({ login: "refuses" }, "PROVIDER_UNAUTHORIZED", /no uses left/),
  "names the cause if the role doesn't allow the address": refused(
    { login: "untrusted" },
    "PROVIDER_FORBIDDEN",
    /this service's IP address/,
  ),
  "names the cause if the server lacks the auth method": refused(
    { login: "absent" },
    "PROVIDER_REJECTED",
    /no AppRole auth method/,
  ),
  "a fault during the login isn't a refusal": refused({ login: "unavailable" }, "PROVIDER_ERROR", /^$/),
  "a sealed server isn't a refusal of the login": refused({ sealed: true }, "PROVIDER_ERROR", /^$/),
  "the expiry of a login's token isn't that of the secret ID": lookedUp(
    { expire_time: "2026-12-01T10:00:00Z" },
    { credentialExpiresAt: null },
  ),
  "accepts a batch token from a login": lookedUp({ type: "batch" }, { slug: cluster.cluster_id }),
  "refuses a token with limited uses from a login": lookedUp(
    { num_uses: 3 },
    "PROVIDER_REJECTED",
    /limited number of times/,
  ),
  "refuses a root token from a login": lookedUp({ policies: ["root"] }, "PROVIDER_REJECTED", /root token/),
  "doesn't list deleted names with a login's token": withoutDeleted("vault"),
  "doesn't list OpenBao's deleted names with a login's token": withoutDeleted("openbao"),
  "lists names without OpenBao's details if the policy doesn't allow them": {
    ...when({}, appRoles.everything)(["secrets.names.list", {}, ["A"]]),
    responses: [answered(403, { errors: ["permission denied"] }), answered(200, { data: { keys: ["A", "b/"] } })],
  },
});

test("accepts a login's token only with a lease, where 0 means that it doesn't expire", () => {
  const { read, request, deadTokenCodes } = login(appRoles.everything);
  const auth = { client_token: "t", lease_duration: 60 };
  assert.deepEqual(request.responseBody, { keep: ["auth.client_token", "auth.lease_duration"] });
  assert.deepEqual(deadTokenCodes, ["PROVIDER_FORBIDDEN"]);
  assert.deepEqual(read({ auth }), { token: "t", lifetimeSeconds: 60 });
  assert.deepEqual(read({ auth: { ...auth, lease_duration: 0 } }), { token: "t", lifetimeSeconds: Infinity });
  for (const part of [{ client_token: null }, { lease_duration: "60" }, { lease_duration: -1 }]) {
    assert.equal(read({ auth: { ...auth, ...part } }), null);
  }
  for (const body of [undefined, {}, { auth: null }, "text"]) assert.equal(read(body), null);
});

test("the token of a login works until it expires, with its role's rights", async () => {
  let nowMs = Date.parse("2026-11-27T12:00:00Z");
  const simulator = await startVaultSimulator({ nowMs: () => nowMs, switches: { tokenSeconds: 600 } });
  const post = async (path: string, body: object, token = "") => {
    const headers = { "content-type": "application/json", "x-vault-token": token };
    return await fetch(`${simulator.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  };
  const tokenOf = async (role: object) => {
    const { auth } = (await (await post(loginPath, role)).json()) as { auth: { client_token: string } };
    return auth.client_token;
  };
  try {
    const [everything, readOnly] = [await tokenOf(appRoles.everything), await tokenOf(appRoles.readOnly)];
    const set = { data: { value: "x" } };
    assert.equal((await post("/v1/kv/data/prod/NEW", set, readOnly)).status, 403);
    nowMs += 600_000 - 1;
    assert.equal((await post("/v1/kv/data/prod/NEW", set, everything)).status, 200);
    nowMs += 1;
    assert.equal((await post("/v1/kv/data/prod/NEW", set, everything)).status, 403);
  } finally {
    await simulator.close();
  }
});

test("exchanges an AppRole's credential, and sends a token in the headers, both in the namespace", () => {
  const kept = (given: object) => vaultAuth.kept?.from({ origin: "prod", namespace: "admin/team", ...given });
  const role = kept(appRoles.everything);
  assert.equal(vaultAuth.credentialKind(role), "app_role");
  const common = { "x-vault-request": "true", "x-vault-namespace": "admin/team" };
  assert.deepEqual(vaultAuth.headers(role), common);
  assert.equal(vaultAuth.bearer?.(role)?.kind, "exchange");
  const token = kept({ access_token: tokens.everything });
  assert.deepEqual(vaultAuth.headers(token), { ...common, "x-vault-token": tokens.everything });
  assert.equal(vaultAuth.bearer?.(token), null);
  assert.equal(vaultAuth.tokenOrigin, undefined, "the exchange goes to the connection's own server alone");
});
