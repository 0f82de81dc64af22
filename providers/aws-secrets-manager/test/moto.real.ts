/** The provider with moto, an emulator of AWS that others made: the kit's suite, lost answers, and where moto isn't like AWS. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { CreateSecretCommand, PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
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
import { awsSecretsManager } from "../src/index.ts";
import { secretsManagerSecrets } from "./examples.ts";

const credential = awsCredential("everything");
const place = { project: "app", config: "prod" };
const other = "value-of-another-writer";

let moto: Moto;
let client: SecretsManagerClient;

before(async () => {
  ensureMoto();
  moto = await startMoto();
  const { region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = credential;
  client = new SecretsManagerClient({ region, endpoint: moto.url, credentials: { accessKeyId, secretAccessKey } });
});
after(async () => {
  client.destroy();
  await moto.close();
});

/** Empties moto but for one secret, and opens a channel. */
async function openWorld(): Promise<ProviderWorld & AwsChannel> {
  await moto.reset();
  await client.send(new CreateSecretCommand({ Name: "app/prod/API_KEY", SecretString: "canary-prod-api-key" }));
  return { ...openAwsChannel(awsSecretsManager, moto.url, credential), credential, evidence: null };
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
  const action = awsSecretsManager.actions.find((one) => one.id === id);
  assert.ok(action !== undefined);
  return action;
}

const write = (name: string, SecretString: string) =>
  client.send(new PutSecretValueCommand({ SecretId: `app/prod/${name}`, SecretString }));

async function codeOf(world: AwsChannel, id: string, input: object): Promise<string> {
  const { end } = await runAction(awsSecretsManager, find(id), input, world);
  return end.kind === "failed" ? end.refusal.code : end.kind;
}

/** `look` gives the verdict, or the code of a read that failed. */
type Lost = { look: () => Promise<EvidenceVerdict | string>; arrive: () => Promise<unknown> };

/** Executes a change whose request is held back, so that its answer is lost; `arrive` sends it, again too. */
async function hold(world: AwsChannel, id: string, input: object): Promise<Lost> {
  let arrive: Lost["arrive"] = () => Promise.reject(new Error("nothing was sent"));
  const ran = await runAction(awsSecretsManager, find(id), input, {
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
      const { end } = await runLook(awsSecretsManager, find(id), { ...world, input, facts: ran.facts, ...times });
      assert.notEqual(end.kind, "defect");
      return end.kind === "verdict" ? end.verdict : end.kind === "failed" ? end.refusal.code : end.kind;
    },
  };
}

describe("moto", () => {
  exerciseSecretsManager(awsSecretsManager, openWorld, secretsManagerSecrets);

  test("its STS names the account, in the XML that AWS documents", () =>
    withWorld(async (world) => {
      const { port } = createPort(awsSecretsManager, world);
      const account = await staticAuthOf(awsSecretsManager)?.identify(port);
      assert.equal(account?.slug, `123456789012/${credential.region}`);
    }));

  test("a lost set that took effect is found by its version, new or not, and after others have written", () =>
    withWorld(async (world) => {
      for (const name of ["NEW_NAME", "API_KEY"]) {
        const { look, arrive } = await hold(world, "secrets.set", { ...place, name, value: "ours" });
        // moto has an internal error for a secret that isn't there, where AWS has ResourceNotFoundException.
        const absent = { verdict: "not_applied", basis: "absence", isAnchored: false };
        assert.deepEqual(await look(), name === "NEW_NAME" ? "PROVIDER_ERROR" : absent);
        await arrive();
        assert.partialDeepStrictEqual(await look(), { verdict: "applied", basis: "marker" });
        for (const value of [other, `${other} again`]) await write(name, value);
        assert.partialDeepStrictEqual(await look(), { verdict: "applied", basis: "marker" });
      }
    }));

  test("a version's id is used for one value", () =>
    withWorld(async (world) => {
      const { arrive } = await hold(world, "secrets.set", { ...place, name: "API_KEY", value: "ours" });
      for (const _ of [1, 2]) assert.partialDeepStrictEqual(await arrive(), { kind: "answered", status: 200 });
      const again = { SecretId: "app/prod/API_KEY", SecretString: other, ClientRequestToken: testMarker.uuid };
      await assert.rejects(client.send(new PutSecretValueCommand(again)), { name: "ResourceExistsException" });
    }));

  test("a lost delete is found, and the secret is absent from then on", () =>
    withWorld(async (world) => {
      const secret = { ...place, name: "API_KEY" };
      const { look, arrive } = await hold(world, "secrets.delete", secret);
      assert.partialDeepStrictEqual(await look(), { verdict: "undetermined" });
      await arrive();
      assert.partialDeepStrictEqual(await look(), { verdict: "applied", basis: "state" });
      assert.equal(await codeOf(world, "secrets.get", secret), "SECRET_NOT_FOUND");
      assert.equal(await codeOf(world, "secrets.set", { ...secret, value: "v" }), "PROVIDER_REJECTED");
    }));

  test("unlike AWS, it names a secret in the list of versions by its name, so a look proves no absence", () =>
    withWorld(async (world) => {
      const { look } = await hold(world, "secrets.set", { ...place, name: "API_KEY", value: "ours" });
      assert.deepEqual(await look(), { verdict: "not_applied", basis: "absence", isAnchored: false });
    }));

  test("unlike AWS, it writes what is scheduled for deletion, and accepts any signature", () =>
    withWorld(async (world) => {
      const secret = { ...place, name: "API_KEY" };
      const { arrive } = await hold(world, "secrets.set", { ...secret, value: "ours" });
      assert.equal(await codeOf(world, "secrets.delete", secret), "output");
      // AWS answers 400 InvalidRequestException, as the simulator does.
      assert.partialDeepStrictEqual(await arrive(), { kind: "answered", status: 200 });
      const stranger = openAwsChannel(awsSecretsManager, moto.url, {
        ...credential,
        secret_access_key: "x".repeat(40),
      });
      assert.equal(await codeOf(stranger, "secrets.names.list", place), "output");
      await stranger.close();
    }));
});
