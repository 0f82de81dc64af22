/** Parameter Store's traps: markers in descriptions, types that can't change, keys to keep, and empty pages. */
import assert from "node:assert/strict";
import {
  answered,
  answering,
  exerciseLooks,
  exerciseTraps,
  markerOf,
  testMarker,
  type Exchange,
  type Trap,
} from "@svc/provider-kit/testing";
import { answeredAfter, awsTraps, exerciseAws, seenAt, verdicts } from "../../../packages/aws/test/secrets-traps.ts";
import { defaultKey } from "../simulator/world.ts";
import { grantAdvice } from "../src/auth.ts";
import { awsParameterStore } from "../src/index.ts";
import { parameterStoreSecrets } from "./examples.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const mark = `[svc:${testMarker.hex}]`;
const otherMark = `[svc:${"0".repeat(32)}]`;
const putsOf = (exchanges: readonly Exchange[]) =>
  exchanges.flatMap(({ purpose, request }) => (purpose === "change" ? [request.json] : []));
/** A set of a parameter with this description. */
const described = (description: string, expected: string): Trap<Simulated> => ({
  before: ({ simulator }) => simulator.world.write({ name: "/app/prod/API_KEY", value: "v", description }, 0),
  runs: [["secrets.set", {}, {}]],
  after: ({ simulator }) => assert.equal(simulator.world.parameters.get("/app/prod/API_KEY")?.description, expected),
});
const namesFound = ["/app/prod/A", "/app/production/B", "app/prod/C", "/app/prod/eu/D"];
const almost = "x".repeat(1024 - mark.length - 1);

exerciseAws(awsParameterStore, openSimulated, {
  grantAdvice,
  service: "ssm",
  own: "arn:aws:ssm:*:*:parameter/app/prod/*",
  rows: [
    [["secrets.get"], ["GetParameter"], []],
    [["configs.list"], [], ["DescribeParameters"]],
    [["secrets.set", "secrets.delete"], ["PutParameter", "DeleteParameter"], ["DescribeParameters"]],
  ],
});

exerciseTraps(awsParameterStore, openSimulated, parameterStoreSecrets, {
  ...awsTraps(openSimulated, {
    names: ["API_KEY", "DB_PASSWORD", "PLAIN"],
    most: 1000,
    add: ({ simulator }, name) => simulator.world.write({ name: `/app/prod/${name}`, value: "v" }, 0),
  }),
  "lists only names below the config's path, whatever AWS returns": answering(
    [answered(200, { Parameters: namesFound.map((Name) => ({ Name })) })],
    ["secrets.names.list", {}, ["A"]],
  ),
  "encrypts a new parameter with the account's key, and creates it only if there is none": {
    runs: [["secrets.set", { name: "NEW", value: "first" }, {}]],
    after({ simulator }, exchanges) {
      const created = { Name: "/app/prod/NEW", Value: "first", Type: "SecureString", Description: mark };
      assert.deepEqual(putsOf(exchanges), [{ ...created, Overwrite: false }]);
      assert.equal(simulator.world.parameters.get("/app/prod/NEW")?.keyId, defaultKey);
    },
  },
  "an existing parameter keeps its key and its owner's description, with the last set's marker": {
    runs: [
      ["secrets.set", { name: "DB_PASSWORD", value: "second" }, {}],
      ["secrets.set", { name: "DB_PASSWORD", value: "third" }, {}],
    ],
    after({ simulator }, exchanges) {
      const same = { Type: "SecureString", KeyId: "alias/own", Tier: "Standard", DataType: "text", Overwrite: true };
      const put = { Name: "/app/prod/DB_PASSWORD", ...same };
      assert.deepEqual(putsOf(exchanges), [
        { ...put, Value: "second", Description: `Of the owner. ${mark}` },
        { ...put, Value: "third", Description: `Of the owner. [svc:${markerOf(1).hex}]` },
      ]);
      assert.equal(simulator.world.parameters.get("/app/prod/DB_PASSWORD")?.keyId, "alias/own");
    },
  },
  "replaces another execution's marker": described(otherMark, mark),
  "replaces another execution's marker at the end": described(`Mine. ${otherMark}`, `Mine. ${mark}`),
  "removes another execution's marker from within a text": described(`Mine. ${otherMark} More.`, `Mine. More. ${mark}`),
  "adds the marker to a description with just enough room": described(almost, `${almost} ${mark}`),
  "leaves a description without room for the marker unchanged": described(`${almost}x`, `${almost}x`),
  "reads a parameter that isn't encrypted, but never writes it": {
    runs: [
      ["secrets.get", { name: "PLAIN" }, { computed: "canary-plain" }],
      ["secrets.set", { name: "PLAIN" }, "PROVIDER_REJECTED", /isn't encrypted/],
    ],
    sends: "reads",
  },
  "refuses a value that AWS would treat as a reference, before any request": {
    runs: ["{{ssm:other}}", "a {{}} b", "{{\n}}"].map((value) => [
      "secrets.set",
      { value },
      "PROVIDER_REJECTED",
      /double braces/,
    ]),
    sends: [],
  },
  "sends other braces": [["secrets.set", { value: '{"a":{"b":1}} {{' }, {}]],
  "a creation that AWS refuses because the parameter exists may have created it, so the outcome is unknown": {
    meanwhile: "sets_another",
    runs: [["secrets.set", { name: "NEW_NAME" }, "unknown"]],
  },
  "a deletion that AWS refuses because the parameter is gone may have deleted it, so the outcome is unknown": {
    meanwhile: "deletes",
    runs: [["secrets.delete", {}, "unknown"]],
  },
});

/** AWS's response about the parameter, this many minutes after the read before the change. */
const at = (minutes: number | null, parameter: object | null = {}) => {
  const own = { Name: "/app/prod/API_KEY", Version: 3, LastModifiedDate: 1795000000.5, Type: "SecureString" };
  return [answeredAfter(minutes, { Parameters: parameter === null ? [] : [{ ...own, ...parameter }] })];
};
const known = { version: 3, modifiedAt: 1795000000.5, seenAt };
const none = { version: 0, modifiedAt: 0, seenAt };
const { found, unsure, absent, expired } = verdicts;

exerciseLooks(awsParameterStore, openSimulated, parameterStoreSecrets, {
  sentence: "a lost set is settled by its marker, or by the expiry of its signature if nothing has changed",
  id: "secrets.set",
  cases: [
    [known, at(0, { Version: 4, Description: `Mine. ${mark}` }), found],
    [known, at(60, { Version: 9, Description: `${mark} edited` }), found],
    [none, at(0, { Version: 1, Description: mark }), found],
    [null, at(null, { Description: mark }), found],
    [known, at(0), unsure],
    [known, at(44), unsure],
    [known, at(45), expired],
    [known, at(45, { Description: otherMark }), expired],
    [known, at(null), unsure],
    [{ ...known, seenAt: null }, at(60), unsure],
    [known, at(60, { Version: 4 }), unsure],
    [known, at(60, { LastModifiedDate: 1795000001 }), unsure],
    [known, at(60, null), absent],
    [none, at(60, null), absent],
    [known, at(0, { Name: "/app/prod/OTHER", Description: mark }), absent],
    [none, at(60, { Version: 1 }), unsure],
    [null, at(60), unsure],
    [null, at(60, null), absent],
  ],
});
