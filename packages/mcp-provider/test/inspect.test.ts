/** Inspections: revisions, pages, and what is left out. */
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

test("inspects a server whose address ends in a slash", async () => {
  const found = await inspected({ path: "/mcp/" });
  assert.equal(found.kind === "facts" && found.facts.tools.length, notesTools.length);
});

test("a server that wants a credential says so, and is inspected with one", async () => {
  assert.deepEqual(await inspected({ tokens: ["a"] }), {
    kind: "needs_credential",
    authorization: "bearer",
    authorizationFault: null,
  });
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

test("lists the tools of a server whatever it says about its authorization server, and asks for that only if it's wanted", async () => {
  const asked: string[] = [];
  const failing: Fetch = async (place, request) => {
    if (request.method !== "GET") return await plainFetch(place, request);
    asked.push(place);
    throw new InspectionFault("It is closed.");
  };
  const found = await inspected({}, { fetch: failing });
  assert.equal(found.kind === "facts" && found.facts.tools.length, notesTools.length);
  assert.match(found.authorizationFault ?? "", /can't be read\. It is closed/);
  asked.length = 0;
  assert.equal((await inspected({}, { fetch: failing, onlyTools: true })).authorizationFault, null);
  assert.deepEqual(asked, []);
});

test("follows no redirect, and says so", async () => {
  const options: StandInOptions = {
    intercept: (_method, response) => (response.writeHead(307, { location: "/mcp/" }).end(), true),
  };
  await assert.rejects(inspected(options), /^InspectionFault: It redirects, which svc doesn't follow/);
});
