/** Provider declarations that are rejected, each with one line that names the rule. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sensitive } from "@svc/contract";
import { Type, type TProperties } from "typebox";
import { defineProvider, originName, providerFaults } from "../src/index.ts";
import type { Provider, ProviderAuth, StaticCredentialAuth } from "../src/index.ts";
import { noPath, oauth, sound, testRejections, token, type Rejection } from "./fixture/desk.ts";

const exchanging = (tokenOrigin?: string): StaticCredentialAuth => ({
  ...token,
  bearer: () => ({
    kind: "exchange",
    request: { method: "POST", path: ["token"] },
    read: () => null,
    refuse: () => ({ code: "PROVIDER_REJECTED" }),
  }),
  ...(tokenOrigin === undefined ? {} : { tokenOrigin }),
});

const withFields = (submission: TProperties, names: readonly string[]): Partial<Provider> => ({
  connectionPath: undefined as never,
  auth: [
    {
      ...token,
      submission: Type.Object(submission, { additionalProperties: false }),
      fields: names.map((name) => ({ name, label: "a", help: "a", helpUrl: "https://a.example", pattern: "^a$" })),
    },
  ],
});
const key = sensitive(Type.String());

const places = { origin: "https://api.{region}.example.com", origins: { files: "https://files.{region}.example.com" } };

/**
 * A provider with two regions.
 * @param names those that the submission offers.
 * @param facts whether the auth has the region as a fact.
 */
function withRegions(
  names: readonly string[] = ["eu", "us"],
  change: Partial<Provider> = {},
  facts = true,
): Partial<Provider> {
  const region = Type.Unsafe<string>({ type: "string", enum: names });
  const { auth = sound.auth } = withFields({ key, region }, ["key", "region"]);
  const made = { ...auth[0], ...(facts ? { connectionFacts: () => ({ region: "eu" }) } : {}) };
  return {
    ...places,
    postReads: [],
    auth: [made as ProviderAuth],
    connectionPath: undefined as never,
    regions: ["eu", "us"],
    ...change,
  };
}

const refused: readonly Rejection[] = [
  ["a further origin with a path", { origins: { a: "https://a.example/x" } }, /^origin must be https/],
  ["a further origin over http", { origins: { a: "http://a.example" } }, /^origin must be https/],
  ["an origin that isn't an address", { origin: "api.example.com" }, /^origin must be https/],
  [
    "a token origin with a path",
    { ...noPath, auth: [oauth({}, { tokenOrigin: "https://t.example/token" })] },
    /^origin must be https/,
  ],
  ["an exchange over http", { ...noPath, auth: [exchanging("http://login.example")] }, /^origin must be https/],
  [
    "an exchange next to an OAuth server",
    { connectionPath: undefined as never, auth: [oauth(), exchanging("https://login.example")] },
    /an OAuth server or a tokenOrigin/,
  ],
  [
    "a token origin for a credential that is never exchanged",
    { ...noPath, auth: [{ ...token, tokenOrigin: "https://login.example" }] },
    /a tokenOrigin needs a bearer/,
  ],
  [
    "a credential that signs, without the response's date",
    { ...noPath, auth: [{ ...token, signer: () => () => ({}) }], responseHeaders: ["link"] },
    /whose credential signs must have date/,
  ],
  ["an origin name with a slash", { origins: { "a/b": "https://a.example" } }, /the origin name a\/b/],
  ["the same origin twice", { origins: { a: "https://api.example.com" } }, /two of its origins are the same/],
  ["a path without a fact", { connectionPath: ["v1"] }, /connectionPath has no fact/],
  [
    "a path with a slash",
    { connectionPath: ["a/b", { fact: "site_id" }] },
    /connectionPath must consist of path segments/,
  ],
  [
    "a path with two dots",
    { connectionPath: ["..", { fact: "site_id" }] },
    /connectionPath must consist of path segments/,
  ],
  ["a path with an unknown fact", { connectionPath: [{ fact: "constructor" }] }, /has constructor, which isn't/],
  ["a path with an optional fact", { connectionPath: [{ fact: "team" }] }, /has team, which isn't a required fact/],
  ["a path with a static credential", { auth: [...sound.auth, token] }, /connectionPath needs OAuth/],
  ["a read at an unknown origin", { postReads: [{ origin: "x", path: ["a"] }] }, /names an origin that isn't/],
  ["a read without a path", { postReads: [{ path: [] }] }, /a read by POST must consist of path segments/],
  ["a read with half a segment", { postReads: [{ path: ["sea*"] }] }, /a read by POST must consist of path segments/],
  ["a read with a slash", { postReads: [{ path: ["a/b"] }] }, /a read by POST must consist of path segments/],
  ["a read anywhere", { postReads: [{ path: ["*", "*"] }] }, /must name a segment/],
  [
    "a read by an undeclared header",
    { postReads: [{ path: [], header: { name: "X", values: ["a"] } }] },
    /the header of/,
  ],
  [
    "a read by a header without values",
    { postReads: [{ path: [], header: { name: "Idempotency-Key", values: [] } }] },
    /the header of a read by POST/,
  ],
  [
    "a read by a field without values",
    { postReads: [{ path: [], field: { name: "Action", values: [] } }] },
    /the field of a read by POST must have a name and values/,
  ],
  [
    "a read by a member of the body without values",
    { postReads: [{ path: [], json: { method: [] } }] },
    /the body of a read by POST must have named members with values/,
  ],
  [
    "graphql with a field",
    { graphql: { path: ["graphql"], field: { name: "a", values: ["b"] } } },
    /graphql must be one path/,
  ],
  [
    "graphql with a header",
    { graphql: { path: ["graphql"], header: { name: "Idempotency-Key", values: ["a"] } } },
    /graphql must be one path/,
  ],
  ["a read at the graphql path", { postReads: [{ path: ["graphql"] }] }, /includes the graphql path/],
  ["graphql at several paths", { graphql: { path: ["*", "graphql"] } }, /graphql must be one path/],
  ["a placeholder without regions", { origins: { a: "https://a.{region}.example" } }, /needs regions/],
  ["no regions", withRegions([], { regions: [] }), /regions must be different names/],
  ["the same region twice", withRegions(["eu"], { regions: ["eu", "eu"] }), /regions must be different names/],
  ["a region with a dot", withRegions(["e.u"], { regions: ["e.u"] }), /regions must be different names/],
  [
    "an origin without the region",
    withRegions(undefined, { origins: { a: "https://a.example" } }),
    /must have {region}/,
  ],
  ["a credential with other regions", withRegions(["eu", "ap"]), /needs a required region/],
  ["a credential with fewer regions", withRegions(["eu"]), /needs a required region/],
  ["a region that isn't a fact", withRegions(undefined, {}, false), /needs a required region/],
  ["regions with OAuth", withRegions(undefined, { auth: sound.auth }), /needs a required region/],
  ["a self-hosted product with regions", withRegions(undefined, { isSelfHosted: true }), /must have no regions/],
  ["a self-hosted product without a name for its server", { isSelfHosted: true }, /needs a required origin/],
  [
    "a self-hosted product whose server is optional",
    { ...withFields({ key, origin: Type.Optional(originName) }, ["key", "origin"]), isSelfHosted: true },
    /needs a required origin/,
  ],
  [
    "a self-hosted product with further origins",
    { ...withFields({ key, origin: originName }, ["key", "origin"]), isSelfHosted: true },
    /no further origins/,
  ],
  ["a submission that the form doesn't ask for", withFields({ key, id: Type.String() }, ["key"]), /one field for each/],
  ["a field twice", withFields({ key }, ["key", "key"]), /one field for each/],
  ["a field that isn't submitted", withFields({ key }, ["key", "id"]), /one field for each/],
  ["another field", withFields({ key }, ["id"]), /one field for each/],
  ["a submission without a secret", withFields({ id: Type.String() }, ["id"]), /must have a sensitive property/],
  [
    "a credential whose pattern RE2 can't match",
    withFields({ token: sensitive(Type.String({ pattern: "^(?!eyJ)[!-~]+$" })) }, ["token"]),
    /properties\/token has a pattern that RE2 doesn't support/,
  ],
  [
    "a kept part without a secret",
    { ...noPath, auth: [{ ...token, kept: { schema: Type.Object({ id: Type.String() }), from: () => null } }] },
    /the kept part of the submission must have a sensitive/,
  ],
  ["the header Authorization", { requestHeaders: ["Authorization"] }, /must not have authorization/],
  ["the header Cookie", { requestHeaders: ["cookie"] }, /must not have cookie/],
  ["the header Host", { requestHeaders: ["HOST"] }, /must not have host/],
  ["a header that frames the message", { requestHeaders: ["Transfer-Encoding"] }, /must not have transfer-encoding/],
  ["a header of proxies", { requestHeaders: ["X-Forwarded-Host"] }, /must not have x-forwarded-host/],
  ["a header that changes the method", { requestHeaders: ["X-HTTP-Method-Override"] }, /must not have x-http-method/],
  ["an invalid header name", { requestHeaders: ["a b"] }, /an invalid header name/],
  ["a header twice", { requestHeaders: ["If-Match", "if-match"] }, /names a header twice/],
  ["an invalid response header", { responseHeaders: ["a:"] }, /responseHeaders has an invalid header name/],
  ["an unknown form of Retry-After", { retryAfter: [{ name: "a", form: "hours" as "seconds" }] }, /a known form/],
  ["a Retry-After that isn't a header", { retryAfter: [{ name: "", form: "seconds" }] }, /a known form/],
  ["401 as a limit", { limitStatuses: [401] }, /limitStatuses can only be/],
  ["a limit that proves nothing", { limitStatuses: [503] }, /limitStatuses can only be/],
  ["a limit between statuses", { limitStatuses: [403.5] }, /limitStatuses can only be/],
];

test("accepts a provider that uses everything", () => {
  assert.deepEqual(providerFaults(sound), []);
  const several = withFields({ id: Type.String(), key, region: Type.Optional(Type.String()) }, ["region", "id", "key"]);
  assert.deepEqual(providerFaults({ ...sound, ...several }), []);
  const {
    origins: _,
    postReads: __,
    ...hosted
  } = { ...sound, ...withFields({ key, origin: originName }, ["origin", "key"]) };
  assert.deepEqual(providerFaults({ ...hosted, isSelfHosted: true }), []);
  assert.deepEqual(providerFaults({ ...sound, ...withRegions() }), []);
  // An exchange at the provider's own origin is allowed next to OAuth.
  assert.deepEqual(providerFaults({ ...sound, ...noPath, auth: [oauth(), exchanging()] }), []);
  assert.equal(defineProvider(sound), sound);
});

testRejections(refused);
