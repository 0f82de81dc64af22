/** The hosts match those of AWS's own client. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SecretsManagerClient } from "../../../judges/vendors/aws-secrets-manager.ts";
import { SSMClient } from "../../../judges/vendors/aws-parameter-store.ts";
import { originsOf } from "@svc/provider-kit";
import { awsPlaces, awsRegions } from "../src/index.ts";

test("uses the hosts of AWS's own client in each region", () => {
  const clients = [
    ["secretsmanager", new SecretsManagerClient({ region: "us-east-1" })],
    ["ssm", new SSMClient({ region: "us-east-1" })],
  ] as const;
  for (const [service, client] of clients) {
    const { origins } = originsOf(awsPlaces(service));
    const find = client.config.endpointProvider as unknown as (options: object) => { url: URL };
    for (const Region of awsRegions) {
      const { url } = find({ Region, UseDualStack: false, UseFIPS: false });
      assert.equal(origins[Region], url.origin);
      assert.equal(origins[`${Region}/sts`], url.origin.replace(service, "sts"));
    }
    assert.equal(Object.keys(origins).length, awsRegions.length * 2);
  }
});
