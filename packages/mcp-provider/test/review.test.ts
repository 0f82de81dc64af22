/** Review files: what is prefilled, and the place of each fault. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { actionIdOf, checkReview, readReview, reviewFrom, toolDigest, type Review } from "../src/index.ts";
import { sampleFacts, sampleTool } from "./sample-tools.ts";

/** A review of the sample server in which everything is reviewed, after these changes. */
function reviewed(change: (review: Review) => void = () => undefined): Review {
  const review = structuredClone(reviewFrom("notes", sampleFacts));
  for (const tool of review.tools) tool.reviewed = true;
  change(review);
  return review;
}

function pointersOf(review: unknown): string[] {
  const result = checkReview(review);
  return result.ok ? [] : result.faults.map(({ pointer }) => pointer);
}

test("confirms nothing by itself, and shows agents only what claims to read", () => {
  const review = reviewFrom("notes", sampleFacts);
  assert.deepEqual(checkReview(review), { ok: true, review });
  assert.deepEqual(
    review.tools.map(({ id, effect, idempotency, reviewed, mcp }) => [id, effect, idempotency, reviewed, mcp]),
    [
      ["tools.getNote", "read", "safe", false, true],
      ["tools.setNote", "write", "unsafe", false, false],
      ["tools.deleteNote", "destructive", "unsafe", false, false],
    ],
  );
});

test("lets two origins share a consent page and its tokens only if responses name their issuer", () => {
  const pointers = (sendsIss: boolean, tokenEndpoint: string): string[] =>
    pointersOf(
      reviewed((review) => {
        review.auth = {
          kind: "oauth",
          issuer: "https://login.example",
          authorizationEndpoint: "https://login.example/authorize",
          tokenEndpoint,
          resource: review.url,
          sendsIss,
          app: "own",
          registrationEndpoint: null,
          clientAuthentication: "none",
          scopes: [],
        };
      }),
    );
  assert.deepEqual(pointers(false, "https://login.example/token"), []);
  assert.deepEqual(pointers(true, "https://tokens.example/token"), []);
  assert.deepEqual(pointers(false, "https://tokens.example/token"), ["/auth/sendsIss"]);
});

test("reads the text that it was written as", () => {
  const result = readReview(JSON.stringify(reviewed(), null, 2));
  assert.equal(result.ok, true);
});

test("maps names to ids, and keeps two that differ only in punctuation apart", () => {
  assert.equal(actionIdOf("issues.create"), "issues.create");
  assert.equal(actionIdOf("API-post-search"), "tools.aPIPostSearch");
  assert.equal(actionIdOf("__"), null);
  const tools = [sampleTool("create-issue"), sampleTool("create_issue"), sampleTool("create_issue")];
  const ids = reviewFrom("notes", { ...sampleFacts, tools }).tools.map(({ name, id }) => [name, id]);
  assert.deepEqual(ids, [
    ["create-issue", "tools.createIssue"],
    ["create_issue", "tools.createIssue2"],
  ]);
});

test("a digest covers everything that a server says about a tool, in any order of members", () => {
  const tool = sampleTool("a", { inputSchema: { type: "object", properties: { a: { type: "string" } } } });
  const reordered = { ...tool, inputSchema: { properties: { a: { type: "string" } }, type: "object" } };
  assert.equal(toolDigest(reordered), toolDigest(tool));
  const changes = [
    { name: "b" },
    { title: "A" },
    { description: "Does more." },
    { inputSchema: {} },
    { outputSchema: {} },
    { annotations: {} },
  ];
  const digests = new Set(changes.map((change) => toolDigest({ ...tool, ...change })));
  assert.equal(digests.size, changes.length);
  assert.equal(digests.has(toolDigest(tool)), false);
});

const faulty: readonly (readonly [name: string, change: (review: Review) => void, pointer: string])[] = [
  ["a digest that doesn't match", ({ tools: [tool] }) => tool && (tool.description = "Other."), "/tools/0/digest"],
  ["a safe write", ({ tools: [, tool] }) => tool && (tool.idempotency = "safe"), "/tools/1/idempotency"],
  ["an id twice", ({ tools: [, tool] }) => tool && (tool.id = "tools.getNote"), "/tools/1/id"],
  ["an address without TLS", (review) => (review.url = "http://notes.example.com/mcp"), "/url"],
  ["an address with a user", (review) => (review.url = "https://user@notes.example.com/mcp"), "/url"],
  ["an address with two slashes at the end", (review) => (review.url = "https://notes.example.com/mcp//"), "/url"],
  ["a mark of no field", ({ tools: [tool] }) => tool?.sensitive.output.push("/title"), "/tools/0/sensitive/output/0"],
  [
    "an output of secrets alone",
    ({ tools: [tool] }) => tool?.sensitive.output.push("/id", "/text"),
    "/tools/0/sensitive/output",
  ],
  ["content in a read", ({ tools: [tool] }) => tool?.content.output.push("/text"), "/tools/0/content/output"],
  [
    "evidence by a tool that writes",
    ({ tools: [, tool] }) => tool && (tool.evidence = { tool: "delete_note", arguments: {}, at: "/id" }),
    "/tools/1/evidence/tool",
  ],
  [
    "evidence with an argument that the tool doesn't have",
    ({ tools: [, tool] }) =>
      tool && (tool.evidence = { tool: "get_note", arguments: { key: { from: "/id" } }, at: "/id" }),
    "/tools/1/evidence/arguments/key",
  ],
  [
    "evidence with a value that is neither fixed nor from the input",
    ({ tools: [, tool] }) => tool && (tool.evidence = { tool: "get_note", arguments: { id: {} }, at: "/id" }),
    "/tools/1/evidence/arguments/id",
  ],
  [
    "an account from a tool that isn't there",
    (review) => (review.account = { tool: "whoami", arguments: {}, id: "/id", name: "/name" }),
    "/account/tool",
  ],
  ["a member that reviews don't have", (review) => Object.assign(review, { proxy: true }), "/proxy"],
];

for (const [name, change, pointer] of faulty) {
  test(`names the place of ${name}`, () => assert.deepEqual(pointersOf(reviewed(change)), [pointer]));
}

test("a reviewed tool that svc can't offer is a fault, with the reason and its place in the schema", () => {
  const tools = [
    sampleTool("search", {
      inputSchema: { type: "object", properties: { filter: { type: "object" } }, required: ["filter"] },
    }),
  ];
  const review = structuredClone(reviewFrom("notes", { ...sampleFacts, tools }));
  assert.deepEqual(pointersOf(review), []);
  for (const tool of review.tools) tool.reviewed = true;
  const result = checkReview(review);
  assert.match(result.ok ? "" : (result.faults[0]?.message ?? ""), /inputSchema\/properties\/filter/);
});
