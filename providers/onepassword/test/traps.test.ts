/** What is special about 1Password: titles that aren't unique, items with more than a value, and tokens that name the account. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialExpiryMs, ProviderFailure, type IdentifiedAccount } from "@svc/provider-kit";
import { answered, createPort, runLook, scriptedSend, testMarker, type RunEnd } from "@svc/provider-kit/testing";
import { addExpiringToken, OnepasswordWorld, tokens, vaultId, type Switches } from "../simulator/index.ts";
import { accountId, otherVaultId } from "../simulator/world.ts";
import { tokenAuth } from "../src/auth.ts";
import { replaceRequest } from "../src/client.ts";
import { onepassword } from "../src/index.ts";
import { grantAdvice } from "../src/token-kinds.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const at = { project: vaultId, config: "prod" };
const secret = { ...at, name: "API_KEY" };
const credentialKind = "connect_token";

async function using(
  switches: Partial<Switches>,
  use: (simulated: Simulated) => Promise<void>,
  token?: string,
): Promise<void> {
  const simulated = await openSimulated(token === undefined ? {} : { token }, switches);
  try {
    await use(simulated);
  } finally {
    await simulated.close();
  }
}

const codeOf = (end: RunEnd) => (end.kind === "failed" ? end.refusal.code : end.kind);
const detailOf = (end: RunEnd) => (end.kind === "failed" ? (end.refusal.detail ?? "") : "");
const sent = ({ simulator }: Simulated) => simulator.ledger.requests.map(({ method, path }) => `${method} ${path}`);
const actionOf = (id: string) => onepassword.actions.find((action) => action.id === id) ?? assert.fail();

/** The account of a token, or why it is refused. */
async function identify({ send, credential }: Simulated): Promise<unknown> {
  const connectionFacts = tokenAuth.connectionFacts?.(credential) ?? {};
  const { port } = createPort(onepassword, { credentialKind, send, connectionFacts });
  return await tokenAuth.identify(port).catch((failure: unknown) => {
    assert.ok(failure instanceof ProviderFailure);
    return failure.refusal;
  });
}

test("a token's end is the one in the token, once the server has accepted it", async () => {
  const endMs = (Math.floor(Date.now() / 1000) + 3600) * 1000;
  const value = addExpiringToken(new OnepasswordWorld(), "expiring", endMs);
  await using(
    {},
    async (simulated) => {
      assert.equal(((await identify(simulated)) as { code: string }).code, "PROVIDER_UNAUTHORIZED");
      addExpiringToken(simulated.simulator.world, "expiring", endMs);
      assert.equal(credentialExpiryMs((await identify(simulated)) as IdentifiedAccount), endMs);
    },
    value,
  );
});

test("the account is the one in the token, once the server has accepted it", async () => {
  await using({}, async (simulated) => {
    const name = `1Password account ${accountId}`;
    assert.deepEqual(await identify(simulated), { slug: accountId, name, credentialExpiresAt: null });
    assert.deepEqual(sent(simulated), ["GET /v1/vaults"]);
  });
  const forged = tokens.everything.replace(/\.[^.]+$/, ".Zm9yZ2Vk");
  for (const [token, code] of [
    [forged, "PROVIDER_UNAUTHORIZED"],
    [tokens.nameless, "PROVIDER_REJECTED"],
    [tokens.foreign, "PROVIDER_REJECTED"],
  ] as const) {
    await using(
      {},
      async (simulated) => assert.equal(((await identify(simulated)) as { code: string }).code, code, token),
      token,
    );
  }
});

test("a token whose middle isn't JSON, or names an account in another form, has no account", () => {
  const factsOf = (claims: string) => {
    const access_token = `eyJ.${Buffer.from(claims).toString("base64url")}.c2ln`;
    return tokenAuth.connectionFacts?.({ origin: "prod", access_token });
  };
  const claims = { aud: "com.1password.connect", "1password.com/auuid": "ABC123" };
  assert.deepEqual(factsOf(JSON.stringify(claims)), { account: "ABC123" });
  const others = [{ ...claims, "1password.com/auuid": "a/b" }, { ...claims, "1password.com/auuid": 7 }, [], null];
  for (const text of [...others.map((other) => JSON.stringify(other)), "not JSON"]) {
    assert.deepEqual(factsOf(text), {}, text);
  }
});

test("several items of one title are refused, and nothing is changed", async () => {
  await using({}, async (simulated) => {
    const twice = { ...at, name: "TWICE" };
    for (const [id, input] of [
      ["secrets.get", twice],
      ["secrets.set", { ...twice, value: "v" }],
      ["secrets.delete", twice],
    ] as const) {
      const end = await simulated.run(id, input);
      assert.equal(codeOf(end), "PROVIDER_REJECTED", id);
      assert.match(detailOf(end), /Several items/);
    }
    assert.ok(sent(simulated).every((line) => line === `GET /v1/vaults/${vaultId}/items`));
    const names = await simulated.run("secrets.names.list", at);
    assert.ok(names.kind === "output");
    const { names: listed } = names.output as { names: string[] };
    assert.equal(listed.filter((name) => name === "TWICE").length, 1);
  });
});

test("an item with several secrets, or without one, has no value to read or replace", async () => {
  await using({}, async ({ run, simulator }) => {
    for (const [name, why] of [
      ["SEVERAL", /several secrets/],
      ["NOTE", /neither a password nor a credential/],
    ] as const) {
      for (const [id, input] of [
        ["secrets.get", { ...at, name }],
        ["secrets.set", { ...at, name, value: "v" }],
      ] as const) {
        const end = await run(id, input);
        assert.equal(codeOf(end), "PROVIDER_REJECTED", `${id} ${name}`);
        assert.match(detailOf(end), why);
        assert.ok(!JSON.stringify(end).includes("canary"));
      }
    }
    assert.deepEqual(simulator.ledger.effects, []);
  });
});

test("a set changes the value and the marker in one request, and leaves the other fields and tags", async () => {
  await using({}, async ({ run, simulator }) => {
    const login = { ...at, name: "LOGIN" };
    await run("secrets.set", { ...login, value: "new" });
    await run("secrets.set", { ...login, value: "newer" });
    const [item] = simulator.world.find(vaultId, "prod", "LOGIN");
    assert.deepEqual([item?.version, item?.tags, item?.category], [3, ["prod", "shared"], "LOGIN"]);
    const fields = (item?.fields ?? []).map(({ label = "", value }) => [label, value]);
    assert.deepEqual(fields, [
      ["", "harbor"],
      ["password", "newer"],
      ["svc-execution", testMarker.hex],
    ]);
    const changes = simulator.ledger.requests.filter(({ method }) => method !== "GET");
    assert.deepEqual(
      changes.map(({ method }) => method),
      ["PATCH", "PATCH"],
    );
  });
});

test("an id in a pointer is escaped", () => {
  const field = { id: "a/b~c", type: "CONCEALED", purpose: "PASSWORD", label: "", value: "" };
  const { json } = replaceRequest(at, "i", [field], "v", testMarker);
  assert.deepEqual((json as { path: string }[])[0]?.path, "/fields/a~1b~0c/value");
});

test("no value reaches the provider's code before a change", async () => {
  await using({}, async ({ send }) => {
    const { port } = createPort(onepassword, { credentialKind, send });
    const seen: unknown[] = [];
    const watched: typeof port = {
      ...port,
      async read(request, options) {
        const answer = await port.read(request, options);
        seen.push(answer.body);
        return answer;
      },
      async change(request, options) {
        const answer = await port.change(request, options);
        seen.push(answer.body);
        return answer;
      },
    };
    await actionOf("secrets.set").run({ ...secret, value: "canary-new" }, watched);
    assert.deepEqual([seen.length, seen.at(-1)], [3, undefined]);
    assert.ok(!JSON.stringify(seen).includes("canary"));
  });
});

test("a title of another tag, an archived item and another vault's item are other secrets", async () => {
  await using({}, async ({ run, simulator }) => {
    const eu = await run("secrets.get", { ...secret, config: "prod/eu" });
    assert.deepEqual(eu, { kind: "output", output: { name: "API_KEY", computed: "canary-eu-api-key" } });
    for (const input of [
      { ...at, name: "ARCHIVED" },
      { ...at, name: "UNTAGGED" },
      { ...secret, config: "dev" },
      { ...secret, project: otherVaultId },
    ]) {
      assert.equal(codeOf(await run("secrets.get", input)), "SECRET_NOT_FOUND");
      const absent = { kind: "output", output: { ...input, result: "already_absent" } };
      assert.deepEqual(await run("secrets.delete", input), absent);
    }
    assert.deepEqual(simulator.ledger.effects, []);
  });
});

test("a title is compared exactly, whatever the server's filter thinks", async () => {
  const item = { id: "a".repeat(26), title: "Api_Key", tags: ["prod"] };
  const { send } = scriptedSend([answered(200, [item])]);
  const { port } = createPort(onepassword, { credentialKind, send });
  await assert.rejects(actionOf("secrets.get").run(secret, port), (failure: unknown) => {
    return failure instanceof ProviderFailure && failure.refusal.code === "SECRET_NOT_FOUND";
  });
});

test("an older server's trashed item counts as absent", async () => {
  const item = { id: "a".repeat(26), title: "API_KEY", tags: ["prod"], trashed: true };
  const { send } = scriptedSend([answered(200, [item])]);
  const { port } = createPort(onepassword, { credentialKind, send });
  assert.deepEqual(await actionOf("secrets.names.list").run(at, port), { names: [] });
});

test("a token without write access changes nothing, and a vault out of scope is forbidden", async () => {
  await using(
    {},
    async ({ run, simulator }) => {
      assert.equal((await run("secrets.get", secret)).kind, "output");
      assert.equal(codeOf(await run("secrets.set", { ...secret, value: "v" })), "PROVIDER_FORBIDDEN");
      assert.equal(codeOf(await run("secrets.set", { ...at, name: "NEW", value: "v" })), "PROVIDER_FORBIDDEN");
      assert.equal(codeOf(await run("secrets.delete", secret)), "PROVIDER_FORBIDDEN");
      assert.equal(codeOf(await run("secrets.names.list", { ...at, project: otherVaultId })), "PROVIDER_FORBIDDEN");
      assert.equal(codeOf(await run("secrets.get", { ...secret, project: "z".repeat(26) })), "PROVIDER_NOT_FOUND");
      assert.deepEqual(simulator.ledger.effects, []);
    },
    tokens.readOnly,
  );
});

test("a server that isn't synced yet is a fault", async () => {
  await using({ notSynced: true }, async ({ run }) =>
    assert.equal(codeOf(await run("secrets.get", secret)), "PROVIDER_ERROR"),
  );
});

test("someone who deletes the item first makes a delete a result, and a set a refusal", async () => {
  const remove = ({ simulator }: Simulated) =>
    simulator.world.change(Date.now(), () => {
      for (const { id } of simulator.world.find(vaultId, "prod", "API_KEY")) {
        simulator.world.items.in(vaultId).delete(id);
      }
    });
  await using({ readLagChanges: 1 }, async (simulated) => {
    remove(simulated);
    const output = { ...secret, result: "already_absent" };
    assert.deepEqual(await simulated.run("secrets.delete", secret), { kind: "output", output });
  });
  await using({ readLagChanges: 1 }, async (simulated) => {
    remove(simulated);
    assert.equal(codeOf(await simulated.run("secrets.set", { ...secret, value: "v" })), "PROVIDER_NOT_FOUND");
    assert.deepEqual(simulated.simulator.ledger.effects, []);
  });
});

test("lists each tag once, or a tag with those nested in it", async () => {
  await using({}, async ({ run }) => {
    const namesOf = async (input: object) => {
      const end = await run("configs.list", { project: vaultId, ...input });
      return end.kind === "output"
        ? (end.output as { configs: { name: string }[] }).configs.map(({ name }) => name)
        : end;
    };
    assert.deepEqual(await namesOf({}), ["prod", "prod/eu", "shared"]);
    assert.deepEqual(await namesOf({ environment: "prod" }), ["prod", "prod/eu"]);
    assert.deepEqual(await namesOf({ environment: "pro" }), []);
    assert.deepEqual(await namesOf({ perPage: 1, page: 3 }), ["shared"]);
  });
});

test("a look finds only this execution's marker, in any of the items, and an absent one settles nothing", async () => {
  const summaryOf = (id: string) => ({ id: id.repeat(26), title: "API_KEY", tags: ["prod"] });
  const withField = (label: string, value: string) => answered(200, { fields: [{ id: "f", label, value }] });
  const ours = withField("svc-execution", testMarker.hex);
  const applied = { verdict: "applied", basis: "marker" };
  for (const [answers, verdict] of [
    [[answered(200, [summaryOf("a")]), ours], applied],
    [[answered(200, [summaryOf("a"), summaryOf("b")]), withField("svc-execution", "0".repeat(32)), ours], applied],
    [[answered(200, [summaryOf("a")]), withField("note", testMarker.hex)], { verdict: "undetermined" }],
    [[answered(200, [summaryOf("a")]), withField("svc-execution", "0".repeat(32))], { verdict: "undetermined" }],
    [[answered(200, [])], { verdict: "undetermined" }],
  ] as const) {
    const { send } = scriptedSend([...answers]);
    const options = { credentialKind, send, input: secret, facts: null, sentAt: 1, nowMs: 2 };
    const { end } = await runLook(onepassword, actionOf("secrets.set"), options);
    assert.ok(end.kind === "verdict");
    assert.partialDeepStrictEqual(end.verdict, verdict);
  }
});

test("the advice is a token for one vault, with write access only for changes", () => {
  assert.match(grantAdvice(["secrets.get"]).title, /read access/);
  assert.match(grantAdvice(["secrets.get", "secrets.delete"]).title, /read and write access/);
});

test("carries the token in one header, and calls only what the README lists", async () => {
  await using({}, async (simulated) => {
    await identify(simulated);
    for (const action of onepassword.actions) {
      assert.equal((await simulated.run(action.id, action.example)).kind, "output", action.id);
    }
    for (const { method, path, query, bodyText } of simulated.simulator.ledger.requests) {
      assert.ok(!`${path}${query}${bodyText}`.includes(tokens.everything));
      assert.ok(method !== "PUT" && !path.includes("activity"), path);
    }
  });
});
