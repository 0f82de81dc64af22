/** What executions say about strangers' MCP servers that stream for a long time, or end their sessions early. */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import { oneEngine, until, verifies } from "../harness/index.ts";
import { startShortSessions, type EndsAt, type ShortSessions } from "../strangers/short-sessions.ts";
import { startSlowReports, type SlowReports, type Streaming } from "../strangers/slow-reports.ts";
import type { ReviewFile } from "./mcp-provider-fixture.ts";
import { startStrangersWorld, type StrangersWorld } from "./mcp-strangers-fixture.ts";

const callTimeoutMs = 4000;

/** Reviews a tool with another one as its evidence. */
const withEvidence =
  (tool: string, evidence: object) =>
  (review: ReviewFile): ReviewFile => ({
    ...review,
    tools: review.tools.map((one) => (one.name === tool ? { ...one, evidence } : one)),
  });

for (const engine of oneEngine()) {
  describe(`strangers' MCP servers on ${engine}`, { concurrency: false }, () => {
    let world: StrangersWorld;
    let reports: SlowReports;
    let sessions: ShortSessions;

    before(async () => {
      reports = await startSlowReports();
      sessions = await startShortSessions();
      const env = { SVC_CALL_TIMEOUT_MS: String(callTimeoutMs), SVC_SETTLE: "on_request" };
      world = await startStrangersWorld(engine, ["reports", "sessions"], env);
      await world.add({
        slug: "reports",
        url: reports.url,
        enabled: ["build_report", "find_report"],
        actions: ["tools.buildReport", "tools.findReport"],
        edit: withEvidence("build_report", {
          tool: "find_report",
          arguments: { name: { from: "/name" } },
          at: "/state",
          equals: { value: "built" },
        }),
      });
      await world.add({
        slug: "sessions",
        url: sessions.url,
        enabled: ["set_value", "get_value"],
        actions: ["tools.setValue", "tools.getValue"],
        edit: withEvidence("set_value", {
          tool: "get_value",
          arguments: { name: { from: "/name" } },
          at: "/value",
          equals: { from: "/value" },
          refusedIfAbsent: true,
        }),
      });
    });
    after(async () => {
      await world.close();
      await reports.close();
      await sessions.close();
    });

    const callsSince = (from: number): string[] =>
      reports.methods.slice(from).filter((one) => one === "GET" || one === "tools/call");
    const streams: readonly [name: string, streaming: Streaming, status: string, sent: readonly string[]][] = [
      ["answers after a long stream", { workMs: 2500, resumable: false }, "succeeded", []],
      ["continues a stream that was cut", { workMs: 2000, resumable: true, cutAfterMs: 500 }, "succeeded", ["GET"]],
      [
        "can't continue a stream without ids",
        { workMs: 1500, resumable: false, cutAfterMs: 500 },
        "outcome_unknown",
        [],
      ],
      ["gives up on a stream beyond its timeout", { workMs: 7000, resumable: false }, "outcome_unknown", []],
      ["gives up on a stream that it could continue", { workMs: 7000, resumable: true }, "outcome_unknown", []],
      [
        "gives up on a stream that it continued",
        { workMs: 7000, resumable: true, cutAfterMs: 500 },
        "outcome_unknown",
        ["GET"],
      ],
    ];
    for (const [name, streaming, status, sent] of streams) {
      verifies("mcp-providers.once", `${name}: ${status}`, async () => {
        reports.next = streaming;
        const from = reports.methods.length;
        const begun = performance.now();
        const { response, record } = await world.execute("reports", "tools.buildReport", { name });
        assert.equal(record.status, status, response.text);
        assert.ok(performance.now() - begun < callTimeoutMs + 3000, "the timeout holds");
        // The first call is the evidence's, before the change.
        assert.deepEqual(callsSince(from), ["tools/call", "tools/call", ...sent]);
        assert.notEqual(record.dispatchedAt, null);
        if (status === "succeeded") return;
        assert.equal(reports.built.includes(name), false, "it works on without us");
        await until(10_000, "the report is built", () => (reports.built.includes(name) ? true : null));
        const settled = await world.settle(record);
        assert.deepEqual([settled.status, settled.settlement?.by], ["succeeded", "evidence"], JSON.stringify(settled));
        assert.equal(reports.built.filter((one) => one === name).length, 1);
      });
    }

    type Expected = { status: string; code: string | null; written: number; dispatched: boolean };
    const done: Expected = { status: "succeeded", code: null, written: 1, dispatched: true };
    const lost: Expected = { status: "outcome_unknown", code: "ACTION_OUTCOME_UNKNOWN", written: 0, dispatched: true };
    const refused: Expected = { status: "failed", code: "PROVIDER_REJECTED", written: 0, dispatched: false };
    const endings: readonly [endsAt: EndsAt, times: number, expected: Expected][] = [
      ["handshake", 1, done],
      ["handshake", 9, refused],
      ["read", 1, done],
      ["read", 9, refused],
      ["call", 1, lost],
      ["running call", 1, { ...lost, written: 1 }],
    ];
    for (const [endsAt, times, { status, code, written, dispatched }] of endings) {
      const name = `${endsAt}, ${String(times)} times`;
      verifies("mcp-providers.once", `sessions that end at the ${name}: ${status}`, async () => {
        sessions.next = { endsAt, times };
        const from = sessions.methods.length;
        const { response, record } = await world.execute("sessions", "tools.setValue", { name, value: name });
        sessions.next = { endsAt: "nothing", times: 0 };
        assert.deepEqual(
          [record.status, record.error?.code ?? null, record.dispatchedAt !== null],
          [status, code, dispatched],
          response.text,
        );
        assert.equal(sessions.written.filter((one) => one === name).length, written);
        const handshakes = sessions.methods.slice(from).filter((one) => one === "initialize").length;
        assert.equal(handshakes, endsAt.endsWith("call") ? 1 : 2, "one more session, if nothing was sent");
        if (status !== "outcome_unknown") return;
        // The value wasn't there before, which a reader may say only if it was asked.
        const settled = await world.settle(record);
        assert.equal(settled.status, written === 1 ? "succeeded" : "outcome_unknown");
      });
    }
  });
}
