/** Calls that need approval: exit code 8, decisions with a digest, and policy tests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PolicyVerdict, Proposal } from "@svc/contract";
import { environmentFor, svc } from "./fixture/launcher.ts";
import { connectionId, proposal, serviceClientId, tenantId, unknownExecution } from "./fixture/samples.ts";
import { ok, paths, startService, type FakeService, type Reply } from "./fixture/service.ts";

const input = '{"project":"api","config":"dev","name":"API_KEY","value":"canary-value"}';
const call = ["secrets.set", "--connection", connectionId, "--input", input];
const ended = { endedAt: proposal.createdAt };

/** A response that is a proposal. */
function waits(fields: Partial<Proposal> = {}): Reply {
  return { status: 202, body: { proposal: { ...proposal, ...fields } } };
}

/** The body of the only changing request. */
function sent(service: FakeService): unknown {
  assert.equal(service.writes().length, 1);
  return JSON.parse(service.writes()[0]?.body ?? "");
}

test("execute prints the proposal and exits with 8 if a person has to approve the call", async (context) => {
  const service = await startService(context);
  service.on(`POST ${paths.set}`, waits());
  const { code, stdout, stderr } = await svc(["actions", "execute", ...call], environmentFor(service));
  assert.equal(code, 8);
  assert.match(stdout, /^status +pending$/m);
  assert.match(stderr, new RegExp(`Nothing was sent\\. .*svc proposals wait ${proposal.id}`));
  const json = await svc(["actions", "execute", ...call, "--format", "json"], environmentFor(service));
  assert.deepEqual([json.code, JSON.parse(json.stdout)], [8, proposal]);
  const field = await svc(["actions", "execute", ...call, "--json", "id"], environmentFor(service));
  assert.deepEqual([field.code, JSON.parse(field.stdout)], [8, { id: proposal.id }]);
});

test("execute reports the result of its key's proposal, and exits with 8", async (context) => {
  const service = await startService(context);
  service.on(`POST ${paths.set}`, waits({ status: "denied", ...ended }));
  const { code, stderr } = await svc(["actions", "execute", ...call], environmentFor(service));
  assert.equal(code, 8);
  assert.match(
    stderr,
    new RegExp(`^error: A person has denied the call: proposal ${proposal.id}\\. Nothing was sent\\.$`, "m"),
  );
});

test("propose without a key creates one and prints it before anything is sent", async (context) => {
  const service = await startService(context);
  const { code, stderr } = await svc(["actions", "propose", ...call], environmentFor(service));
  assert.equal(code, 0, stderr);
  assert.equal(service.writes()[0]?.key, /^Idempotency-Key: (\S+)$/m.exec(stderr)?.[1] ?? "none was shown");
  await svc(["actions", "propose", ...call, "--idempotency-key", "own-1"], environmentFor(service));
  assert.equal(service.writes()[1]?.key, "own-1");
});

test("propose sends nothing if the same call has an unknown outcome", async (context) => {
  const service = await startService(context);
  service.on(`GET ${paths.base}/action-executions`, ok({ executions: [unknownExecution], nextCursor: null }));
  assert.equal((await svc(["actions", "propose", ...call], environmentFor(service))).code, 7);
  assert.deepEqual(service.writes(), []);
});

test("decide without a digest says where to find it, and sends nothing", async (context) => {
  const service = await startService(context);
  const args = ["proposals", "decide", proposal.id, "--decision", "approve", "--decided-by", "maria@example.com"];
  const { code, stderr } = await svc(args, environmentFor(service));
  assert.equal(code, 2);
  assert.match(stderr, new RegExp(`--digest is missing.*svc proposals get ${proposal.id}`));
  assert.deepEqual(service.seen, []);
});

test("decide sends the given digest, and who decided", async (context) => {
  const service = await startService(context);
  const args = ["--decision", "deny", "--digest", "1.other", "--decided-by", "maria@example.com", "--reason", "No."];
  assert.equal((await svc(["proposals", "decide", proposal.id, ...args], environmentFor(service))).code, 0);
  const decision = { decision: "deny", digest: "1.other", decidedBy: "maria@example.com", reason: "No." };
  assert.deepEqual(sent(service), decision);
  assert.deepEqual(
    service.seen.map(({ path }) => path),
    [`${paths.proposal}:decide`],
  );
});

for (const [status, exitCode, said] of [
  ["accepted", 0, /^Waiting for prp_\S+, for 10:00 at most\. Ctrl-C stops waiting, and changes nothing\.\n$/],
  ["denied", 3, /^error: A person has denied the call: proposal prp_\S+\. Nothing was sent\.$/m],
  ["expired", 3, /^error: The call wasn't made in time: proposal prp_\S+ has expired\. Nothing was sent\.$/m],
  ["withdrawn", 3, /^error: The call was withdrawn: proposal prp_\S+\. .* UNAUTHENTICATED: The key was revoked\.$/m],
] as const) {
  test(`wait exits with ${exitCode} if the proposal is ${status}`, async (context) => {
    const service = await startService(context);
    const error = status === "withdrawn" ? { code: "UNAUTHENTICATED", detail: "The key was revoked." } : null;
    service.on(`GET ${paths.proposal}`, ok({ ...proposal, status, error, ...ended }));
    const { code, stdout, stderr } = await svc(["proposals", "wait", proposal.id], environmentFor(service));
    assert.equal(code, exitCode);
    assert.match(stdout, new RegExp(`^status +${status}$`, "m"));
    assert.match(stderr, said);
  });
}

test("wait prints the proposal and exits with 8 if it's still pending", async (context) => {
  const service = await startService(context);
  const args = ["proposals", "wait", proposal.id, "--timeout", "0.2", "--format", "json"];
  const { code, stdout, stderr } = await svc(args, environmentFor(service));
  assert.deepEqual([code, JSON.parse(stdout)], [8, proposal], stderr);
});

for (const [decision, exitCode] of [
  ["allow", 0],
  ["ask", 8],
  ["deny", 3],
] as const) {
  test(`policy test exits with ${exitCode} for ${decision}, and names the rule`, async (context) => {
    const service = await startService(context);
    const reasons = [{ layer: "service_client", id: serviceClientId, rule: 2, decision }] as const;
    const verdict: PolicyVerdict = { decision, approver: "other", reasons: [...reasons] };
    service.on(`POST ${paths.base}/policy:test`, ok(verdict));
    const args = ["policy", "test", "secrets.set", "--connection", connectionId];
    const table = await svc([...args, "--input", input], environmentFor(service));
    assert.equal(table.code, exitCode);
    assert.match(table.stdout, new RegExp(`^decision +${decision}$`, "m"));
    assert.match(table.stdout, new RegExp(`^service_client +${serviceClientId} +2 +${decision}$`, "m"));
    const given = { connection_id: connectionId, action_id: "secrets.set", input: JSON.parse(input) as unknown };
    assert.deepEqual(sent(service), given);
    const json = await svc([...args, "--format", "json"], environmentFor(service));
    assert.deepEqual([json.code, JSON.parse(json.stdout)], [exitCode, verdict]);
  });
}

test("policy test says if there is no policy", async (context) => {
  const service = await startService(context);
  service.on(`POST ${paths.base}/policy:test`, ok({ decision: "allow", approver: "any", reasons: [] }));
  const args = ["policy", "test", "secrets.set", "--connection", connectionId];
  const { code, stderr } = await svc(args, environmentFor(service));
  assert.deepEqual([code, stderr], [0, "No layer has a policy, so every call is allowed.\n"]);
});

test("tokens create requires approval only with its flag", async (context) => {
  const service = await startService(context);
  for (const [flags, fields] of [
    [["--require-approval"], { tenant_id: tenantId, requireApproval: true }],
    [[], { tenant_id: tenantId }],
  ] as const) {
    await svc(["tokens", "create", ...flags], environmentFor(service));
    assert.deepEqual(JSON.parse(service.writes().at(-1)?.body ?? ""), fields);
  }
});
