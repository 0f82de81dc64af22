/**
 * Infisical's peculiarities: approval with 200, masked values, old servers, white space, imports, replaced metadata.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answered,
  answering,
  exerciseLooks,
  exerciseTraps,
  markerOf,
  opening,
  testMarker,
} from "@svc/provider-kit/testing";
import { addExpiringToken, InfisicalWorld, projectId, tokens } from "../simulator/index.ts";
import { organization } from "../simulator/world.ts";
import { grantAdvice } from "../src/credential-kinds.ts";
import { infisical } from "../src/index.ts";
import { infisicalSecrets } from "./examples.ts";
import { openSimulated, type Simulated } from "./simulated.ts";

const when = opening(openSimulated);
const withToken = (access_token: string) => when({}, { access_token });
const who = "GET /api/v1/identities/details";
const secretIn = ({ simulator }: Simulated, name: string) => simulator.world.get(projectId, "prod:/", name);
const dead = (switches: { deadTokenIsForbidden: boolean }) => ({
  ...when(switches, { access_token: `${tokens.everything}-dead` })([
    "identify",
    {},
    "PROVIDER_UNAUTHORIZED",
    /expired or was revoked/,
  ]),
  sends: [who],
});
const needsApproval = (approval: "requested" | "refused", why: RegExp) =>
  when({ approval })(
    ["secrets.set", {}, "PROVIDER_REJECTED", why],
    ["secrets.set", { name: "NEW_NAME" }, "PROVIDER_REJECTED", why],
    ["secrets.delete", {}, "PROVIDER_REJECTED", why],
  );
/** Runs at a place that doesn't exist. */
const missing = (wrong: object) => ({
  runs: (["secrets.names.list", "secrets.get", "secrets.set", "secrets.delete"] as const).map(
    (id) => [id, { ...wrong }, "RESOURCE_NOT_FOUND"] as const,
  ),
  sends: "reads" as const,
});
/** Answers a creation without proving an outcome. */
const open = (body: unknown) =>
  answering([answered(200, { secrets: [] }), answered(200, body)], ["secrets.set", {}, "unknown"]);

const endMs = (Math.floor(Date.now() / 1000) + 3600) * 1000;
const expiring = addExpiringToken(new InfisicalWorld(), "expiring", endMs);

exerciseTraps(infisical, openSimulated, infisicalSecrets, {
  "reads a token's expiry from the token": {
    ...withToken(expiring)(["identify", {}, { credentialExpiresAt: new Date(endMs).toISOString() }]),
    before: ({ simulator }) => addExpiringToken(simulator.world, "expiring", endMs),
  },
  "ignores the expiry in a token that the server doesn't accept": withToken(expiring)([
    "identify",
    {},
    "PROVIDER_UNAUTHORIZED",
  ]),
  "the account is the organization": {
    runs: [["identify", {}, { slug: organization.id, name: organization.name, credentialExpiresAt: null }]],
    sends: [who, "GET /api/v1/projects"],
  },
  "refuses a person's token": {
    ...withToken(tokens.user)(["identify", {}, "PROVIDER_REJECTED", /isn't a machine identity's token/]),
    sends: [who],
  },
  "refuses a dead token": dead({ deadTokenIsForbidden: false }),
  "refuses a dead token, whichever status it gets": dead({ deadTokenIsForbidden: true }),
  "refuses a server that would send values in a list, before requesting one": {
    ...when({ product: "old" })(["identify", {}, "PROVIDER_REJECTED", /too old/]),
    sends: [who, "GET /api/v1/projects"],
  },
  "an approval request is a refusal, and changes nothing": needsApproval("requested", /has opened an approval request/),
  "a policy that excludes machine identities is a refusal": needsApproval("refused", /a policy may exclude/),
  "a 200 without a secret leaves the outcome unknown": open({}),
  "a 200 with an empty secret leaves the outcome unknown": open({ secret: null }),
  "a 200 with an id leaves the outcome unknown": open({ secret: "id" }),
  "a 200 with several secrets leaves the outcome unknown": open({ secrets: [{ id: "1" }] }),
  "a 200 with a list leaves the outcome unknown": open([{ secret: {} }]),
  "a 200 with null leaves the outcome unknown": open(null),
  "drops the values from a list that has them anyway": answering(
    [answered(200, { secrets: [{ secretKey: "A", secretValue: "canary-sent-all-the-same", id: "1" }] })],
    ["secrets.names.list", {}, ["A"]],
  ),
  "reads a value with its references resolved": [
    ["secrets.get", { config: "prod/payments", name: "URL" }, { computed: "https://canary-host/" }],
  ],
  "a set keeps the comment and the other metadata, and replaces an earlier marker": {
    runs: [
      ["secrets.set", { name: "NOTED", value: "new" }, {}],
      ["secrets.set", { name: "NOTED", value: "newer" }, {}],
    ],
    after(world) {
      const { value, comment, metadata } = secretIn(world, "NOTED") ?? assert.fail();
      assert.deepEqual([value, comment], ["newer", "a comment"]);
      assert.deepEqual(metadata, [
        { key: "owner", value: "harbor-team", isEncrypted: false },
        { key: "svc-execution", value: markerOf(1).hex, isEncrypted: true },
      ]);
    },
  },
  "a project that requires encrypted metadata accepts the marker, and refuses older unencrypted pairs": when({
    enforcesEncryptedMetadata: true,
  })(["secrets.set", {}, {}], ["secrets.set", { name: "NOTED" }, "PROVIDER_REJECTED"]),
  "a creation that Infisical refuses because the name exists may have created it, so the outcome is unknown": {
    meanwhile: "sets_another",
    runs: [["secrets.set", { name: "NEW_NAME" }, "unknown"]],
    after: (world) => assert.equal(secretIn(world, "NEW_NAME")?.value, "value-of-another-writer"),
  },
  "a rotated secret and a reference to a missing secret are refused": [
    ["secrets.set", { name: "ROTATED" }, "PROVIDER_REJECTED"],
    ["secrets.delete", { name: "ROTATED" }, "PROVIDER_REJECTED"],
    ["secrets.set", { value: "${NOT_THERE}" }, "PROVIDER_REJECTED"],
  ],
  "an identity that can only describe secrets is refused instead of reading a mask, and changes nothing": withToken(
    tokens.describer,
  )(
    ["secrets.names.list", {}, {}],
    ["secrets.get", {}, "PROVIDER_FORBIDDEN", /not read its value/],
    ["secrets.set", {}, "PROVIDER_FORBIDDEN"],
    ["secrets.delete", {}, "PROVIDER_FORBIDDEN"],
  ),
  "an imported secret is read, but not deleted": [
    ["secrets.get", { name: "ONLY_DEV" }, { computed: "canary-only-dev" }],
    ["secrets.delete", { name: "ONLY_DEV" }, { result: "already_absent" }],
  ],
  "a missing project isn't a missing secret": missing({ project: "gone" }),
  "a missing environment isn't a missing secret": missing({ config: "gone" }),
  "a missing folder isn't a missing secret": missing({ config: "prod/gone" }),
  "a missing secret has its own code": [["secrets.get", { name: "GONE" }, "SECRET_NOT_FOUND"]],
  "a rate limit has its own code": when({ limited: true })(["secrets.get", {}, "PROVIDER_RATE_LIMITED"]),
  "lists the environments, and the folders in an environment or a folder": [
    ["configs.list", {}, ["dev", "prod"]],
    ["configs.list", { environment: "prod" }, ["prod", "prod/payments"]],
    ["configs.list", { environment: "prod/payments" }, ["prod/payments", "prod/payments/eu"]],
    ["configs.list", { perPage: 1, page: 2 }, ["prod"]],
  ],
  "an older server's 401 for an invalid request isn't a dead token": answering(
    [answered(401, { error: "ValidationFailure" })],
    ["secrets.names.list", {}, "PROVIDER_REJECTED"],
  ),
  "any other 401 is a dead token": answering(
    [answered(401, { error: "UnauthorizedError" })],
    ["secrets.names.list", {}, "PROVIDER_UNAUTHORIZED"],
  ),
});

const found = (...secretMetadata: object[]) => [answered(200, { secrets: [{ secretKey: "API_KEY", secretMetadata }] })];
const pair = { key: "svc-execution", value: testMarker.hex };

exerciseLooks(infisical, openSimulated, infisicalSecrets, {
  sentence: "a look finds only this execution's marker, and a missing or different one settles nothing",
  id: "secrets.set",
  cases: [
    [null, found({ key: "owner", value: "x" }, pair), { verdict: "applied", basis: "marker" }],
    [null, found({ ...pair, value: `${testMarker.hex.slice(1)}0` }), { verdict: "undetermined" }],
    [null, found({ ...pair, key: "other" }), { verdict: "undetermined" }],
    [null, [answered(200, { secrets: [{ secretKey: "API_KEY" }] })], { verdict: "undetermined" }],
    [null, [answered(200, { secrets: [] })], { verdict: "undetermined" }],
  ],
});

test("advises a role for the requested actions, and no more", () => {
  const actionsIn = (...ids: string[]) =>
    (JSON.parse(grantAdvice(ids).policy ?? "[]") as { action: string[] }[]).flatMap(({ action }) => action);
  assert.deepEqual(actionsIn("secrets.get", "secrets.names.list"), ["describeSecret", "readValue"]);
  assert.deepEqual(actionsIn("secrets.set", "secrets.delete"), ["describeSecret", "create", "edit", "delete"]);
  assert.equal(grantAdvice(["projects.list", "configs.list"]).policy, undefined);
});
