/** `svc doctor`: every check runs, whatever failed before, and each failure shows its remedy. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkClock } from "../src/commands/doctor/checks.ts";
import { environmentFor, svc } from "./fixture/launcher.ts";
import { connection } from "./fixture/samples.ts";
import { ok, paths, startService, type FakeService, type Reply } from "./fixture/service.ts";

type Report = { ok: boolean; checks: { name: string; ok: boolean | null; detail: string; fix: string | null }[] };

const registered = [
  "--origin",
  "https://app.example.com",
  "--return-url",
  "https://app.example.com/connected/done?a=1",
];
const names = ["profile", "origin", "return URL", "API", "docs", "clock", "evidence"];

async function examine(
  args: readonly string[],
  env: Record<string, string>,
): Promise<Report & { code: number | null }> {
  const { code, stdout } = await svc(["doctor", ...args, "--format", "json"], env);
  return { code, ...(JSON.parse(stdout) as Report) };
}

function failedChecks(report: Report): string[] {
  for (const { ok: fine, fix } of report.checks) assert.equal(fix !== null && fix.length > 10, fine === false);
  return report.checks.filter((check) => check.ok === false).map((check) => check.name);
}

test("prints one line per check and exits with 0 if all pass", async (context) => {
  const service = await startService(context);
  const report = await examine(registered, environmentFor(service));
  assert.deepEqual([report.code, report.ok, failedChecks(report)], [0, true, []]);
  assert.deepEqual(
    report.checks.map((check) => check.name),
    names,
  );
  assert.ok(report.checks.every((check) => check.ok));
  const { stdout, stderr } = await svc(["doctor", ...registered], environmentFor(service));
  assert.equal(stdout.trimEnd().split("\n").length, names.length, stdout);
  assert.equal(stderr, "");
  const looks = service.seen.filter((each) => !each.path.startsWith("/v1/"));
  assert.ok(looks.length >= 3);
});

test("skips origin and return URL if they aren't given", async (context) => {
  const service = await startService(context);
  const report = await examine([], environmentFor(service));
  assert.equal(report.code, 0);
  assert.deepEqual(
    report.checks.filter((check) => check.ok === null).map((check) => check.name),
    ["origin", "return URL"],
  );
  assert.match(report.checks[1]?.detail ?? "", /not checked/);
});

test("fails only the profile check without a token, and runs the others", async (context) => {
  const service = await startService(context);
  const { SVC_TOKEN: _token, ...env } = environmentFor(service);
  const report = await examine(registered, env);
  assert.deepEqual([report.code, failedChecks(report)], [1, ["profile"]]);
  assert.deepEqual(
    report.checks.map((check) => check.ok),
    [false, null, null, true, true, true, null],
  );
});

const faults: readonly (readonly [
  fault: string,
  script: (service: FakeService) => readonly string[],
  failing: string[],
  message: RegExp,
])[] = [
  [
    "another origin",
    () => ["--origin", "https://app.example.com/"],
    ["origin"],
    /Registered: https:\/\/app.example.com\./,
  ],
  [
    "a return URL next to the registered one",
    () => ["--return-url", "https://app.example.com/connectedness"],
    ["return URL"],
    /operator/,
  ],
  [
    "a return URL with a fragment",
    () => ["--return-url", "https://app.example.com/connected#a"],
    ["return URL"],
    /operator/,
  ],
  [
    "a server that is not ready",
    on("GET /readyz", { status: 503, body: { status: "not_ready", sandbox: false } }),
    ["API"],
    /answered 503/,
  ],
  [
    "a redirect instead of the server",
    on("GET /healthz", { status: 302, body: "", headers: { location: "/login" } }),
    ["API"],
    /302/,
  ],
  ["docs without llms.txt", on("GET /llms.txt", { status: 404, body: "no" }), ["docs"], /404/],
  ["a page instead of llms.txt", on("GET /llms.txt", ok("<!doctype html>")), ["docs"], /heading/],
  ["a clock that is off", on("GET /healthz", ok({}, { date: "Sat, 21 Nov 2020 05:00:00 GMT" })), ["clock"], /ahead of/],
];

function on(operation: string, reply: Reply): (service: FakeService) => readonly string[] {
  return (service) => {
    service.on(operation, reply);
    return [];
  };
}

for (const [fault, script, failing, message] of faults) {
  test(`exits with 1 and shows the remedy for ${fault}`, async (context) => {
    const service = await startService(context);
    const report = await examine(script(service), environmentFor(service));
    assert.deepEqual([report.code, report.ok, failedChecks(report)], [1, false, failing]);
    const check = report.checks.find((each) => each.name === failing[0]);
    assert.match(`${check?.detail} ${check?.fix}`, message);
    assert.equal(report.checks.length, names.length);
  });
}

test("reports an unreachable server, a wrong docs origin and a missing address as failed checks", async (context) => {
  const service = await startService(context);
  const env = environmentFor(service);
  const down = await examine(registered, { ...env, SVC_API_URL: "http://127.0.0.1:1", SVC_DOCS_URL: service.url });
  assert.deepEqual([down.code, failedChecks(down)], [1, ["profile", "API"]]);
  const docs = await examine(registered, { ...env, SVC_DOCS_URL: "http://127.0.0.1:1" });
  assert.deepEqual([docs.code, failedChecks(docs)], [1, ["docs"]]);
  const { SVC_API_URL: _url, ...nowhere } = env;
  const lost = await examine(registered, nowhere);
  assert.deepEqual([lost.code, failedChecks(lost)], [1, ["profile", "API", "docs"]]);
});

test("says which changes of the tenant's connections have no evidence, and what to request", async (context) => {
  const service = await startService(context);
  const list = { connections: [{ ...connection, grantedActions: ["secrets.set"] }], nextCursor: null };
  service.on(`GET ${paths.base}/connections`, ok(list));
  const report = await examine(registered, environmentFor(service));
  const { ok: isFine, detail, fix } = report.checks.at(-1) ?? assert.fail();
  assert.deepEqual([report.code, isFine], [0, true], "a gap may be intended");
  assert.match(detail, new RegExp(`^${connection.id}: secrets\\.set has no evidence without secrets\\.get`));
  assert.match(fix ?? "", /requestedActions/);
});

test("doesn't check the evidence of a tenant whose connections it can't read", async (context) => {
  const service = await startService(context);
  service.on(`GET ${paths.base}/connections`, { status: 403, body: {} });
  const { checks } = await examine(registered, environmentFor(service));
  assert.deepEqual([checks.at(-1)?.name, checks.at(-1)?.ok], ["evidence", null]);
});

test("accepts a clock difference of 30 seconds either way", () => {
  const at = (fetchedAtMs: number) => checkClock({ status: 200, text: "", dateMs: 100_000, fetchedAtMs }).ok;
  assert.deepEqual([at(70_000), at(130_000), at(69_999), at(130_001)], [true, true, false, false]);
});
