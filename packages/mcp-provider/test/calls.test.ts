/** What a call of a remote tool comes to, for every way in which a server can answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { declarationFaults, providerFaults, schemaFaultsOf } from "./rules.ts";
import { sessionEnd } from "../src/index.ts";
import { connected } from "./connected.ts";
import { deliveries, slowDeliveries, type Delivery } from "../simulator/index.ts";

const note = { id: "a", text: "new" };
const changed = { id: "a", text: "new" };

/** What each delivery comes to, if it isn't unknown. */
const known: Readonly<Partial<Record<Delivery, string>>> = {
  json: "output",
  stream: "output",
  "stream left open": "output",
  "stream that says its tools changed": "output",
  "stream cut behind the response": "output",
  "stream cut, to be continued": "output",
  "refused by the tool": "PROVIDER_REJECTED",
  "invalid params": "PROVIDER_REJECTED",
  "400": "PROVIDER_REJECTED",
  "401": "PROVIDER_UNAUTHORIZED",
  "403": "PROVIDER_FORBIDDEN",
  "429": "PROVIDER_RATE_LIMITED",
};

for (const delivery of deliveries.filter((one) => !slowDeliveries.includes(one))) {
  test(`a change that is answered with “${delivery}” comes to ${known[delivery] ?? "an unknown outcome"}`, async (t) => {
    const { standIn, call } = await connected(t, { deliver: ({ tool }) => (tool === "set_note" ? delivery : "json") });
    const { end } = await call("set_note", note);
    const found = end.kind === "failed" ? end.refusal.code : end.kind;
    // An accepted change whose result can't be read throws; the service then settles it as unknown.
    const isUnreadable = ["image after it ran", "2 MiB after it ran"].includes(delivery);
    assert.equal(found, isUnreadable ? "PROVIDER_ERROR" : (known[delivery] ?? "unknown"), JSON.stringify(end));
    if (end.kind === "output") assert.deepEqual(end.output, changed);
    assert.doesNotMatch(JSON.stringify(end), /canary/);
    const isDone = standIn.effects.length > 0;
    if (found === "output") assert.equal(isDone, true);
    if (end.kind === "failed" && !isUnreadable) assert.equal(isDone, false);
    assert.equal(standIn.calls.filter(({ tool }) => tool === "set_note").length, 1);
  });
}

test("opens a session, tells which revision it speaks, and calls the tool once", async (t) => {
  const { standIn, call } = await connected(t);
  standIn.notes.set("a", note);
  const { end } = await call("get_note", { id: "a" });
  assert.deepEqual(end, { kind: "output", output: note });
  assert.deepEqual(standIn.methods, ["initialize", "notifications/initialized", "tools/call"]);
});

test("an address with a slash at the end keeps it in each request, also of a continued stream", async (t) => {
  const { standIn, call } = await connected(t, { path: "/mcp/", deliver: () => "stream cut, to be continued" });
  standIn.notes.set("a", note);
  assert.deepEqual((await call("get_note", { id: "a" })).end, { kind: "output", output: note });
  assert.deepEqual(standIn.methods, ["initialize", "notifications/initialized", "tools/call", "GET"]);
  const ended = sessionEnd({ path: ["mcp"], endsInSlash: true, headers: { "mcp-session-id": "s" } });
  assert.equal(ended?.endsInSlash, true);
});

test("needs no handshake with a server of the revision without sessions", async (t) => {
  const { standIn, call } = await connected(t, { isStateless: true });
  assert.deepEqual((await call("append_note", note)).end, {
    kind: "output",
    output: { text: "Appended.", omitted: 0 },
  });
  assert.deepEqual(standIn.methods, ["tools/call"]);
});

test("a read is called once too, because only the server says that it reads", async (t) => {
  for (const delivery of ["lost", "500 after it ran", "stream cut"] as const) {
    const { standIn, call } = await connected(t, { deliver: () => delivery });
    assert.equal((await call("peek_note", { id: "a" })).end.kind, "failed");
    assert.equal(standIn.calls.length, 1);
  }
});

test("a read whose result isn't text alone fails; a change counts what it leaves out", async (t) => {
  const { call } = await connected(t, { deliver: () => "image after it ran" });
  const read = (await call("peek_note", { id: "a" })).end;
  assert.match(read.kind === "failed" ? (read.refusal.detail ?? "") : "", /an image/);
  assert.deepEqual((await call("append_note", note)).end, { kind: "output", output: { text: "", omitted: 1 } });
});

test("each connection calls with its own credential", async (t) => {
  const { standIn, call } = await connected(t, { tokens: ["token-a", "token-b"] });
  await call("set_note", note, "token-a");
  await call("set_note", note, "token-b");
  const refused = (await call("set_note", note, "token-c")).end;
  assert.equal(refused.kind === "failed" && refused.refusal.code, "PROVIDER_UNAUTHORIZED");
  const changes = standIn.calls.filter(({ tool }) => tool === "set_note");
  assert.deepEqual(
    changes.map(({ authorization }) => authorization),
    ["Bearer token-a", "Bearer token-b"],
  );
});

test("evidence: a lost change is found, if the state didn't hold before", async (t) => {
  const { standIn, call, look } = await connected(t, {
    deliver: ({ tool }) => (tool === "set_note" ? "lost" : "json"),
  });
  standIn.notes.set("a", { id: "a", text: "old" });
  const { end, facts } = await call("set_note", note);
  assert.equal(end.kind, "unknown");
  assert.deepEqual(facts, { held: false });
  assert.deepEqual((await look(note, facts)).end, {
    kind: "verdict",
    verdict: { verdict: "applied", basis: "state", wasDifferent: true, output: null },
  });
  const second = await call("set_note", note);
  assert.deepEqual(second.facts, { held: true });
  const found = (await look(note, second.facts)).end;
  assert.equal(
    found.kind === "verdict" && found.verdict.verdict === "applied" && "wasDifferent" in found.verdict,
    true,
  );
  assert.match(JSON.stringify(found), /"wasDifferent":false/);
});

test("evidence: a tool that refuses what isn't there proves nothing, unless the review says that it does", async (t) => {
  const deliver = ({ tool }: { tool: string }) => (tool === "set_note" ? ("lost" as const) : ("json" as const));
  const plain = await connected(t, { deliver });
  assert.deepEqual((await plain.call("set_note", note)).facts, { held: null });
  const told = await connected(t, { deliver }, { refusedIfAbsent: true });
  assert.deepEqual((await told.call("set_note", note)).facts, { held: false });
});

test("evidence: a server that rejects the read says nothing about what its tool looks for", async (t) => {
  for (const delivery of ["400", "invalid params"] as const) {
    const deliver = ({ tool }: { tool: string }) => (tool === "set_note" ? "lost" : delivery) as Delivery;
    const { call } = await connected(t, { deliver }, { refusedIfAbsent: true });
    assert.deepEqual((await call("set_note", note)).facts, { held: null }, delivery);
  }
});

test("evidence: a change that never ran isn't found, and nothing is concluded from that", async (t) => {
  const deliver = ({ tool }: { tool: string }) => (tool === "set_note" ? "lost before it runs" : "json") as Delivery;
  const { standIn, call, look } = await connected(t, { deliver });
  standIn.notes.set("a", { id: "a", text: "old" });
  const { facts } = await call("set_note", note);
  const { end } = await look(note, facts);
  assert.equal(end.kind === "verdict" && end.verdict.verdict, "undetermined");
});

test("a server's words are quoted, and its actions obey every rule for actions", async (t) => {
  const { provider } = await connected(t);
  assert.deepEqual(providerFaults(provider), []);
  for (const action of provider.actions) {
    assert.deepEqual(declarationFaults(action), [], action.id);
    assert.deepEqual(schemaFaultsOf(action), [], action.id);
    assert.match(action.description, /remote MCP server, which says: “.*”\.$/);
  }
  assert.equal(provider.name, "Notes");
});
