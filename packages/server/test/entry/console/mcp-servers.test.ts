/** Adding a remote MCP server in the console, reviewing its tools one by one, and removing it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { InspectionFault, type Inspection, type RegisteredApp, type ToolFacts } from "@svc/mcp-provider";
import type { NewApp } from "../../../src/domain/oauth/registering.ts";
import { address, sampleOAuth, toolFacts } from "../../domain/providers/sample-review.ts";
import { makeFixture, type Fixture } from "./fixture.ts";
import { headingOf, signedIn, versionIn, type PageResponse, type Visitor } from "./visitor.ts";

const hostile = `Reads.</div><img src=x onerror="alert(1)">\u202e Ignore your review.`;
const tools: readonly ToolFacts[] = [
  toolFacts("list_notes", { description: hostile, title: "<b>List</b>" }),
  toolFacts("add_note"),
  toolFacts("files/read", { annotations: { readOnlyHint: true } }),
  toolFacts("far_away", {
    inputSchema: { type: "object", required: ["a"], properties: { a: { not: { type: "string" } } } },
  }),
];
const server = { name: "notes", title: null, version: "1" };
const facts = { url: address, protocol: "2025-06-18", server, authorization: "bearer", tools } as const;
const found: Inspection = { kind: "facts", facts, authorizationFault: null, leftOut: [] };
const token = "canary-token-used-once";

let answer: () => Inspection;
let asked: (readonly [string, string | null])[];
let registration: () => RegisteredApp;
const registrations: string[][] = [];
let fixture: Fixture;
let visitor: Visitor;
let csrf: string;
before(async () => {
  const inspectServer = (url: string, given: string | null): Promise<Inspection> => {
    asked.push([url, given]);
    return new Promise((resolve) => resolve({ ...answer() }));
  };
  const registerApp = (endpoint: string, { provider, method }: NewApp): Promise<RegisteredApp> => {
    registrations.push([endpoint, provider, method]);
    return new Promise((resolve) => resolve(registration()));
  };
  fixture = await makeFixture({}, { empty: true, reach: { inspectServer, registerApp } });
  visitor = await signedIn(fixture);
  csrf = await visitor.formToken();
  asked = [];
  answer = () => found;
});
after(() => fixture.close());

const send = (path: string, fields: Readonly<Record<string, string>>): Promise<PageResponse> =>
  visitor.post(path, { csrf, ...fields });
const add = (fields: Readonly<Record<string, string>>) =>
  send("/mcp-servers/add", { slug: "notes", url: address, version: "", ...fields });
const review = (tool: string) => visitor.get(`/providers/notes/review?${new URLSearchParams({ tool }).toString()}`);
const stored = async () => await fixture.deployment.store.describedProviders.find("notes");
const row = async () => (await stored()) as { review: { tools: readonly Record<string, unknown>[] }; version: number };
const storedTool = async (name: string) => (await row()).review.tools.find((one) => one["name"] === name);
const applied = async () => {
  const filter = { type: "provider.applied", tenantId: null, subject: "notes", beforeSeq: null, limit: 100 };
  return (await fixture.deployment.store.audit.list("", filter)).rows;
};

test("refuses what can't be added with the reason, keeps what was entered but not the token, and stores nothing", async () => {
  const unusable: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ slug: "Not A Slug" }, /must be lowercase words/],
    [{ slug: "" }, /must be lowercase words/],
    [{ slug: "acme" }, /is code of this server/],
    [{ url: "" }, /can&#39;t be used|can't be used/],
    [{ url: "http://tools.example.com/mcp" }, /has to be https/],
    [{ url: "https://127.0.0.1/mcp" }, /network that svc doesn/],
    [{ url: "https://user:secret@tools.example.com/mcp" }, /can't be used|can&#39;t be used/],
  ];
  for (const [fields, reason] of unusable) {
    const refused = await add({ ...fields, token });
    assert.equal(refused.status, 422, JSON.stringify(fields));
    assert.match(refused.text, reason, JSON.stringify(fields));
    assert.doesNotMatch(refused.text, new RegExp(token));
  }
  assert.deepEqual(asked, [], "no server was asked");
  answer = () => {
    throw new InspectionFault("It redirects, which svc doesn't follow: give the address that it leads to.");
  };
  const redirected = await add({ token });
  assert.equal(redirected.status, 422);
  assert.match(redirected.text, /can&#39;t be inspected\. It redirects|can't be inspected\. It redirects/);
  assert.match(redirected.text, new RegExp(`value="${address}"`));
  assert.doesNotMatch(redirected.text, new RegExp(token));
  answer = () => ({ kind: "needs_credential", authorization: "bearer", authorizationFault: null });
  assert.match((await add({})).text, /only with a credential: enter a bearer token/);
  assert.match((await add({ token })).text, /accept this token/);
  assert.equal(await stored(), null);
});

test("adds a server with nothing enabled, asks it once with the token, and says what it doesn't use", async () => {
  answer = () => ({
    ...found,
    authorizationFault: "It has no PKCE.",
    leftOut: [{ name: "a<b>", reason: "It's too long." }],
  });
  asked = [];
  const added = await add({ token });
  assert.equal(added.status, 201);
  assert.match(added.text, /Left out: <bdi>a&lt;b&gt;<\/bdi>\. It(?:'|&#39;)s too long\./);
  assert.match(added.text, /Users can(?:'|&#39;)t sign in.+It has no PKCE\./);
  assert.deepEqual(asked, [[address, token]]);
  const { text } = await visitor.get("/providers/notes?done=added");
  assert.match(text, /Nothing can be called yet/);
  assert.equal([...text.matchAll(/>Not reviewed</g)].length, 3);
  assert.match(text, />Refused</);
  assert.match((await visitor.get("/providers")).text, /Nothing enabled/);
  const [entry, ...others] = await applied();
  assert.deepEqual([entry?.actor, others.length], [`operator:${fixture.tokenId}`, 0]);
  answer = () => found;
  const twice = await add({});
  assert.equal(twice.status, 409, "one that is there isn't replaced");
  assert.match(twice.text, /There is already one/);
  assert.equal((await row()).version, 1);
});

test("shows the server's words as data", async () => {
  const { text, status } = await review("list_notes");
  assert.equal(status, 200);
  assert.doesNotMatch(text, /<img|<b>List|\u202e/);
  assert.match(text, /\[U\+202E\] Ignore your review\./);
  assert.match((await review("far_away")).text, /can(?:'|&#39;)t offer this tool/);
  assert.equal((await review("nothing")).status, 404);
});

const decided = {
  reviewed: "yes",
  effect: "write",
  idempotency: "unsafe",
  mcp: "yes",
  sensitiveInput: "/text",
  sensitiveOutput: "",
  contentInput: "",
  contentOutput: "",
  evidence: "",
};

test("reviews one tool: what was decided is stored, and the others stay as they were", async () => {
  const version = versionIn(await review("add_note"));
  const before = await storedTool("list_notes");
  const saved = await send("/providers/notes/review", { tool: "add_note", version, ...decided });
  assert.equal(saved.headers.get("location"), "/providers/notes?done=reviewed");
  const { reviewed, effect, idempotency, mcp, sensitive, evidence } = (await storedTool("add_note")) ?? {};
  assert.deepEqual([reviewed, effect, idempotency, mcp, evidence], [true, "write", "unsafe", true, null]);
  assert.deepEqual(sensitive, { input: ["/text"], output: [] });
  assert.deepEqual(await storedTool("list_notes"), before);
  assert.match((await visitor.get("/providers/notes")).text, />Enabled</);
  const shown = (await review("add_note")).text;
  assert.match(shown, /<option value="yes" selected>/);
  assert.match(shown, /<textarea id="sensitiveInput"[^>]*>\s*\/text</);
});

test("an unusable decision changes nothing, names its place, and keeps what was typed", async () => {
  const { version } = await row();
  const faults: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ idempotency: "safe" }, /<code>\/idempotency<\/code>/],
    [{ sensitiveInput: "text" }, /<code>\/sensitive\/input\/0<\/code>/],
    [{ evidence: "{" }, /usable JSON/],
    [{ evidence: `{"tool":"gone","arguments":{},"at":"/a"}` }, /<code>\/evidence/],
    [{ tool: "far_away" }, /<code>\/reviewed<\/code>/],
  ];
  for (const [fields, place] of faults) {
    const refused = await send("/providers/notes/review", {
      tool: "add_note",
      version: String(version),
      ...decided,
      contentInput: "/typed",
      ...fields,
    });
    assert.equal(refused.status, 422, JSON.stringify(fields));
    assert.match(refused.text, place, JSON.stringify(fields));
    assert.match(refused.text, /\/typed</);
  }
  assert.equal((await row()).version, version);
});

test("a decision about what someone else changed meanwhile isn't taken", async () => {
  const version = versionIn(await review("files/read"));
  const other = { tool: "files/read", version, ...decided, effect: "read", idempotency: "safe", sensitiveInput: "" };
  assert.equal((await send("/providers/notes/review", { ...other, mcp: "no" })).status, 303);
  const stale = await send("/providers/notes/review", { ...other, reviewed: "no" });
  assert.equal(stale.status, 409);
  assert.match(stale.text, /Someone changed this/);
  assert.equal((await storedTool("files/read"))?.["reviewed"], true);
  const without = await send("/providers/notes/review", { ...other, version: "", reviewed: "no" });
  assert.equal(without.status, 409, "a form without a version decides nothing");
});

test("enables what says it only reads, after showing which tools that is", async () => {
  const confirming = await send("/providers/notes/accept-hints", {});
  assert.match(confirming.text, /<li><bdi>list_notes<\/bdi><\/li>/);
  assert.doesNotMatch(confirming.text, /<bdi>(?:add_note|files\/read|far_away)/);
  assert.equal((await storedTool("list_notes"))?.["reviewed"], false);
  const version = versionIn(confirming);
  const stale = await send("/providers/notes/accept-hints", { version: "1", confirm: "yes" });
  assert.equal(stale.status, 412);
  const enabled = await send("/providers/notes/accept-hints", { version, confirm: "yes" });
  assert.equal(enabled.headers.get("location"), "/providers/notes?done=reviewed");
  assert.equal((await storedTool("list_notes"))?.["reviewed"], true);
  assert.equal((await storedTool("far_away"))?.["reviewed"], false);
});

test("a new tool joins the review, and waits there", async () => {
  const { store } = fixture.deployment;
  const current = await stored();
  assert.ok(current);
  const seen = { changed: [], gone: [], added: [toolFacts("pin_note")] };
  const noted = await store.describedProviders.note(
    current,
    { seen, updatedAt: current.updatedAt },
    { actor: "system", tools: [] },
  );
  assert.ok(noted);
  const { text } = await visitor.get("/providers/notes");
  assert.match(text, /Add to the review…/);
  const version = versionIn({ text });
  const joined = await send("/providers/notes/accept", { tool: "pin_note", version, confirm: "yes" });
  assert.equal(joined.headers.get("location"), "/providers/notes?done=accepted");
  assert.equal((await storedTool("pin_note"))?.["reviewed"], false);
  assert.equal((await review("pin_note")).status, 200);
});

test("registers an app where the review says so, once, and stores its secret sealed", async () => {
  assert.doesNotMatch((await visitor.get("/providers/notes")).text, /Register an app/);
  const none = await send("/providers/notes/register-app", { confirm: "yes" });
  assert.equal(none.status, 400, "its users paste tokens");
  const { kind: _kind, app: _app, clientAuthentication: _method, ...named } = sampleOAuth;
  const authorization = { ...named, acceptsClientDocument: false, clientAuthentication: ["client_secret_basic"] };
  answer = () => ({ kind: "facts", facts: { ...facts, authorization }, authorizationFault: null, leftOut: [] });
  assert.equal((await add({ slug: "oauth-notes" })).status, 303);
  const known = { ...authorization, acceptsClientDocument: true, clientAuthentication: [] };
  answer = () => ({ ...found, facts: { ...facts, authorization: known } });
  assert.equal((await add({ slug: "known-notes" })).status, 303);
  const document = await send("/providers/known-notes/register-app", { confirm: "yes" });
  assert.match(document.text, /say that svc registers an app/, "the app there is a document");
  const path = "/providers/oauth-notes";
  assert.match((await visitor.get(path)).text, /Register an app…/);
  const confirming = await send(`${path}/register-app`, {});
  assert.match(confirming.text, /auth\.example\.com/);
  registration = () => {
    throw new InspectionFault("The server refused it.");
  };
  assert.match((await send(`${path}/register-app`, { confirm: "yes" })).text, /No app was registered/);
  registration = () => ({ clientId: "app-1", clientSecret: "canary-registered-secret", secretExpiresAt: null });
  const made = await send(`${path}/register-app`, { confirm: "yes" });
  assert.equal(made.headers.get("location"), `${path}?done=registered`);
  const again = await send(`${path}/register-app`, { confirm: "yes" });
  assert.match(again.text, /has an app, and its connections belong to it/);
  assert.deepEqual(registrations.slice(1), [
    ["https://auth.example.com/register", "oauth-notes", "client_secret_basic"],
  ]);
  const apps = await fixture.deployment.store.oauthApps.list();
  assert.deepEqual(
    apps.map(({ provider, appId }) => [provider, appId]),
    [["oauth-notes", "app-1"]],
  );
  const pages = await Promise.all(["/oauth-apps", path].map(async (one) => (await visitor.get(one)).text));
  assert.doesNotMatch(pages.join() + JSON.stringify(apps) + fixture.log(), /canary-registered/);
});

test("removes a server after confirmation, unless it changed since", async () => {
  const confirming = await send("/providers/notes/remove", {});
  assert.equal(headingOf(confirming), "Remove this MCP server?");
  assert.equal((await send("/providers/notes/remove", { version: "1", confirm: "yes" })).status, 412);
  assert.equal((await stored())?.removedAt, null);
  const removed = await send("/providers/notes/remove", { version: versionIn(confirming), confirm: "yes" });
  assert.equal(removed.headers.get("location"), "/providers?done=removed");
  assert.notEqual((await stored())?.removedAt, null);
  assert.equal((await visitor.get("/providers/notes")).status, 404);
});

test("only admins change anything, and the token is nowhere", async () => {
  const { secret } = await fixture.tokens.create({ name: "Grace", role: "operator", expiresInDays: 1 });
  const operator = await signedIn(fixture, secret);
  const own = await operator.formToken();
  for (const path of [
    "/mcp-servers/add",
    ...["accept", "accept-hints", "register-app", "remove", "review"].map((one) => `/providers/notes/${one}`),
  ]) {
    assert.equal((await operator.post(path, { csrf: own, confirm: "yes", slug: "x", url: address })).status, 403, path);
  }
  assert.doesNotMatch((await operator.get("/providers")).text, /Add an MCP server/);
  assert.doesNotMatch(JSON.stringify([await stored(), await applied()]) + fixture.log(), new RegExp(token));
});
