/** Inspections: revisions, pages, what is left out, and which authorization server is believed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkReview, inspect, InspectionFault, reviewFrom, type Fetch, type InspectOptions } from "../src/index.ts";
import { notesTools, startStandIn, type Message, type StandInOptions } from "../simulator/index.ts";

const plainFetch: Fetch = async (url, { method, headers, body }) => {
  const response = await fetch(url, { method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) });
  return { status: response.status, header: (name) => response.headers.get(name), text: await response.text() };
};

/** Starts a stand-in, and returns what an inspection finds. */
async function inspected(options: StandInOptions = {}, more: Partial<InspectOptions> = {}) {
  const standIn = await startStandIn(options);
  try {
    return await inspect(standIn.url, { fetch: plainFetch, ...more });
  } finally {
    await standIn.close();
  }
}

for (const [isStateless, protocol] of [
  [false, "2025-11-25"],
  [true, "2026-07-28"],
] as const) {
  test(`finds the newest revision that a server speaks: ${protocol}`, async () => {
    const found = await inspected({ isStateless });
    assert.equal(found.kind, "facts");
    if (found.kind !== "facts") return;
    assert.equal(found.facts.protocol, protocol);
    assert.deepEqual(found.facts.server, { name: "notes", title: "Notes", version: "1.0.0" });
    assert.equal(found.facts.authorization, null);
    assert.deepEqual(
      found.facts.tools.map(({ name }) => name),
      notesTools.map(({ name }) => name),
    );
    assert.equal(checkReview(reviewFrom("notes", found.facts)).ok, true);
  });
}

test("a server that wants a credential says so, and is inspected with one", async () => {
  assert.deepEqual(await inspected({ tokens: ["a"] }), { kind: "needs_credential", authorization: "bearer" });
  const found = await inspected({ tokens: ["a"] }, { token: "a" });
  assert.equal(found.kind === "facts" && found.facts.authorization, "bearer");
});

test("ends its session, with the credential, also if the tools can't be listed", async () => {
  const fails: StandInOptions["intercept"] = (method, response) => {
    if (method === "tools/list") response.writeHead(500).end();
    return method === "tools/list";
  };
  for (const options of [{}, { tokens: ["a"] }, { intercept: fails }] as StandInOptions[]) {
    const standIn = await startStandIn(options);
    let deletes = 0;
    const fetchAndCount: Fetch = (place, request) => {
      if (request.method === "DELETE") deletes += 1;
      return plainFetch(place, request);
    };
    const found = inspect(standIn.url, { fetch: fetchAndCount, token: "a" });
    await (options.intercept === undefined ? found : assert.rejects(found, InspectionFault));
    assert.deepEqual([deletes, standIn.sessionCount()], [1, 0]);
    await standIn.close();
  }
});

test("leaves out tools that can't be reviewed, and says why", async () => {
  const schema = { type: "object" };
  const tools: Message[] = [
    { name: "good", inputSchema: schema },
    { name: "good", inputSchema: schema },
    { name: "", inputSchema: schema },
    { name: "no-schema" },
    { name: "long", inputSchema: schema, description: "a".repeat(20_000) },
    { name: "proto", inputSchema: JSON.parse('{"type":"object","properties":{"__proto__":{}}}') as Message },
  ];
  const found = await inspected({ tools: () => tools });
  assert.equal(found.kind === "facts" && found.facts.tools.length, 1);
  assert.deepEqual(found.kind === "facts" && found.leftOut.map(({ name }) => name), [
    "good",
    "a tool without a usable name",
    "no-schema",
    "long",
    "proto",
  ]);
});

test("stops at a list that leads back, at too many tools, and where there's no server", async () => {
  const page =
    (result: Message): StandInOptions["intercept"] =>
    (method, response) => {
      if (method !== "tools/list") return false;
      response.writeHead(200).end(JSON.stringify({ jsonrpc: "2.0", id: "1", result }));
      return true;
    };
  const many = Array.from({ length: 300 }, (_, at) => ({ name: `t${String(at)}`, inputSchema: { type: "object" } }));
  for (const [options, message] of [
    [{ intercept: page({ tools: [], nextCursor: "again" }) }, /leads back/],
    [{ tools: () => many }, /more than 256 tools/],
    [{ intercept: (_method: string, response: { end: () => unknown }) => (response.end(), true) }, /no MCP server/],
  ] as [StandInOptions, RegExp][]) {
    await assert.rejects(
      inspected(options),
      (error) => error instanceof InspectionFault && message.test(error.message),
    );
  }
  await assert.rejects(inspect("http://notes.example.com/mcp", { fetch: plainFetch }), InspectionFault);
});

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

/** Inspects a server that answers 401, whose documents are these. @returns what was asked for, too. */
async function challenged(documents: Readonly<Record<string, unknown>>, challenge = "Bearer") {
  const asked: string[] = [];
  const fetchFrom: Fetch = (place, { method }) => {
    if (method === "GET") asked.push(place);
    const document = method === "GET" ? documents[place] : undefined;
    const status = method === "POST" ? 401 : document === undefined ? 404 : 200;
    return Promise.resolve({ status, header: () => challenge, text: JSON.stringify(document ?? {}) });
  };
  const found = await inspect(url, { fetch: fetchFrom });
  return { authorization: found.kind === "needs_credential" ? found.authorization : null, asked };
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

const disbelieved: readonly (readonly [name: string, documents: Readonly<Record<string, unknown>>])[] = [
  [
    "a document about another server",
    { [atResource]: { ...resource, resource: "https://other.example" }, [atServer]: server },
  ],
  [
    "a document of another issuer",
    { [atResource]: resource, [atServer]: { ...server, issuer: "https://other.example" } },
  ],
  [
    "an endpoint without TLS",
    { [atResource]: resource, [atServer]: { ...server, token_endpoint: "http://auth.example.com/t" } },
  ],
  [
    "a server without PKCE",
    { [atResource]: resource, [atServer]: { ...server, code_challenge_methods_supported: ["plain"] } },
  ],
  [
    "a server that doesn't say whether it supports PKCE",
    { [atResource]: resource, [atServer]: { ...server, code_challenge_methods_supported: undefined } },
  ],
  [
    "a consent page of another origin than the token endpoint, if responses don't name their issuer",
    { [atResource]: resource, [atServer]: { ...server, authorization_endpoint: "https://honest.example/authorize" } },
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
  ],
  [
    "an issuer whose document only begins like it",
    { [atResource]: resource, [atServer]: { ...server, issuer: "https://auth.example.com/tenant" } },
  ],
  ["an issuer on plain http", { [atResource]: { ...resource, authorization_servers: ["http://10.0.0.1"] } }],
];

for (const [name, documents] of disbelieved) {
  test(`doesn't believe ${name}`, async () => {
    assert.equal((await challenged(documents)).authorization, "bearer");
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
  assert.ok(asked.every((place) => place.startsWith("https://notes.example.com/")));
});

test("asks for no document at another origin than the server's own, whatever its challenge says", async () => {
  const { asked } = await challenged({}, 'Bearer resource_metadata="https://internal.example/secret"');
  assert.deepEqual(new Set(asked.map((place) => new URL(place).origin)), new Set(["https://notes.example.com"]));
});
