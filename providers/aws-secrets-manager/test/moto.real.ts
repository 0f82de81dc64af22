/**
 * The provider against moto, an independent AWS emulator: the kit's suite, lost responses, and where moto differs from
 * AWS.
 */
import assert from "node:assert/strict";
import { describe } from "node:test";
import {
  CreateSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "../../../judges/vendors/aws-secrets-manager.ts";
import { testMarker } from "@svc/provider-kit/testing";
import { exerciseMoto } from "../../../packages/aws/test/moto.ts";
import { awsSecretsManager } from "../src/index.ts";
import { secretsManagerSecrets } from "./examples.ts";

const place = { project: "app", config: "prod" };
const ours = { ...place, name: "API_KEY", value: "ours" };
const other = "value-of-another-writer";
const absent = { verdict: "not_applied", basis: "absence", isAnchored: false };

describe("moto", () => {
  const test = exerciseMoto({
    provider: awsSecretsManager,
    examples: secretsManagerSecrets,
    connect: (options) => new SecretsManagerClient(options),
    seed: (client) =>
      client.send(new CreateSecretCommand({ Name: "app/prod/API_KEY", SecretString: "canary-prod-api-key" })),
  });

  test("finds a lost set that took effect by its version, new or not, even after other writes", async ({
    client,
    hold,
  }) => {
    for (const name of ["NEW_NAME", "API_KEY"]) {
      const { look, arrive } = await hold("secrets.set", { ...ours, name });
      // For an absent secret, moto fails with an internal error; AWS answers ResourceNotFoundException.
      assert.deepEqual(await look(), name === "NEW_NAME" ? "PROVIDER_ERROR" : absent);
      await arrive();
      assert.partialDeepStrictEqual(await look(), { verdict: "applied", basis: "marker" });
      for (const SecretString of [other, `${other} again`]) {
        await client.send(new PutSecretValueCommand({ SecretId: `app/prod/${name}`, SecretString }));
      }
      assert.partialDeepStrictEqual(await look(), { verdict: "applied", basis: "marker" });
    }
  });

  test("a version's id can be used for one value only", async ({ client, hold }) => {
    const { arrive } = await hold("secrets.set", ours);
    for (const _ of [1, 2]) assert.partialDeepStrictEqual(await arrive(), { kind: "answered", status: 200 });
    const again = { SecretId: "app/prod/API_KEY", SecretString: other, ClientRequestToken: testMarker.uuid };
    await assert.rejects(client.send(new PutSecretValueCommand(again)), { name: "ResourceExistsException" });
  });

  test("unlike AWS, moto's list of versions has the secret's name instead of its ARN, so a look can't prove an absence", async ({
    hold,
  }) => {
    const { look } = await hold("secrets.set", ours);
    assert.deepEqual(await look(), absent);
  });

  test("unlike AWS, moto writes a secret scheduled for deletion, and accepts any signature", async ({
    hold,
    code,
    codeAsStranger,
  }) => {
    const { arrive } = await hold("secrets.set", ours);
    assert.equal(await code("secrets.delete", { ...place, name: "API_KEY" }), "output");
    // AWS answers 400 InvalidRequestException, as the simulator does.
    assert.partialDeepStrictEqual(await arrive(), { kind: "answered", status: 200 });
    assert.equal(await codeAsStranger("secrets.names.list", place), "output");
  });
});
