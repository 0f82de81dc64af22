/**
 * The provider against moto, an independent AWS emulator: the kit's suite, lost responses, and where moto differs from
 * AWS.
 */
import assert from "node:assert/strict";
import { describe } from "node:test";
import {
  DescribeParametersCommand,
  PutParameterCommand,
  SSMClient,
  type PutParameterCommandInput,
} from "../../../judges/vendors/aws-parameter-store.ts";
import { testMarker } from "@svc/provider-kit/testing";
import { exerciseMoto } from "../../../packages/aws/test/moto.ts";
import { awsParameterStore } from "../src/index.ts";
import { parameterStoreSecrets } from "./examples.ts";

const ours = { project: "app", config: "prod", name: "NEW_NAME", value: "ours" };
const other = "value-of-another-writer";
const absent = { verdict: "not_applied", basis: "absence", isAnchored: false };

const put = (client: SSMClient, name: string, Value: string, more: Partial<PutParameterCommandInput> = {}) =>
  client.send(new PutParameterCommand({ Name: `/app/prod/${name}`, Value, Type: "SecureString", ...more }));

describe("moto", () => {
  const test = exerciseMoto({
    provider: awsParameterStore,
    examples: parameterStoreSecrets,
    connect: (options) => new SSMClient(options),
    seed: (client) => put(client, "API_KEY", "canary-prod-api-key"),
  });

  test("finds a lost set that took effect by its marker, new or not, until the marker is removed", async ({
    client,
    hold,
  }) => {
    for (const name of ["NEW_NAME", "API_KEY"]) {
      const { look, arrive } = await hold("secrets.set", { ...ours, name });
      assert.partialDeepStrictEqual(await look(), name === "NEW_NAME" ? absent : { verdict: "undetermined" });
      await arrive();
      assert.partialDeepStrictEqual(await look(), { verdict: "applied", basis: "marker" });
      await put(client, name, other, { Overwrite: true, Description: "Edited." });
      assert.partialDeepStrictEqual(await look(), { verdict: "undetermined" });
    }
  });

  test("a write keeps the key, the tier and the description that the owner chose", async ({ client, code }) => {
    const own = { KeyId: "alias/own", Tier: "Advanced", Description: "Mine." } as const;
    await put(client, "OWN", "v", own);
    assert.equal(await code("secrets.set", { ...ours, name: "OWN" }), "output");
    const ParameterFilters = [{ Key: "Name", Option: "Equals", Values: ["/app/prod/OWN"] }];
    const { Parameters } = await client.send(new DescribeParametersCommand({ ParameterFilters }));
    const kept = { ...own, Version: 2, Type: "SecureString", Description: `Mine. [svc:${testMarker.hex}]` };
    assert.partialDeepStrictEqual(Parameters?.[0], kept);
  });

  test("refuses a creation if someone else created the parameter first", async ({ client, hold }) => {
    const { arrive } = await hold("secrets.set", ours);
    await put(client, "NEW_NAME", other);
    assert.partialDeepStrictEqual(await arrive(), { kind: "answered", status: 400 });
  });
});
