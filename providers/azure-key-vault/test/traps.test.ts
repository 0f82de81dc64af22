/** What is special about Azure: the exchange, names, deleted names that stay taken, tags, pages and certificates. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderFailure, type ProviderPort } from "@svc/provider-kit";
import { answered, createPort, runLook, scriptedSend, testMarker, type RunEnd } from "@svc/provider-kit/testing";
import { apps, tenantId, vaultHost, type Switches } from "../simulator/index.ts";
import { appAuth } from "../src/auth.ts";
import { appExchange } from "../src/exchange.ts";
import { grantAdvice } from "../src/grant.ts";
import { azureKeyVault } from "../src/index.ts";
import { fromVaultName, toVaultName } from "../src/names.ts";
import { openChannel } from "./channel.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const at = { project: "harbor-prod", config: "prod" };
const secret = { ...at, name: "API_KEY" };

async function using(
  switches: Partial<Switches>,
  use: (simulated: Simulated) => Promise<void>,
  app: keyof typeof apps = "everything",
): Promise<void> {
  const simulated = await openSimulated(app, switches);
  try {
    await use(simulated);
  } finally {
    await simulated.close();
  }
}

const codeOf = (end: RunEnd) => (end.kind === "failed" ? end.refusal.code : end.kind);
const detailOf = (end: RunEnd) => (end.kind === "failed" ? (end.refusal.detail ?? "") : "");
const sent = ({ simulator }: Simulated) => simulator.ledger.requests.map(({ method, path }) => `${method} ${path}`);
const actionOf = (id: string) => azureKeyVault.actions.find((action) => action.id === id) ?? assert.fail();
const port = (send: Simulated["send"]) => createPort(azureKeyVault, { credentialKind: "client_secret", send }).port;

test("the account is the vault, found by one read that shows no value", async () => {
  await using({}, async (simulated) => {
    const account = await appAuth.identify(port(simulated.send));
    assert.deepEqual(account, { slug: vaultHost, name: "harbor-prod" });
    assert.deepEqual(sent(simulated), [`POST /${tenantId}/oauth2/v2.0/token`, "GET /secrets"]);
  });
});

test("the exchange sends the app's fields once, and no request to the vault has them", async () => {
  await using({}, async (simulated) => {
    for (const { id, example = {} } of azureKeyVault.actions) {
      assert.equal((await simulated.run(id, { ...example })).kind, "output", id);
    }
    const [exchange, ...requests] = simulated.simulator.ledger.requests;
    assert.deepEqual(Object.fromEntries(new URLSearchParams(exchange?.bodyText)), {
      grant_type: "client_credentials",
      client_id: apps.everything.client_id,
      client_secret: apps.everything.client_secret,
      scope: "https://vault.azure.net/.default",
    });
    for (const { path, query, bodyText } of requests) {
      assert.ok(!path.includes("oauth2"));
      assert.ok(!`${path}${query}${bodyText}`.includes(apps.everything.client_secret));
    }
  });
});

test("an app that isn't accepted is dead, an unknown tenant is refused, and a fault of the token endpoint is neither", async () => {
  const ends = async (app: Partial<typeof apps.everything>, switches: Partial<Switches> = {}) => {
    const { simulator, close } = await openSimulated("everything", switches);
    const channel = openChannel(simulator.url, { ...apps.everything, ...app });
    try {
      await appAuth.identify(port(channel.send));
      return "alive";
    } catch (failure) {
      assert.ok(failure instanceof ProviderFailure);
      assert.ok(simulator.ledger.requests.every(({ path }) => path.endsWith("/token")));
      return failure.refusal.code;
    } finally {
      await channel.close();
      await close();
    }
  };
  assert.equal(await ends({}), "alive");
  assert.equal(await ends({ client_secret: apps.readOnly.client_secret }), "PROVIDER_UNAUTHORIZED");
  assert.equal(await ends({ client_id: tenantId }), "PROVIDER_UNAUTHORIZED");
  assert.equal(await ends({ tenant_id: apps.everything.client_id }), "PROVIDER_REJECTED");
  assert.equal(await ends({}, { tokenEndpoint: "throttled" }), "PROVIDER_RATE_LIMITED");
  assert.equal(await ends({}, { tokenEndpoint: "unavailable" }), "PROVIDER_ERROR");
});

test("an answer without a bearer token and its lifetime is no token; a server's own trouble isn't the app's", () => {
  const whole = { access_token: "t", expires_in: 3599, token_type: "Bearer" };
  const { read, refuse } = appExchange(apps.everything);
  assert.deepEqual(read(whole), { token: "t", lifetimeSeconds: 3599 });
  for (const part of [{ access_token: 7 }, { expires_in: "3599" }, { token_type: "pop" }]) {
    assert.equal(read({ ...whole, ...part }), null);
  }
  for (const body of [undefined, [], "text"]) assert.equal(read(body), null);
  const answer = { requestId: null, headers: {} };
  const codeFor = (status: number, error: string) => refuse({ ...answer, status, body: { error } }).code;
  assert.equal(codeFor(400, "temporarily_unavailable"), "PROVIDER_ERROR");
  assert.equal(codeFor(400, "invalid_scope"), "PROVIDER_REJECTED");
});

test("a config and a name have 125 characters together, because the vault's name has 127", async () => {
  await using({}, async (simulated) => {
    for (const configChars of [4, 25, 60]) {
      const longest = { ...at, config: "c".repeat(configChars), name: "N".repeat(125 - configChars) };
      assert.equal(codeOf(await simulated.run("secrets.set", { ...longest, value: "v" })), "output");
      assert.equal(codeOf(await simulated.run("secrets.get", longest)), "output");
    }
    const before = sent(simulated).length;
    const over = { ...at, config: "production", name: "N".repeat(116) };
    for (const [id, input] of Object.entries({
      "secrets.set": { ...over, value: "v" },
      "secrets.get": over,
      "secrets.delete": over,
    })) {
      const end = await simulated.run(id, input);
      assert.equal(codeOf(end), "PROVIDER_REJECTED", id);
      assert.match(detailOf(end), /125 characters/);
    }
    assert.equal(sent(simulated).length, before);
  });
});

test("a name becomes one of the vault and back; what is no secret of a config is left out", async () => {
  for (const name of ["A", "_A", "A__B", "A_", "API_KEY", "_", "A1_2"]) {
    for (const config of ["prod", "prod-eu", "1"]) {
      const vaultName = toVaultName({ config, name });
      assert.match(vaultName, /^[0-9a-zA-Z-]{1,127}$/);
      assert.deepEqual(fromVaultName(vaultName), { config, name }, vaultName);
    }
  }
  for (const vaultName of ["no-config", "--A", "a--", "a--1", "-a--B", "a-", ""]) {
    assert.equal(fromVaultName(vaultName), null, vaultName);
  }
  await using({}, async ({ run }) => {
    const end = await run("configs.list", { project: at.project });
    assert.ok(end.kind === "output");
    const { configs } = end.output as { configs: { name: string }[] };
    assert.deepEqual(
      configs.map((one) => one.name),
      ["prod", "prod-eu", "staging"],
    );
  });
});

test("a set keeps the tags and the type of the version before, and adds its marker", async () => {
  await using({}, async ({ run, simulator }) => {
    await run("secrets.set", { ...at, name: "TAGGED", value: "new" });
    const { tags, contentType } = simulator.world.newest("prod--TAGGED") ?? assert.fail();
    assert.deepEqual(tags, { owner: "harbor", "svc-marker": testMarker.hex });
    assert.equal(contentType, "text/plain");
    await run("secrets.set", { ...at, name: "TAGGED", value: "newer" });
    assert.deepEqual(Object.keys(simulator.world.newest("prod--TAGGED")?.tags ?? {}), ["owner", "svc-marker"]);
    const full = Object.keys(simulator.world.newest("prod--FULL")?.tags ?? {});
    assert.equal((await run("secrets.set", { ...at, name: "FULL", value: "new" })).kind, "output");
    assert.deepEqual(Object.keys(simulator.world.newest("prod--FULL")?.tags ?? {}), full);
  });
});

test("the tags are those of the newest version, whatever the order of the list", async () => {
  const versions = [
    [2, "middle"],
    [3, "newest"],
    [1, "oldest"],
  ].map(([created, owner]) => ({
    id: `https://v/secrets/n/${String(created)}`,
    attributes: { created },
    tags: { owner },
  }));
  const { send, requests } = scriptedSend([answered(200, { value: versions, nextLink: null }), answered(200, {})]);
  await actionOf("secrets.set").run({ ...secret, value: "v" }, port(send));
  assert.partialDeepStrictEqual(requests[1]?.json, { tags: { owner: "newest" } });
});

test("a name that was deleted stays taken: a set is refused, and says why", async () => {
  for (const [deletion, why] of [
    ["deleted", /Recover or purge it/],
    ["being_deleted", /being deleted just now/],
    ["being_recovered", /being recovered just now/],
  ] as const) {
    await using({ deletion }, async ({ run, simulator }) => {
      assert.equal(codeOf(await run("secrets.delete", secret)), "output");
      const end = await run("secrets.set", { ...secret, value: "again" });
      assert.equal(codeOf(end), "PROVIDER_REJECTED");
      assert.match(detailOf(end), why);
      assert.equal(simulator.world.newest("prod--API-KEY"), undefined);
    });
  }
});

test("the secret of a certificate is neither listed, read, written nor deleted", async () => {
  await using({}, async (simulated) => {
    const tls = { ...at, name: "TLS" };
    for (const [id, input] of [
      ["secrets.get", tls],
      ["secrets.set", { ...tls, value: "v" }],
      ["secrets.delete", tls],
    ] as const) {
      const end = await simulated.run(id, input);
      assert.match(detailOf(end), /belongs to a certificate/, id);
      assert.ok(!JSON.stringify(end).includes("canary"));
    }
    assert.ok(
      sent(simulated)
        .slice(1)
        .every((line) => line.startsWith("GET ")),
    );
    const names = await simulated.run("secrets.names.list", at);
    assert.ok(names.kind === "output" && !(names.output as { names: string[] }).names.includes("TLS"));
  });
});

test("a disabled secret is listed and can't be read, but be written", async () => {
  await using({}, async ({ run }) => {
    const disabled = { ...at, name: "DISABLED" };
    assert.match(detailOf(await run("secrets.get", disabled)), /is disabled in Azure/);
    const names = await run("secrets.names.list", at);
    assert.ok(names.kind === "output" && (names.output as { names: string[] }).names.includes("DISABLED"));
    assert.equal((await run("secrets.set", { ...disabled, value: "new" })).kind, "output");
    assert.deepEqual(await run("secrets.get", disabled), {
      kind: "output",
      output: { name: "DISABLED", computed: "new" },
    });
  });
});

test("of a link to the next page only the token is used, and every page is read", async () => {
  await using({ nextLinkHost: "elsewhere.example" }, async (simulated) => {
    const { world } = simulated.simulator;
    for (let number = 1; number <= 60; number += 1) world.write(`prod--MORE-${String(number)}`, { value: "v" }, 1);
    const end = await simulated.run("secrets.names.list", at);
    assert.ok(end.kind === "output");
    assert.equal((end.output as { names: string[] }).names.filter((name) => name.startsWith("MORE_")).length, 60);
    assert.equal(sent(simulated).filter((line) => line === "GET /secrets").length, 3);
    for (const { query } of simulated.simulator.ledger.requests.slice(1)) assert.ok(!query.includes("elsewhere"));
  });
  for (const nextLink of ["https://v/secrets?api-version=7.4", "not an address", 7]) {
    const { send, requests } = scriptedSend([answered(200, { value: [], nextLink })]);
    await assert.rejects(actionOf("secrets.names.list").run(at, port(send)));
    assert.equal(requests.length, 1);
  }
});

test("a list that never ends is given up", async () => {
  const endless = Array.from({ length: 101 }, (_, page) =>
    answered(200, { value: [], nextLink: `https://v/secrets?$skiptoken=${String(page)}` }),
  );
  const { send, requests } = scriptedSend(endless);
  await assert.rejects(actionOf("secrets.names.list").run(at, port(send)), (failure: unknown) => {
    return failure instanceof ProviderFailure && failure.refusal.code === "PROVIDER_REJECTED";
  });
  assert.equal(requests.length, 100);
});

test("another vault than the connection's gets no request", async () => {
  await using({}, async (simulated) => {
    for (const { id, example = {} } of azureKeyVault.actions) {
      if (id === "projects.list") continue;
      assert.equal(codeOf(await simulated.run(id, { ...example, project: "other" })), "PROVIDER_NOT_FOUND", id);
    }
    assert.deepEqual(sent(simulated), []);
  });
});

test("a missing right says which kind it is, and a change without it has no effect", async () => {
  for (const [denies, why] of [
    ["rbac", /lacks the role or the access policy/],
    ["policy", /lacks the role or the access policy/],
    ["firewall", /firewall/],
  ] as const) {
    await using({ denies }, async ({ run }) => {
      const end = await run("secrets.get", secret);
      assert.equal(codeOf(end), "PROVIDER_FORBIDDEN");
      assert.match(detailOf(end), why);
    });
  }
  await using(
    {},
    async ({ run, simulator }) => {
      assert.equal(codeOf(await run("secrets.set", { ...secret, value: "v" })), "PROVIDER_FORBIDDEN");
      assert.deepEqual(simulator.ledger.effects, []);
    },
    "readOnly",
  );
});

test("a vault that doesn't accept the app's token says so, and an absent secret gets no deletion", async () => {
  const refused = scriptedSend([
    answered(401, { error: { code: "Unauthorized", message: "AKV10032: Invalid issuer." } }),
  ]);
  await assert.rejects(actionOf("secrets.get").run(secret, port(refused.send)), (failure: unknown) => {
    return failure instanceof ProviderFailure && failure.refusal.code === "PROVIDER_UNAUTHORIZED";
  });
  await using({}, async (simulated) => {
    await simulated.run("secrets.delete", { ...secret, name: "ABSENT" });
    assert.ok(sent(simulated).every((line) => !line.startsWith("DELETE")));
  });
});

test("a secret that is gone by the time it is deleted is already absent", async () => {
  const item = { id: "https://v/secrets/n/1", attributes: { created: 1 } };
  const found = answered(200, { value: [item], nextLink: null });
  const gone = answered(404, { error: { code: "SecretNotFound", message: "m" } });
  const { send } = scriptedSend([found, gone]);
  const output = await actionOf("secrets.delete").run(secret, port(send));
  assert.deepEqual(output, { ...secret, result: "already_absent" });
  const elsewhere = scriptedSend([found, answered(404, { error: { code: "NotFound" } })]);
  await assert.rejects(actionOf("secrets.delete").run(secret, port(elsewhere.send)));
});

test("a lost set is settled by the tag of any version, and its absence is anchored to the version before", async () => {
  const action = actionOf("secrets.set");
  const version = (id: string, marker?: string) => ({
    id: `https://v/secrets/n/${id}`,
    attributes: { created: 1 },
    tags: marker === undefined ? null : { "svc-marker": marker },
  });
  const gone = answered(404, { error: { code: "SecretNotFound", message: "m" } });
  const list = (...value: unknown[]) => answered(200, { value, nextLink: null });
  const before = { versions: 1, newest: "a", isMarked: true };
  const absence = { verdict: "not_applied", basis: "absence" };
  for (const [facts, answer, verdict] of [
    [before, list(version("a"), version("b", testMarker.hex)), { verdict: "applied", basis: "marker" }],
    [before, list(version("c", testMarker.hex), version("b", "0".repeat(32))), { verdict: "applied" }],
    [before, list(version("a"), version("b", "0".repeat(32))), { verdict: "undetermined" }],
    [before, list(version("a")), { ...absence, isAnchored: true }],
    [before, list(version("z")), { ...absence, isAnchored: false }],
    [before, gone, { ...absence, isAnchored: false }],
    [{ versions: 0, newest: "", isMarked: true }, list(), { ...absence, isAnchored: false }],
    [{ ...before, isMarked: false }, null, { verdict: "undetermined" }],
    [null, null, { verdict: "undetermined" }],
  ] as const) {
    const { send } = scriptedSend(answer === null ? [] : [answer]);
    const options = {
      credentialKind: "client_secret",
      send,
      input: { ...secret, value: "v" },
      facts,
      sentAt: 1,
      nowMs: 2,
    };
    const { end } = await runLook(azureKeyVault, action, options);
    assert.ok(end.kind === "verdict", JSON.stringify(end));
    assert.partialDeepStrictEqual(end.verdict, verdict, JSON.stringify([facts, answer]));
  }
});

test("nothing but the answer to a read of one secret shows a value to the code", async () => {
  await using({}, async ({ send }) => {
    const seen: unknown[] = [];
    const watch = async <Answer extends { body: unknown }>(answer: Promise<Answer>): Promise<Answer> => {
      seen.push((await answer).body);
      return await answer;
    };
    for (const id of ["configs.list", "secrets.names.list", "secrets.set", "secrets.delete"]) {
      const inner = port(send);
      const watched: ProviderPort = {
        ...inner,
        read: (request, options) => watch(inner.read(request, options)),
        change: (request, options) => watch(inner.change(request, options)),
      };
      await actionOf(id).run({ ...secret, value: "canary-written" }, watched);
    }
    assert.ok(seen.length > 5 && !JSON.stringify(seen).includes("canary"));
  });
});

test("the advice is the smallest role for the requested actions", () => {
  const roleFor = (...ids: string[]) => /--role "([^"]+)"/.exec(grantAdvice(ids).policy ?? "")?.[1];
  assert.equal(roleFor("secrets.names.list", "configs.list"), "Key Vault Reader");
  assert.equal(roleFor("secrets.names.list", "secrets.get"), "Key Vault Secrets User");
  for (const id of ["secrets.set", "secrets.delete"])
    assert.equal(roleFor("secrets.get", id), "Key Vault Secrets Officer");
});
