/** Which authorization server is believed, and why another one isn't. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect, type Fetch } from "../src/index.ts";

const url = "https://notes.example.com/mcp";
const resource = { resource: url, authorization_servers: ["https://auth.example.com"], scopes_supported: ["notes"] };
const server = {
  issuer: "https://auth.example.com",
  authorization_endpoint: "https://auth.example.com/authorize",
  token_endpoint: "https://auth.example.com/token",
  code_challenge_methods_supported: ["S256"],
};
const atResource = "https://notes.example.com/.well-known/oauth-protected-resource/mcp";
const atServer = "https://auth.example.com/.well-known/oauth-authorization-server";

/** No connection goes to these hosts. */
const closed = ["10.0.0.1", "[fd00:ec2::254]", "169.254.169.254", "rebinds.example.com"];

/** Inspects a server that answers 401, whose documents are these. @returns what was asked for, too. */
async function challenged(documents: Documents, challenge = "Bearer", address = url) {
  const asked: string[] = [];
  const fetchFrom: Fetch = (place, { method }) => {
    if (method === "GET") asked.push(place);
    const document = method === "GET" ? documents[place] : undefined;
    const status = method === "POST" ? 401 : document === undefined ? 404 : 200;
    return Promise.resolve({ status, header: () => challenge, text: JSON.stringify(document ?? {}) });
  };
  const placeFault = (place: string) =>
    Promise.resolve(closed.includes(new URL(place).hostname) ? "It is closed." : null);
  const found = await inspect(address, { fetch: fetchFrom, placeFault });
  const authorization = found.kind === "needs_credential" ? found.authorization : null;
  return { authorization, fault: found.authorizationFault, asked };
}

test("finds the authorization server of a server", async () => {
  const { authorization } = await challenged({ [atResource]: resource, [atServer]: server });
  assert.deepEqual(authorization, {
    issuer: "https://auth.example.com",
    authorizationEndpoint: "https://auth.example.com/authorize",
    tokenEndpoint: "https://auth.example.com/token",
    registrationEndpoint: null,
    acceptsClientDocument: false,
    scopes: ["notes"],
    sendsIss: false,
    clientAuthentication: [],
    resource: url,
  });
});

test("finds it for an address and endpoints with a slash at the end, as some frameworks have them", async () => {
  const slashed = `${url}/`;
  const own = { ...server, token_endpoint: "https://auth.example.com/o/token/" };
  for (const place of [`${atResource}/`, atResource]) {
    const documents = { [place]: { ...resource, resource: slashed }, [atServer]: own };
    const { authorization, fault } = await challenged(documents, "Bearer", slashed);
    assert.ok(authorization !== null && authorization !== "bearer", String(fault));
    assert.deepEqual([authorization.tokenEndpoint, authorization.resource], [own.token_endpoint, slashed]);
  }
});

type Documents = Readonly<Record<string, unknown>>;

const saying = (changed: Documents): Documents => ({ [atResource]: resource, [atServer]: { ...server, ...changed } });

const disbelieved: readonly (readonly [name: string, documents: Documents, fault: RegExp])[] = [
  [
    "a document about another server",
    { [atResource]: { ...resource, resource: "https://other.example" }, [atServer]: server },
    /^Its metadata is about another server\.$/,
  ],
  [
    "a document that names no authorization server",
    { [atResource]: { ...resource, authorization_servers: [] } },
    /names no authorization server/,
  ],
  ["an authorization server without a document", { [atResource]: resource }, /publishes no metadata/],
  ["a document of another issuer", saying({ issuer: "https://other.example" }), /names another issuer/],
  [
    "an endpoint without TLS",
    saying({ token_endpoint: "http://auth.example.com/t" }),
    /token endpoint can't be used\. It has to be https/,
  ],
  ["a server without an endpoint", saying({ token_endpoint: undefined }), /names no token endpoint/],
  ["a server without PKCE", saying({ code_challenge_methods_supported: ["plain"] }), /PKCE/],
  [
    "a server that doesn't say whether it supports PKCE",
    saying({ code_challenge_methods_supported: undefined }),
    /PKCE/,
  ],
  [
    "a consent page of another origin than the token endpoint, if responses don't name their issuer",
    saying({ authorization_endpoint: "https://honest.example/authorize" }),
    /different origins/,
  ],
  [
    "a document about the server's parent, child or neighbor",
    {
      [atResource]: { ...resource, resource: `${url}/other` },
      "https://notes.example.com/.well-known/oauth-protected-resource": {
        ...resource,
        resource: "https://example.com",
      },
      [atServer]: server,
    },
    /about another server/,
  ],
  [
    "an issuer whose document only begins like it",
    saying({ issuer: "https://auth.example.com/tenant" }),
    /names another issuer/,
  ],
  [
    "an issuer on plain http",
    { [atResource]: { ...resource, authorization_servers: ["http://10.0.0.1"] } },
    /authorization server can't be used\. It has to be https/,
  ],
];

for (const [name, documents, fault] of disbelieved) {
  test(`doesn't believe ${name}, and says why`, async () => {
    const found = await challenged(documents);
    assert.equal(found.authorization, "bearer");
    assert.match(found.fault ?? "", fault);
  });
}

for (const host of closed) {
  test(`believes no authorization server with an address at ${host}`, async () => {
    const place = `https://${host}`;
    const issuer = await challenged({ [atResource]: { ...resource, authorization_servers: [place] } });
    assert.match(issuer.fault ?? "", /^The address of its authorization server can't be used\. It is closed\.$/);
    assert.ok(issuer.asked.every((one) => !one.startsWith(place)));
    for (const kind of ["authorization", "token", "registration"]) {
      const said = { [`${kind}_endpoint`]: `${place}/x`, authorization_response_iss_parameter_supported: true };
      const { authorization, fault } = await challenged(saying(said));
      assert.equal(authorization, "bearer");
      assert.equal(fault, `Its authorization server's ${kind} endpoint can't be used. It is closed.`);
    }
  });
}

test("believes two origins of a server whose responses name their issuer", async () => {
  const named = {
    ...server,
    token_endpoint: "https://tokens.example.com/t",
    authorization_response_iss_parameter_supported: true,
  };
  const { authorization } = await challenged({ [atResource]: resource, [atServer]: named });
  assert.equal(authorization !== null && authorization !== "bearer" && authorization.sendsIss, true);
});

test("believes no document behind a redirect", async () => {
  const asked: string[] = [];
  const redirecting: Fetch = (place, { method }) => {
    asked.push(place);
    const header = (name: string) => (name === "location" ? "https://thief.example/document" : "Bearer");
    return Promise.resolve({ status: method === "POST" ? 401 : 302, header, text: JSON.stringify(resource) });
  };
  const found = await inspect(url, { fetch: redirecting });
  assert.equal(found.kind === "needs_credential" && found.authorization, "bearer");
  assert.match(found.authorizationFault ?? "", /behind a redirect, which svc doesn't follow/);
  assert.ok(asked.every((place) => place.startsWith("https://notes.example.com/")));
});

test("asks for no document at another origin than the server's own, whatever its challenge says", async () => {
  const { asked, fault } = await challenged({}, 'Bearer resource_metadata="https://internal.example/secret"');
  assert.deepEqual(new Set(asked.map((place) => new URL(place).origin)), new Set(["https://notes.example.com"]));
  assert.match(fault ?? "", /at another origin, where svc doesn't ask/);
  // What is at the usual place counts.
  const own = await challenged(
    { [atResource]: resource, [atServer]: server },
    'Bearer resource_metadata="https://x.example/y"',
  );
  assert.deepEqual([typeof own.authorization, own.fault], ["object", null]);
});

test("reads the challenge without the token, which is sent only to the server itself", async () => {
  const told = "https://notes.example.com/metadata/of-mcp";
  const sent: [string, string | undefined][] = [];
  const fetchFrom: Fetch = (place, { method, headers, body = "" }) => {
    sent.push([place, headers["authorization"]]);
    if (method === "GET") {
      const document = { [told]: resource, [atServer]: server }[place];
      return Promise.resolve({
        status: document === undefined ? 404 : 200,
        header: () => null,
        text: JSON.stringify(document ?? {}),
      });
    }
    if (headers["authorization"] === undefined)
      return Promise.resolve({ status: 401, header: () => `Bearer resource_metadata="${told}"`, text: "" });
    const result = body.includes("tools/list")
      ? { tools: [] }
      : { protocolVersion: "2025-11-25", serverInfo: { name: "notes", version: "1" } };
    return Promise.resolve({
      status: 200,
      header: () => null,
      text: JSON.stringify({ jsonrpc: "2.0", id: "1", result }),
    });
  };
  const found = await inspect(url, { fetch: fetchFrom, token: "canary" });
  assert.equal(found.kind === "facts" && Object(found.facts.authorization).issuer, server.issuer);
  for (const [place, authorization] of sent) assert.ok(authorization === undefined || place === url, place);
});
