/** What is special about Infisical: approval with 200, masks, old servers, white space, imports, and metadata that a change replaces. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { credentialExpiryMs, ProviderFailure, type IdentifiedAccount } from "@svc/provider-kit";
import { answered, createPort, runLook, scriptedSend, testMarker, type RunEnd } from "@svc/provider-kit/testing";
import { addExpiringToken, InfisicalWorld, projectId, tokens, type Switches } from "../simulator/index.ts";
import { organization } from "../simulator/world.ts";
import { identityAuth } from "../src/auth.ts";
import { listRequest } from "../src/client.ts";
import { infisical } from "../src/index.ts";
import { grantAdvice } from "../src/credential-kinds.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const at = { project: projectId, config: "prod" };
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
const actionOf = (id: string) => infisical.actions.find((action) => action.id === id) ?? assert.fail();

/** The account of a token, or why it is refused. */
async function identify({ send, credential }: Simulated): Promise<unknown> {
  const connectionFacts = identityAuth.connectionFacts?.(credential) ?? {};
  const { port } = createPort(infisical, { credentialKind: "identity_access_token", send, connectionFacts });
  return await identityAuth.identify(port).catch((failure: unknown) => {
    assert.ok(failure instanceof ProviderFailure);
    return failure.refusal;
  });
}

test("a token's end is the one in the token, once the server has accepted it", async () => {
  const endMs = (Math.floor(Date.now() / 1000) + 3600) * 1000;
  const value = addExpiringToken(new InfisicalWorld(), "expiring", endMs);
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

test("the account is the organization, and a user's or dead token is refused by the first read", async () => {
  await using({}, async (simulated) => {
    const { id: slug, name } = organization;
    assert.deepEqual(await identify(simulated), { slug, name, credentialExpiresAt: null });
    assert.deepEqual(sent(simulated), ["GET /api/v1/identities/details", "GET /api/v1/projects"]);
  });
  const isRefused = (code: string, why: RegExp) => async (simulated: Simulated) => {
    const refusal = (await identify(simulated)) as { code: string; detail: string };
    assert.equal(refusal.code, code);
    assert.match(refusal.detail, why);
    assert.deepEqual(sent(simulated), ["GET /api/v1/identities/details"]);
  };
  await using({}, isRefused("PROVIDER_REJECTED", /isn't a token of a machine identity/), tokens.user);
  const dead = `${tokens.everything}-dead`;
  for (const deadTokenIsForbidden of [false, true]) {
    await using({ deadTokenIsForbidden }, isRefused("PROVIDER_UNAUTHORIZED", /expired or was revoked/), dead);
  }
});

test("a server that would send values in a list is refused before it is asked for one", async () => {
  await using({ product: "old" }, async (simulated) => {
    const refusal = (await identify(simulated)) as { code: string; detail: string };
    assert.equal(refusal.code, "PROVIDER_REJECTED");
    assert.match(refusal.detail, /too old/);
    assert.ok(sent(simulated).every((line) => !line.includes("secrets")));
  });
});

test("a request for approval is a refusal, and changes nothing", async () => {
  for (const [approval, why] of [
    ["requested", /has opened a request/],
    ["refused", /a policy may keep/],
  ] as const) {
    await using({ approval }, async ({ run, simulator }) => {
      for (const [id, input] of [
        ["secrets.set", { ...secret, value: "v" }],
        ["secrets.set", { ...at, name: "NEW_NAME", value: "v" }],
        ["secrets.delete", secret],
      ] as const) {
        const end = await run(id, input);
        assert.equal(codeOf(end), "PROVIDER_REJECTED");
        assert.match(detailOf(end), why);
        assert.ok(!JSON.stringify(end).includes("canary"));
      }
      assert.deepEqual(simulator.ledger.effects, []);
    });
  }
});

test("a 200 with neither a secret nor a request for approval leaves the outcome open", async () => {
  for (const body of [{}, { secret: null }, { secret: "id" }, { secrets: [{ id: "1" }] }, [{ secret: {} }], null]) {
    const { send } = scriptedSend([answered(200, { secrets: [] }), answered(200, body)]);
    const { port, outcomeUnknown } = createPort(infisical, { credentialKind: "identity_access_token", send });
    await assert.rejects(async () => actionOf("secrets.set").run({ ...secret, value: "v" }, port));
    assert.ok(outcomeUnknown(), JSON.stringify(body));
  }
});

test("an answer's value never reaches the provider's code but in secrets.get", async () => {
  await using({}, async ({ send }) => {
    const { port } = createPort(infisical, { credentialKind: "identity_access_token", send });
    const seen: unknown[] = [];
    const watch = <Rest extends unknown[], Answer extends { body: unknown }>(
      call: (...given: Rest) => Promise<Answer>,
    ) => {
      return async (...given: Rest): Promise<Answer> => {
        const answer = await call(...given);
        seen.push(answer.body);
        return answer;
      };
    };
    const watched = { ...port, read: watch(port.read), change: watch(port.change) };
    await actionOf("secrets.set").run({ ...secret, value: "canary-written" }, watched);
    await actionOf("secrets.names.list").run(at, watched);
    assert.equal(seen.length, 3);
    assert.ok(!JSON.stringify(seen).includes("canary"));
  });
});

test("a list that has values all the same is cut to its names and metadata", async () => {
  const { send } = scriptedSend([answered(200, { secrets: [{ secretKey: "A", secretValue: "canary", id: "1" }] })]);
  const { port } = createPort(infisical, { credentialKind: "identity_access_token", send });
  assert.deepEqual((await port.read(listRequest(at))).body, { secrets: [{ secretKey: "A" }] });
});

test("a value is read with its references resolved", async () => {
  await using({}, async ({ run }) => {
    const output = { name: "URL", computed: "https://canary-host/" };
    const end = await run("secrets.get", { ...at, config: "prod/payments", name: "URL" });
    assert.deepEqual(end, { kind: "output", output });
  });
});

test("a set keeps the comment and the other metadata, and replaces the marker of an earlier one", async () => {
  await using({}, async ({ run, simulator }) => {
    const input = { ...at, name: "NOTED", value: "new" };
    await run("secrets.set", input);
    await run("secrets.set", { ...input, value: "newer" });
    const { value, comment, metadata } = simulator.world.get(projectId, "prod:/", "NOTED") ?? assert.fail();
    assert.deepEqual([value, comment], ["newer", "a comment"]);
    assert.deepEqual(metadata, [
      { key: "owner", value: "harbor-team", isEncrypted: false },
      { key: "svc-execution", value: testMarker.hex, isEncrypted: true },
    ]);
  });
});

test("a project that requires encrypted metadata takes the marker, and refuses older pairs that aren't", async () => {
  await using({ enforcesEncryptedMetadata: true }, async ({ run, simulator }) => {
    assert.equal(codeOf(await run("secrets.set", { ...secret, value: "new" })), "output");
    const refused = await run("secrets.set", { ...at, name: "NOTED", value: "new" });
    assert.equal(codeOf(refused), "PROVIDER_REJECTED");
    assert.equal(simulator.ledger.effects.length, 1);
  });
});

test("someone who creates the name first makes the creation a refusal", async () => {
  await using({ readLagChanges: 1 }, async ({ run, simulator }) => {
    const theirs = { name: "NEW_NAME", value: "theirs" };
    simulator.world.change(Date.now(), () => simulator.world.write(projectId, "prod:/", theirs));
    const end = await run("secrets.set", { ...at, name: "NEW_NAME", value: "ours" });
    assert.equal(codeOf(end), "PROVIDER_REJECTED");
    assert.match(detailOf(end), /Someone else created/);
    assert.equal(simulator.world.get(projectId, "prod:/", "NEW_NAME")?.value, "theirs");
  });
});

test("a rotated secret and a reference to nothing are refused by Infisical, with nothing changed", async () => {
  await using({}, async ({ run, simulator }) => {
    for (const [id, input] of [
      ["secrets.set", { ...at, name: "ROTATED", value: "v" }],
      ["secrets.delete", { ...at, name: "ROTATED" }],
      ["secrets.set", { ...secret, value: "${NOT_THERE}" }],
    ] as const) {
      assert.equal(codeOf(await run(id, input)), "PROVIDER_REJECTED");
    }
    assert.deepEqual(simulator.ledger.effects, []);
  });
});

test("an identity that may only describe secrets gets no mask for a value, and changes nothing", async () => {
  await using(
    {},
    async ({ run, simulator }) => {
      assert.equal((await run("secrets.names.list", at)).kind, "output");
      const end = await run("secrets.get", secret);
      assert.equal(codeOf(end), "PROVIDER_FORBIDDEN");
      assert.match(detailOf(end), /not read its value/);
      assert.equal(codeOf(await run("secrets.set", { ...secret, value: "v" })), "PROVIDER_FORBIDDEN");
      assert.equal(codeOf(await run("secrets.delete", secret)), "PROVIDER_FORBIDDEN");
      assert.deepEqual(simulator.ledger.effects, []);
    },
    tokens.describer,
  );
});

test("an imported secret is read, but neither listed nor deleted", async () => {
  await using({}, async ({ run, simulator }) => {
    const imported = { ...at, name: "ONLY_DEV" };
    const output = { name: "ONLY_DEV", computed: "canary-only-dev" };
    assert.deepEqual(await run("secrets.get", imported), { kind: "output", output });
    const absent = { ...imported, result: "already_absent" };
    assert.deepEqual(await run("secrets.delete", imported), { kind: "output", output: absent });
    assert.deepEqual(simulator.ledger.effects, []);
  });
});

test("a missing project, environment or folder isn't a missing secret", async () => {
  await using({}, async (simulated) => {
    for (const wrong of [{ project: "gone" }, { config: "gone" }, { config: "prod/gone" }]) {
      for (const [id, more] of [
        ["secrets.names.list", {}],
        ["secrets.get", { name: "API_KEY" }],
        ["secrets.set", { name: "API_KEY", value: "v" }],
        ["secrets.delete", { name: "API_KEY" }],
      ] as const) {
        assert.equal(codeOf(await simulated.run(id, { ...at, ...more, ...wrong })), "PROVIDER_NOT_FOUND", id);
      }
    }
    assert.ok(sent(simulated).every((line) => line.startsWith("GET ")));
    assert.equal(codeOf(await simulated.run("secrets.get", { ...at, name: "GONE" })), "SECRET_NOT_FOUND");
  });
});

test("a rate limit has its own code, and an older server's 401 for an invalid request isn't a dead token", async () => {
  await using({ limited: true }, async ({ run }) =>
    assert.equal(codeOf(await run("secrets.get", secret)), "PROVIDER_RATE_LIMITED"),
  );
  const { refuse } = infisical;
  const context = { credentialKind: "identity_access_token", change: false };
  const said = (error: string) => refuse({ status: 401, body: { error }, requestId: null, headers: {} }, context).code;
  assert.equal(said("ValidationFailure"), "PROVIDER_REJECTED");
  assert.equal(said("UnauthorizedError"), "PROVIDER_UNAUTHORIZED");
});

test("lists the environments, and the folders in an environment or a folder", async () => {
  await using({}, async ({ run }) => {
    const namesOf = async (input: object) => {
      const end = await run("configs.list", { project: projectId, ...input });
      return end.kind === "output"
        ? (end.output as { configs: { name: string }[] }).configs.map(({ name }) => name)
        : end;
    };
    assert.deepEqual(await namesOf({}), ["dev", "prod"]);
    assert.deepEqual(await namesOf({ environment: "prod" }), ["prod", "prod/payments"]);
    assert.deepEqual(await namesOf({ environment: "prod/payments" }), ["prod/payments", "prod/payments/eu"]);
    assert.deepEqual(await namesOf({ perPage: 1, page: 2 }), ["prod"]);
  });
});

test("a look finds only this execution's marker, and an absent or other one settles nothing", async () => {
  const found = (secretMetadata: unknown) => answered(200, { secrets: [{ secretKey: "API_KEY", secretMetadata }] });
  const pair = { key: "svc-execution", value: testMarker.hex };
  for (const [answer, verdict] of [
    [found([{ key: "owner", value: "x" }, pair]), { verdict: "applied", basis: "marker" }],
    [found([{ ...pair, value: `${testMarker.hex.slice(1)}0` }]), { verdict: "undetermined" }],
    [found([{ ...pair, key: "other" }]), { verdict: "undetermined" }],
    [found(undefined), { verdict: "undetermined" }],
    [answered(200, { secrets: [] }), { verdict: "undetermined" }],
  ] as const) {
    const { send } = scriptedSend([answer]);
    const options = { credentialKind: "identity_access_token", send, input: secret, facts: null, sentAt: 1, nowMs: 2 };
    const { end } = await runLook(infisical, actionOf("secrets.set"), options);
    assert.ok(end.kind === "verdict", JSON.stringify(answer));
    assert.partialDeepStrictEqual(end.verdict, verdict, JSON.stringify(answer));
  }
});

test("the advice is the role for the requested actions, and no more", () => {
  const actionsIn = (ids: readonly string[]) => {
    const [rule] = JSON.parse(grantAdvice(ids).policy ?? "[]") as [{ action: string[] }];
    return rule.action;
  };
  assert.deepEqual(actionsIn(["secrets.get", "secrets.names.list"]), ["describeSecret", "readValue"]);
  assert.deepEqual(actionsIn(["secrets.set", "secrets.delete"]), ["describeSecret", "create", "edit", "delete"]);
  assert.equal(grantAdvice(["projects.list", "configs.list"]).policy, undefined);
});

test("never asks for a list with values, and carries the token in one header", async () => {
  await using({}, async (simulated) => {
    await identify(simulated);
    for (const action of infisical.actions) {
      assert.equal((await simulated.run(action.id, action.example)).kind, "output", action.id);
    }
    const { requests } = simulated.simulator.ledger;
    for (const { path, query, bodyText } of requests) {
      assert.ok(!`${path}${query}${bodyText}`.includes(tokens.everything));
    }
    const lists = requests.filter(({ method, path }) => method === "GET" && path === "/api/v4/secrets");
    assert.equal(lists.length, 3);
    for (const { query } of lists) assert.match(query, /viewSecretValue=false/);
  });
});
