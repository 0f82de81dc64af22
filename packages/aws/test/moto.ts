/** One of AWS's secrets managers, run against moto, a third-party emulator of AWS. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { staticAuthOf, type EvidenceVerdict, type Provider } from "@svc/provider-kit";
import {
  codeOf,
  createPort,
  exerciseSecretsManager,
  findAction,
  holdChange,
  runAction,
  type ProviderWorld,
  type SecretsManagerExamples,
} from "@svc/provider-kit/testing";
import { openChannel, type Channel } from "../../server/test/simulated-provider.ts";
import { startMoto, type Moto } from "../../../tools/real-servers/moto.ts";
import { awsCredential } from "../simulator/index.ts";

const credential = awsCredential("everything");

/** The options with which AWS's own client connects. */
export type AwsClientOptions = {
  region: string;
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
};

/** The manager's own client, and how to create the one secret of a fresh account. */
export type MotoOptions<Client> = {
  provider: Provider;
  examples: SecretsManagerExamples;
  connect: (options: AwsClientOptions) => Client;
  seed: (client: Client) => Promise<unknown>;
};

/** A fresh account, and the ways to use it. */
export type MotoAccount<Client> = {
  client: Client;
  /** Runs an action. @returns its code, or `output`. */
  code: (id: string, input: object) => Promise<string>;
  /** The same with a different secret for the key. */
  codeAsStranger: (id: string, input: object) => Promise<string>;
  /** Executes a change whose request is held. `look` returns the verdict, or the code of a read that failed. */
  hold: (
    id: string,
    input: object,
  ) => Promise<{ arrive: () => Promise<unknown>; look: () => Promise<EvidenceVerdict | string> }>;
};

/**
 * Starts moto for this file's tests, and registers those that both managers share.
 * @returns a function that registers a test with a fresh account.
 */
export function exerciseMoto<Client extends { destroy(): void }>({
  provider,
  examples,
  connect,
  seed,
}: MotoOptions<Client>): (sentence: string, use: (account: MotoAccount<Client>) => Promise<void>) => void {
  let moto: Moto;
  let client: Client;
  before(async () => {
    moto = await startMoto();
    const { region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = credential;
    client = connect({ region, endpoint: moto.url, credentials: { accessKeyId, secretAccessKey } });
  });
  after(async () => {
    client.destroy();
    await moto.close();
  });
  const openWorld = async (): Promise<ProviderWorld & Channel> => {
    await moto.reset();
    await seed(client);
    return { ...openChannel(provider, moto.url, credential), credential, evidence: null };
  };
  const codeFor = async (channel: Channel, id: string, input: object): Promise<string> =>
    codeOf((await runAction(provider, findAction(provider, id), input, channel)).end);
  const tryIn = (sentence: string, use: (account: MotoAccount<Client>, channel: Channel) => Promise<void>): void => {
    test(sentence, async () => {
      const channel = await openWorld();
      const stranger = openChannel(provider, moto.url, { ...credential, secret_access_key: "x".repeat(40) });
      const account: MotoAccount<Client> = {
        client,
        code: (id, input) => codeFor(channel, id, input),
        codeAsStranger: (id, input) => codeFor(stranger, id, input),
        async hold(id, input) {
          const { arrive, look } = await holdChange(provider, id, input, channel);
          return {
            arrive,
            async look() {
              const end = await look();
              assert.notEqual(end.kind, "defect");
              return end.kind === "verdict" ? end.verdict : end.kind === "failed" ? end.refusal.code : end.kind;
            },
          };
        },
      };
      try {
        await use(account, channel);
      } finally {
        await channel.close();
        await stranger.close();
      }
    });
  };

  exerciseSecretsManager(provider, openWorld, examples);
  tryIn("reads the account from its STS, in the XML that AWS documents", async (_account, channel) => {
    const { slug } = (await staticAuthOf(provider)?.identify(createPort(provider, channel).port)) ?? assert.fail();
    assert.equal(slug, `123456789012/${credential.region}`);
  });
  tryIn("finds a lost delete, after which the secret is absent", async ({ hold, code }) => {
    const secret = { project: "app", config: "prod", name: "API_KEY" };
    const { look, arrive } = await hold("secrets.delete", secret);
    assert.partialDeepStrictEqual(await look(), { verdict: "undetermined" });
    await arrive();
    assert.partialDeepStrictEqual(await look(), { verdict: "applied", basis: "state" });
    assert.equal(await code("secrets.get", secret), "SECRET_NOT_FOUND");
    const isKept = examples.keepsDeletedNames === true;
    assert.equal(await code("secrets.set", { ...secret, value: "v" }), isKept ? "PROVIDER_REJECTED" : "output");
  });
  return tryIn;
}
