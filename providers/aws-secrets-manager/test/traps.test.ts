/**
 * Secrets Manager's traps: one status for all errors, scheduled deletions, versions, and lists that return too much.
 */
import assert from "node:assert/strict";
import {
  answered,
  answering,
  exerciseLooks,
  exerciseTraps,
  findAction,
  markerOf,
  runLook,
  testMarker,
} from "@svc/provider-kit/testing";
import { answeredAfter, awsTraps, exerciseAws, seenAt, verdicts } from "../../../packages/aws/test/secrets-traps.ts";
import { grantAdvice } from "../src/auth.ts";
import { awsSecretsManager } from "../src/index.ts";
import { secretsManagerSecrets } from "./examples.ts";
import { openSimulated } from "./simulated.ts";

const set = findAction(awsSecretsManager, "secrets.set");
exerciseAws(awsSecretsManager, openSimulated, {
  grantAdvice,
  service: "secretsmanager",
  own: "arn:aws:secretsmanager:*:*:secret:app/prod/*",
  rows: [
    [["secrets.get"], ["GetSecretValue"], []],
    [["configs.list"], [], ["ListSecrets"]],
    [
      ["secrets.names.list", "secrets.set", "secrets.delete"],
      ["DescribeSecret", "ListSecretVersionIds", "CreateSecret", "PutSecretValue", "DeleteSecret"],
      ["ListSecrets"],
    ],
  ],
});

exerciseTraps(awsSecretsManager, openSimulated, secretsManagerSecrets, {
  ...awsTraps(openSimulated, {
    names: ["API_KEY", "DB_PASSWORD", "BINARY"],
    most: 2000,
    add: ({ simulator }, name) => simulator.world.write(`app/prod/${name}`, "v", name, 0),
  }),
  "lists only names that begin with the config, whatever AWS returns": answering(
    [answered(200, { SecretList: [{ Name: "app/prod/A" }, { Name: "other/prod/B" }, { Name: "App/prod/C" }] })],
    ["secrets.names.list", {}, ["A"]],
  ),
  "treats a secret scheduled for deletion as absent, and refuses its name before any change": {
    runs: [
      ["secrets.get", { name: "SCHEDULED" }, "SECRET_NOT_FOUND"],
      ["secrets.delete", { name: "SCHEDULED" }, { result: "already_absent" }],
      ["secrets.set", { name: "SCHEDULED" }, "PROVIDER_REJECTED", /scheduled for deletion/],
    ],
    sends: "reads",
  },
  "a creation that AWS refuses because the secret exists may have created it, so the outcome is unknown": {
    meanwhile: "sets_another",
    runs: [["secrets.set", { name: "NEW_NAME" }, "unknown"]],
  },
  "a write that AWS refuses because of a deletion has an unknown outcome, like the deletion": {
    meanwhile: "deletes",
    runs: [["secrets.set", {}, "unknown"]],
  },
  "a deletion that AWS refuses because of a deletion may be that one, so the outcome is unknown": {
    meanwhile: "deletes",
    runs: [["secrets.delete", {}, "unknown"]],
  },
  "finds a lost set after later writes have taken its labels": {
    runs: [["secrets.set", { value: "ours" }, {}]],
    async after(world) {
      for (const id of ["second", "third"]) world.simulator.world.write("app/prod/API_KEY", id, id, Date.now());
      const input = { project: "app", config: "prod", name: "API_KEY", value: "ours" };
      const { end } = await runLook(awsSecretsManager, set, { ...world, input, sentAt: 1, nowMs: 2 });
      assert.partialDeepStrictEqual(end, { verdict: verdicts.found });
    },
  },
  "refuses to read a binary secret": [["secrets.get", { name: "BINARY" }, "PROVIDER_REJECTED", /binary/]],
  "gives a version the execution's id, schedules a deletion in seven days, and forces nothing": {
    runs: [
      ["secrets.set", { name: "NEW", value: "first" }, {}],
      ["secrets.set", { value: "second" }, {}],
      ["secrets.delete", {}, {}],
    ],
    after: (_world, exchanges) =>
      assert.deepEqual(
        exchanges.map(({ request }) => request.json),
        [
          { SecretId: "app/prod/NEW" },
          { Name: "app/prod/NEW", SecretString: "first", ClientRequestToken: testMarker.uuid },
          { SecretId: "app/prod/API_KEY" },
          { SecretId: "app/prod/API_KEY", SecretString: "second", ClientRequestToken: markerOf(1).uuid },
          { SecretId: "app/prod/API_KEY" },
          { SecretId: "app/prod/API_KEY", RecoveryWindowInDays: 7 },
        ],
      ),
  },
});

const arn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:app/prod/API_KEY-a1b2c3";
const page = (minutes: number | null, ids: readonly string[], more: object = {}) =>
  answeredAfter(minutes, { ARN: arn, Versions: ids.map((VersionId) => ({ VersionId })), ...more });
const more = { NextToken: "t" };
const gone = answered(400, { __type: "ResourceNotFoundException" });
const known = { arn, seenAt };
const unknown = { arn: null, seenAt: null };
const { uuid } = testMarker;
const { found, unsure, absent, expired } = verdicts;

exerciseLooks(awsSecretsManager, openSimulated, secretsManagerSecrets, {
  sentence: "a lost set is settled by its version, or by the expiry of its signature and the secret's history",
  id: "secrets.set",
  cases: [
    [known, [page(0, [uuid])], found],
    [known, [page(0, ["a"], more), page(0, ["b", uuid])], found],
    [unknown, [page(null, [uuid], { ARN: "another" })], found],
    [null, [page(2000, ["a", uuid])], found],
    [known, [page(0, ["a"])], unsure],
    [known, [page(44, ["a"])], unsure],
    [known, [page(45, ["a"])], expired],
    [known, [page(44, ["a"], more), page(46, ["b"])], unsure],
    [known, [page(45, ["a"], more), page(46, ["b"])], expired],
    [known, [page(23 * 60, ["a"])], expired],
    [known, [page(23 * 60 + 1, ["a"])], unsure],
    [known, [page(null, ["a"])], unsure],
    [{ arn, seenAt: null }, [page(60, ["a"])], unsure],
    [known, [page(60, ["a"], { ARN: "another" })], absent],
    [known, [gone], absent],
    [unknown, [gone], absent],
    [unknown, [page(60, ["a"])], absent],
    [null, [page(60, ["a"])], absent],
  ],
});
