/** The provider with moto, an emulator of AWS that others made: the kit's suite, lost answers, and where moto isn't like AWS. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DescribeParametersCommand, PutParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { staticAuthOf, type EvidenceVerdict } from "@svc/provider-kit";
import {
  createPort,
  exerciseSecretsManager,
  runAction,
  runLook,
  testMarker,
  type ProviderWorld,
} from "@svc/provider-kit/testing";
import { openAwsChannel, type AwsChannel } from "../../../packages/aws/test/channel.ts";
import { ensureMoto, startMoto, type Moto } from "../../../tools/real-servers/moto.ts";
import { awsCredential } from "../simulator/index.ts";
import { awsParameterStore } from "../src/index.ts";
import { parameterStoreSecrets } from "./examples.ts";

const credential = awsCredential("everything");
const place = { project: "app", config: "prod" };
const other = "value-of-another-writer";

let moto: Moto;
let client: SSMClient;

before(async () => {
  ensureMoto();
  moto = await startMoto();
  const { region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = credential;
  client = new SSMClient({ region, endpoint: moto.url, credentials: { accessKeyId, secretAccessKey } });
});
after(async () => {
  client.destroy();
  await moto.close();
});

/** Empties moto but for one secret, and opens a channel. */
async function openWorld(): Promise<ProviderWorld & AwsChannel> {
  await moto.reset();
  await client.send(
    new PutParameterCommand({ Name: "/app/prod/API_KEY", Value: "canary-prod-api-key", Type: "SecureString" }),
  );
  return { ...openAwsChannel(awsParameterStore, moto.url, credential), credential, evidence: null };
}

async function withWorld(use: (world: AwsChannel) => Promise<void>): Promise<void> {
  const world = await openWorld();
  try {
    await use(world);
  } finally {
    await world.close();
  }
}

function find(id: string) {
  const action = awsParameterStore.actions.find((one) => one.id === id);
  assert.ok(action !== undefined);
  return action;
}

const write = (name: string, Value: string, more: { Description?: string } = {}) =>
  client.send(new PutParameterCommand({ Name: `/app/prod/${name}`, Value, Overwrite: true, ...more }));

async function codeOf(world: AwsChannel, id: string, input: object): Promise<string> {
  const { end } = await runAction(awsParameterStore, find(id), input, world);
  return end.kind === "failed" ? end.refusal.code : end.kind;
}

/** `look` gives the verdict, or the code of a read that failed. */
type Lost = { look: () => Promise<EvidenceVerdict | string>; arrive: () => Promise<unknown> };

/** Executes a change whose request is held back, so that its answer is lost; `arrive` sends it, again too. */
async function hold(world: AwsChannel, id: string, input: object): Promise<Lost> {
  let arrive: Lost["arrive"] = () => Promise.reject(new Error("nothing was sent"));
  const ran = await runAction(awsParameterStore, find(id), input, {
    ...world,
    send(request, purpose) {
      if (purpose === "read") return world.send(request, purpose);
      arrive = () => world.send(request, purpose);
      return Promise.resolve({ kind: "lost", reason: "timeout" });
    },
  });
  assert.equal(ran.end.kind, "unknown");
  const times = { sentAt: Date.now(), nowMs: Date.now() };
  return {
    arrive: () => arrive(),
    async look() {
      const { end } = await runLook(awsParameterStore, find(id), { ...world, input, facts: ran.facts, ...times });
      assert.notEqual(end.kind, "defect");
      return end.kind === "verdict" ? end.verdict : end.kind === "failed" ? end.refusal.code : end.kind;
    },
  };
}

describe("moto", () => {
  exerciseSecretsManager(awsParameterStore, openWorld, parameterStoreSecrets);

  test("its STS names the account, in the XML that AWS documents", () =>
    withWorld(async (world) => {
      const { port } = createPort(awsParameterStore, world);
      const account = await staticAuthOf(awsParameterStore)?.identify(port);
      assert.equal(account?.slug, `123456789012/${credential.region}`);
    }));

  test("a lost set that took effect is found by its mark, new or not, as long as the mark is there", () =>
    withWorld(async (world) => {
      for (const name of ["NEW_NAME", "API_KEY"]) {
        const { look, arrive } = await hold(world, "secrets.set", { ...place, name, value: "ours" });
        const absent = { verdict: "not_applied", basis: "absence", isAnchored: false };
        assert.partialDeepStrictEqual(await look(), name === "NEW_NAME" ? absent : { verdict: "undetermined" });
        await arrive();
        assert.partialDeepStrictEqual(await look(), { verdict: "applied", basis: "marker" });
        await write(name, other, { Description: "Edited." });
        assert.partialDeepStrictEqual(await look(), { verdict: "undetermined" });
      }
    }));

  test("a write keeps the key, the tier and the description that the owner chose", () =>
    withWorld(async (world) => {
      const own = { Name: "/app/prod/OWN", KeyId: "alias/own", Tier: "Advanced", Description: "Mine." } as const;
      await client.send(new PutParameterCommand({ ...own, Value: "v", Type: "SecureString" }));
      assert.equal(await codeOf(world, "secrets.set", { ...place, name: "OWN", value: "ours" }), "output");
      const ParameterFilters = [{ Key: "Name", Option: "Equals", Values: [own.Name] }];
      const { Parameters } = await client.send(new DescribeParametersCommand({ ParameterFilters }));
      const kept = { ...own, Version: 2, Type: "SecureString", Description: `Mine. [svc:${testMarker.hex}]` };
      assert.partialDeepStrictEqual(Parameters?.[0], kept);
    }));

  test("a creation that someone was faster with is refused, and a late one too", () =>
    withWorld(async (world) => {
      const { arrive } = await hold(world, "secrets.set", { ...place, name: "NEW_NAME", value: "ours" });
      await client.send(new PutParameterCommand({ Name: "/app/prod/NEW_NAME", Value: other, Type: "SecureString" }));
      assert.partialDeepStrictEqual(await arrive(), { kind: "answered", status: 400 });
    }));

  test("a lost delete is found, and the parameter is absent from then on", () =>
    withWorld(async (world) => {
      const secret = { ...place, name: "API_KEY" };
      const { look, arrive } = await hold(world, "secrets.delete", secret);
      assert.partialDeepStrictEqual(await look(), { verdict: "undetermined" });
      await arrive();
      assert.partialDeepStrictEqual(await look(), { verdict: "applied", basis: "state" });
      assert.equal(await codeOf(world, "secrets.get", secret), "SECRET_NOT_FOUND");
    }));
});
