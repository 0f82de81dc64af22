/** What is special about Vault: versions, engines of both kinds, one refusal for two reasons, and servers that differ. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialExpiryMs, ProviderFailure, type IdentifiedAccount, type ProviderPort } from "@svc/provider-kit";
import { answered, createPort, runLook, scriptedSend, type RunEnd } from "@svc/provider-kit/testing";
import { cluster } from "../simulator/world.ts";
import { addExpiringToken, tokens, VaultWorld, type Switches } from "../simulator/index.ts";
import { grantAdvice } from "../src/token-kinds.ts";
import { vaultAuth } from "../src/auth.ts";
import { readNames } from "../src/client.ts";
import { vault } from "../src/index.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const at = { project: "kv", config: "prod" };
const secret = { ...at, name: "API_KEY" };

async function using(
  switches: Partial<Switches>,
  use: (simulated: Simulated) => Promise<void>,
  token: string = tokens.everything,
): Promise<void> {
  const simulated = await openSimulated({ access_token: token }, switches);
  try {
    await use(simulated);
  } finally {
    await simulated.close();
  }
}

const codeOf = (end: RunEnd) => (end.kind === "failed" ? end.refusal.code : end.kind);
const detailOf = (end: RunEnd) => (end.kind === "failed" ? (end.refusal.detail ?? "") : "");
const sent = ({ simulator }: Simulated) => simulator.ledger.requests.map(({ method, path }) => `${method} ${path}`);

/** The account of a token, or why it is refused. */
async function identify(send: Simulated["send"]): Promise<unknown> {
  const { port } = createPort(vault, { credentialKind: "service_token", send });
  return await vaultAuth.identify(port).catch((failure: unknown) => {
    assert.ok(failure instanceof ProviderFailure);
    return failure.refusal;
  });
}

test("the account is the cluster; a root, wrapping or limited token is refused after two reads at most", async () => {
  await using({}, async (simulated) => {
    const { cluster_id: slug, cluster_name: name } = cluster;
    assert.deepEqual(await identify(simulated.send), { slug, name, credentialExpiresAt: null });
    assert.deepEqual(sent(simulated), ["GET /v1/auth/token/lookup-self", "GET /v1/sys/health"]);
  });
  for (const [token, why] of [
    [tokens.root, /root token/],
    [tokens.wrapping, /response-wrapping/],
    [tokens.limited, /limited number of times/],
  ] as const) {
    await using(
      {},
      async (simulated) => {
        const refusal = (await identify(simulated.send)) as { code: string; detail: string };
        assert.equal(refusal.code, "PROVIDER_REJECTED");
        assert.match(refusal.detail, why);
        assert.deepEqual(sent(simulated), ["GET /v1/auth/token/lookup-self"]);
      },
      token,
    );
  }
});

test("a token's end is the one that its look-up says", async () => {
  const endMs = Date.now() + 3_600_000;
  const value = addExpiringToken(new VaultWorld(), "expiring", endMs);
  await using(
    {},
    async (simulated) => {
      addExpiringToken(simulated.simulator.world, "expiring", endMs);
      assert.equal(credentialExpiryMs((await identify(simulated.send)) as IdentifiedAccount), endMs);
    },
    value,
  );
  const { send } = scriptedSend([
    answered(200, { data: { policies: ["default"], type: "service", num_uses: 0, expire_time: 7 } }),
    answered(200, cluster),
  ]);
  assert.equal(((await identify(send)) as { code: string }).code, "PROVIDER_ERROR");
});

test("another kind of token is refused by its look-up, and a namespace is part of the account", async () => {
  const lookup = (data: object) =>
    answered(200, { data: { policies: ["default"], type: "service", num_uses: 0, ...data } });
  const { send } = scriptedSend([lookup({ type: "batch" })]);
  assert.match(((await identify(send)) as { detail: string }).detail, /isn't a service token/);
  const inTeam = scriptedSend([lookup({ namespace_path: "admin/team/" }), answered(200, cluster)]);
  const { slug } = (await identify(inTeam.send)) as { slug: string };
  assert.equal(slug, `${cluster.cluster_id}/admin/team`);
  const headers = vaultAuth.headers({ origin: "prod", access_token: tokens.everything, namespace: "admin/team" });
  assert.deepEqual(headers, {
    "x-vault-token": tokens.everything,
    "x-vault-request": "true",
    "x-vault-namespace": "admin/team",
  });
});

test("a credential in a namespace is asked there for its token, and the cluster without it", async () => {
  const simulated = await openSimulated({ access_token: tokens.everything, namespace: "admin/team" });
  const { slug } = (await identify(simulated.send)) as { slug: string };
  assert.equal(slug, `${cluster.cluster_id}/admin/team`);
  await simulated.close();
});

test("only a refused look-up says that the token is dead; an action's 403 may be a missing right", async () => {
  await using(
    {},
    async (simulated) => {
      assert.equal(((await identify(simulated.send)) as { code: string }).code, "PROVIDER_UNAUTHORIZED");
      assert.equal(codeOf(await simulated.run("secrets.get", secret)), "PROVIDER_FORBIDDEN");
    },
    `hvs.${"unknown0".repeat(4)}`,
  );
  await using(
    {},
    async (simulated) => {
      assert.equal(codeOf(await simulated.run("secrets.set", { ...secret, value: "v" })), "PROVIDER_FORBIDDEN");
      assert.deepEqual(simulated.simulator.ledger.effects, []);
    },
    tokens.readOnly,
  );
});

test("a set keeps other fields, and is refused if someone else wrote in between", async () => {
  await using({}, async (simulated) => {
    const { simulator, run } = simulated;
    await run("secrets.set", { ...at, name: "MIXED", value: "new" });
    assert.deepEqual(simulator.world.newest("kv", "prod/MIXED")?.data, { value: "new", note: "canary-note" });
    assert.ok(sent(simulated).includes("PATCH /v1/kv/data/prod/MIXED"));
    simulator.world.set({ readLagChanges: 1 });
    simulator.world.change(Date.now(), () =>
      simulator.world.write("kv", "prod/API_KEY", { value: "theirs" }, Date.now()),
    );
    const end = await run("secrets.set", { ...secret, value: "ours" });
    assert.equal(codeOf(end), "PROVIDER_REJECTED");
    assert.match(detailOf(end), /Someone else changed/);
    assert.equal(simulator.world.newest("kv", "prod/API_KEY")?.data?.["value"], "theirs");
  });
});

test("a deletion names the version that was read, so a newer one stays", async () => {
  await using({ readLagChanges: 1 }, async ({ simulator, run }) => {
    simulator.world.change(Date.now(), () =>
      simulator.world.write("kv", "prod/API_KEY", { value: "newer" }, Date.now()),
    );
    assert.equal(codeOf(await run("secrets.delete", secret)), "output");
    assert.equal(simulator.world.newest("kv", "prod/API_KEY")?.deleted, "");
    assert.deepEqual(JSON.parse(simulator.ledger.requests.at(-1)?.bodyText ?? ""), { versions: [1] });
  });
});

test("nothing is changed in an engine of version 1, or in one that isn't there", async () => {
  await using({}, async (simulated) => {
    for (const project of ["old", "transit", "gone"]) {
      for (const [id, input] of [
        ["secrets.set", { ...secret, project, value: "v" }],
        ["secrets.delete", { ...secret, project }],
      ] as const) {
        assert.equal((await simulated.run(id, input)).kind, "failed", `${id} ${project}`);
      }
      assert.equal(codeOf(await simulated.run("secrets.get", { ...secret, project })), "PROVIDER_NOT_FOUND");
    }
    assert.ok(sent(simulated).every((line) => line.startsWith("GET ")));
    const { end } = { end: await simulated.run("projects.list", {}) };
    assert.deepEqual(
      end.kind === "output" && (end.output as { projects: { slug: string }[] }).projects.map(({ slug }) => slug),
      ["kv", "team/kv"],
    );
  });
});

test("an entry without a text in `value` isn't a secret, and its other fields are in no error", async () => {
  await using({}, async ({ run }) => {
    const end = await run("secrets.get", { ...at, name: "UNLIKE" });
    assert.equal(codeOf(end), "PROVIDER_REJECTED");
    assert.ok(!JSON.stringify(end).includes("canary"));
  });
});

test("lists the folders below one, and the root with its folders", async () => {
  await using({}, async ({ run }) => {
    const namesOf = async (input: object) => {
      const end = await run("configs.list", { project: "kv", ...input });
      return end.kind === "output"
        ? (end.output as { configs: { name: string }[] }).configs.map(({ name }) => name)
        : end;
    };
    assert.deepEqual(await namesOf({}), ["/", "prod"]);
    assert.deepEqual(await namesOf({ environment: "prod" }), ["prod", "prod/eu"]);
    assert.deepEqual(await namesOf({ perPage: 1, page: 2 }), ["prod"]);
  });
});

test("an old server lists a deleted name, which has no value; 200 with warnings is a 204", async () => {
  const prove = async ({ run, simulator }: Simulated): Promise<void> => {
    assert.deepEqual(await run("secrets.delete", secret), { kind: "output", output: { ...secret, result: "deleted" } });
    const names = await run("secrets.names.list", at);
    assert.ok(names.kind === "output" && (names.output as { names: string[] }).names.includes("API_KEY"));
    assert.equal(codeOf(await run("secrets.get", secret)), "SECRET_NOT_FOUND");
    assert.deepEqual(await run("secrets.delete", secret), {
      kind: "output",
      output: { ...secret, result: "already_absent" },
    });
    assert.equal((await run("secrets.set", { ...secret, value: "again" })).kind, "output");
    assert.equal(simulator.world.entries.in("kv").get("prod/API_KEY")?.versions.length, 2);
  };
  await using({ product: "old_vault", warns: true }, prove);
  await using({ product: "old_vault" }, prove, tokens.plain);
});

test("OpenBao's list tells which names are deleted, by the server's own clock", async () => {
  const version = (deletion_time: string, destroyed = false) => {
    return {
      current_version: 2,
      versions: { "1": { deletion_time: "", destroyed: false }, "2": { deletion_time, destroyed } },
    };
  };
  const key_info = {
    ALIVE: version(""),
    LATER: version("2026-11-26T13:00:00Z"),
    DELETED: version("2026-11-26T11:00:00Z"),
    DESTROYED: version("", true),
    EMPTY: { current_version: 0, versions: null },
    "eu/": {},
  };
  const answer = answered(200, { data: { keys: Object.keys(key_info), key_info } });
  assert.ok(answer.kind === "answered");
  const { send } = scriptedSend([{ ...answer, headers: { date: "Thu, 26 Nov 2026 12:00:00 GMT" } }]);
  const { port } = createPort(vault, { credentialKind: "plain_service_token", send });
  assert.deepEqual(await readNames(port, at), ["ALIVE", "LATER"]);
});

test("a sealed server is a fault, and a standby that lags did nothing", async () => {
  await using({ sealed: true }, async ({ run }) =>
    assert.equal(codeOf(await run("secrets.get", secret)), "PROVIDER_ERROR"),
  );
  await using({ stale: true }, async ({ run, simulator }) => {
    assert.match(detailOf(await run("secrets.set", { ...secret, value: "v" })), /hasn't caught up/);
    assert.deepEqual(simulator.ledger.effects, []);
  });
});

test("a lost set is settled by the version after the one that it replaces", async () => {
  const action = vault.actions.find(({ id }) => id === "secrets.set") ?? assert.fail();
  const found = (version: number, value: string) => answered(200, { data: { data: { value }, metadata: { version } } });
  const gone = answered(404, { data: { data: null, metadata: { version: 3 } } });
  const input = { ...secret, value: "ours-and-long" };
  const same = { verdict: "applied", basis: "state" };
  for (const [before, answer, verdict] of [
    [2, found(2, "theirs"), { verdict: "undetermined" }],
    [2, found(2, input.value), { verdict: "undetermined" }],
    [2, found(3, input.value), { ...same, wasDifferent: false }],
    [0, found(1, input.value), { ...same, wasDifferent: true }],
    [2, found(3, "theirs"), { verdict: "not_applied", basis: "fence", mayRestart: true }],
    [2, found(4, "theirs"), { verdict: "undetermined" }],
    [2, found(1, input.value), { verdict: "undetermined" }],
    [2, gone, { verdict: "undetermined" }],
    [0, answered(404, { errors: [] }), { verdict: "undetermined" }],
  ] as const) {
    const { send } = scriptedSend([answer]);
    const options = { credentialKind: "service_token", send, input, facts: { version: before }, sentAt: 1, nowMs: 2 };
    const { end } = await runLook(vault, action, options);
    assert.ok(end.kind === "verdict", JSON.stringify(answer));
    assert.partialDeepStrictEqual(end.verdict, verdict, JSON.stringify([before, answer]));
  }
});

test("the advice is the policy for the requested actions, and no more", () => {
  const { policy = "" } = grantAdvice(["secrets.names.list", "secrets.get"]);
  assert.equal(
    policy,
    'path "kv/metadata/app/prod/*" {\n  capabilities = ["list"]\n}\npath "kv/detailed-metadata/app/prod/*" {\n  capabilities = ["list"]\n}\npath "kv/data/app/prod/*" {\n  capabilities = ["read"]\n}',
  );
  assert.match(
    grantAdvice(["secrets.set"]).policy ?? "",
    /kv\/data\/app\/prod\/\*" \{\n {2}capabilities = \["create", "update", "patch"\]/,
  );
  assert.equal(grantAdvice(["projects.list"]).policy, undefined);
});

test("a look-up never shows the provider the token that it repeats, nor a read the entry's other fields", async () => {
  await using({}, async ({ send }) => {
    const { port } = createPort(vault, { credentialKind: "service_token", send });
    const seen: unknown[] = [];
    const watched: ProviderPort = {
      ...port,
      async read(request, options) {
        const answer = await port.read(request, options);
        seen.push(answer.body);
        return answer;
      },
    };
    await vaultAuth.identify(watched);
    const get = vault.actions.find(({ id }) => id === "secrets.get") ?? assert.fail();
    await get.run({ ...at, name: "MIXED" }, watched);
    assert.ok(JSON.stringify(seen).includes("canary-mixed"));
    assert.ok(!JSON.stringify(seen).includes("canary-note"));
    assert.ok(!JSON.stringify(seen).includes(tokens.everything));
  });
});

test("never creates, renews or revokes a token, and carries it in one header", async () => {
  await using({}, async (simulated) => {
    await identify(simulated.send);
    for (const action of vault.actions) {
      const input = { ...action.example };
      assert.equal((await simulated.run(action.id, input)).kind, "output", action.id);
    }
    for (const { path, query, bodyText } of simulated.simulator.ledger.requests) {
      assert.ok(!/auth\/token\/(?!lookup-self)/.test(path), path);
      assert.ok(!`${path}${query}${bodyText}`.includes(tokens.everything));
    }
  });
});
