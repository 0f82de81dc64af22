/** Logins with an AppRole: what svc sends and keeps of the answer, how they fail, and what their tokens may do. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderFailure } from "@svc/provider-kit";
import { answered, createPort, scriptedSend } from "@svc/provider-kit/testing";
import { appRoles, startVaultSimulator, tokens, type Switches } from "../simulator/index.ts";
import { cluster } from "../simulator/world.ts";
import { login } from "../src/app-role.ts";
import { vaultAuth } from "../src/auth.ts";
import { readNames } from "../src/client.ts";
import { vault } from "../src/index.ts";
import type { Given } from "./channel.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const loginPath = "/v1/auth/approle/login";
const at = { project: "kv", config: "prod" };

async function using<Result>(
  given: Given,
  switches: Partial<Switches>,
  use: (simulated: Simulated) => Promise<Result>,
): Promise<Result> {
  const simulated = await openSimulated(given, switches);
  try {
    return await use(simulated);
  } finally {
    await simulated.close();
  }
}

/** The account of a role, or why it is refused. */
async function identify({ send }: Pick<Simulated, "send">): Promise<{ code?: string; detail?: string }> {
  const { port } = createPort(vault, { credentialKind: "app_role", send });
  const found: object = await vaultAuth.identify(port).catch((failure: unknown) => {
    assert.ok(failure instanceof ProviderFailure);
    return failure.refusal;
  });
  return found;
}

test("logs in with the role ID and the secret ID, and carries only the token from then on", () =>
  using(appRoles.everything, {}, async (simulated) => {
    const { cluster_id: slug, cluster_name: name } = cluster;
    assert.deepEqual(await identify(simulated), { slug, name, credentialExpiresAt: null });
    const { requests } = simulated.simulator.ledger;
    assert.deepEqual(
      requests.map(({ method, path }) => `${method} ${path}`),
      [`POST ${loginPath}`, "GET /v1/auth/token/lookup-self", "GET /v1/sys/health"],
    );
    assert.deepEqual(
      requests.map(({ headers }) => headers["authorization"]),
      [undefined, "Bearer", undefined],
    );
    const [first, ...others] = requests;
    assert.deepEqual(JSON.parse(first?.bodyText ?? ""), appRoles.everything);
    for (const { headers, path, query, bodyText } of others) {
      assert.ok(!JSON.stringify([headers, path, query, bodyText]).includes(appRoles.everything.secret_id));
    }
  }));

test("tells a dead secret ID from an address, an absent auth method and a fault, with one request", async () => {
  const wrong = { ...appRoles.everything, secret_id: appRoles.readOnly.secret_id };
  for (const [given, switches, code, why] of [
    [wrong, {}, "PROVIDER_UNAUTHORIZED", /doesn't accept the role ID with this secret ID/],
    [{ ...wrong, role_id: "unknown" }, {}, "PROVIDER_UNAUTHORIZED", /doesn't accept/],
    [appRoles.everything, { login: "refuses" }, "PROVIDER_UNAUTHORIZED", /no uses left/],
    [appRoles.everything, { login: "untrusted" }, "PROVIDER_FORBIDDEN", /this service's IP address/],
    [appRoles.everything, { login: "absent" }, "PROVIDER_REJECTED", /no AppRole auth method/],
    [appRoles.everything, { login: "unavailable" }, "PROVIDER_ERROR", /^$/],
    [appRoles.everything, { sealed: true }, "PROVIDER_ERROR", /^$/],
  ] as const) {
    await using(given, switches, async (simulated) => {
      const found = await identify(simulated);
      assert.equal(found.code, code);
      assert.match(found.detail ?? "", why);
      const { requests } = simulated.simulator.ledger;
      assert.deepEqual([requests.length, requests[0]?.path], [1, loginPath]);
    });
  }
});

test("an answer to a login is a token only with a lease, and one of 0 has no end", () => {
  const { read, request, deadTokenCodes } = login(appRoles.everything);
  const auth = { client_token: "t", lease_duration: 60 };
  assert.deepEqual(request.answerBody, { keep: ["auth.client_token", "auth.lease_duration"] });
  assert.deepEqual(deadTokenCodes, ["PROVIDER_FORBIDDEN"]);
  assert.deepEqual(read({ auth }), { token: "t", lifetimeSeconds: 60 });
  assert.deepEqual(read({ auth: { ...auth, lease_duration: 0 } }), { token: "t", lifetimeSeconds: Infinity });
  for (const part of [{ client_token: null }, { lease_duration: "60" }, { lease_duration: -1 }]) {
    assert.equal(read({ auth: { ...auth, ...part } }), null);
  }
  for (const body of [undefined, {}, { auth: null }, "text"]) assert.equal(read(body), null);
});

test("a login may give a batch token, but not one whose uses are limited", async () => {
  const lookup = (data: object) =>
    answered(200, { data: { policies: ["default"], type: "service", num_uses: 0, ...data } });
  const batch = scriptedSend([lookup({ type: "batch" }), answered(200, cluster)]);
  assert.equal((await identify(batch)).code, undefined);
  assert.match((await identify(scriptedSend([lookup({ num_uses: 3 })]))).detail ?? "", /limited number of times/);
  assert.match((await identify(scriptedSend([lookup({ policies: ["root"] })]))).detail ?? "", /root token/);
});

test("deleted names aren't listed, by whichever list the server has and the policy allows", async () => {
  for (const product of ["vault", "openbao"] as const) {
    await using(appRoles.everything, { product }, async ({ simulator, run }) => {
      simulator.world.remove("kv", "prod/API_KEY", [1], Date.now());
      const end = await run("secrets.names.list", at);
      assert.ok(end.kind === "output");
      assert.ok(!(end.output as { names: string[] }).names.includes("API_KEY"), product);
    });
  }
  const folder = answered(200, { data: { keys: ["A", "b/"] } });
  const { send } = scriptedSend([answered(403, { errors: ["permission denied"] }), folder]);
  const { port } = createPort(vault, { credentialKind: "app_role", send });
  assert.deepEqual(await readNames(port, at), ["A"]);
});

test("the token of a login works until its end, for what its role may do", async () => {
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

test("a credential is exchanged or carried by its headers, in its namespace", () => {
  const kept = (given: Given) => vaultAuth.kept?.from({ origin: "prod", namespace: "admin/team", ...given });
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
