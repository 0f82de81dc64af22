/**
 * A stranger's tool that streams for as long as it may: it neither times out nor delays anything else. For a whole
 * minute: `SVC_TEST_STREAM_SECONDS=60 node --test conformance/suites/mcp-strangers-long.test.ts`.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe } from "node:test";
import { chosenEngines, until, verifies } from "../harness/index.ts";
import { startSlowReports, type SlowReports } from "../strangers/slow-reports.ts";
import { startStrangersWorld, type StrangersWorld } from "./mcp-strangers-fixture.ts";

const workMs = Number(process.env["SVC_TEST_STREAM_SECONDS"] ?? "6") * 1000;
/** Each of the other calls has its own handshake and two commits, on a machine that may be busy. */
const otherMsMax = 3000;

for (const engine of chosenEngines()) {
  describe(`a stream of ${String(workMs / 1000)} seconds on ${engine}`, { concurrency: false }, () => {
    let world: StrangersWorld;
    let reports: SlowReports;

    before(async () => {
      reports = await startSlowReports();
      const env = {
        SVC_CALL_TIMEOUT_MS: String(workMs + 20_000),
        // Whatever a stream held for its whole time would stop the others.
        ...(engine === "postgres" ? { SVC_DATABASE_POOL_MAX: "2" } : {}),
      };
      world = await startStrangersWorld(engine, ["reports"], env);
      const actions = ["tools.buildReport", "tools.findReport"];
      await world.add({ slug: "reports", url: reports.url, enabled: ["build_report", "find_report"], actions });
    });
    after(async () => {
      await world.close();
      await reports.close();
    });

    verifies(
      "mcp-providers.once",
      "succeeds, holds nothing that others need, and leaves nothing behind",
      async () => {
        const names = ["one", "two", "three", "four", "five"];
        reports.next = { workMs, resumable: false };
        const begun = performance.now();
        let ended = 0;
        const long = names.map(async (name) => {
          const done = await world.execute("reports", "tools.buildReport", { name });
          ended += 1;
          return { ...done, tookMs: performance.now() - begun };
        });
        await until(10_000, "all of them stream", () => (reports.open() === names.length ? true : null));
        let others = 0;
        let slowestMs = 0;
        while (performance.now() - begun < workMs - otherMsMax) {
          const from = performance.now();
          const { record } = await world.execute("reports", "tools.findReport", { name: "none" });
          assert.equal(record.status, "succeeded");
          slowestMs = Math.max(slowestMs, performance.now() - from);
          others += 1;
        }
        assert.equal(ended, 0, "the streams still run");
        assert.ok(others > 0 && slowestMs < otherMsMax, `a call took ${String(slowestMs)} ms beside the streams`);
        const memory = await residentMiB(world.server.pid);
        for (const { record, response, tookMs } of await Promise.all(long)) {
          assert.equal(record.status, "succeeded", response.text);
          assert.ok(tookMs >= workMs, "it ran to its end");
        }
        assert.deepEqual(reports.built.toSorted(), names.toSorted(), "each tool ran once");
        // The sessions are ended, and their connections aren't kept.
        await until(10_000, "every session is ended", () =>
          reports.methods.filter((one) => one === "DELETE").length >= names.length + others ? true : null,
        );
        await until(10_000, "every connection is closed", async () =>
          (await reports.connections()) === 0 ? true : null,
        );
        console.log(
          `${String(names.length)} streams of ${String(workMs / 1000)} s on ${engine}: ${String(others)} calls beside them, ` +
            `the slowest in ${slowestMs.toFixed(0)} ms; ${memory} MiB`,
        );
      },
      { timeoutMs: workMs + 120_000 },
    );
  });
}

async function residentMiB(pid: number): Promise<string> {
  const status = await readFile(`/proc/${String(pid)}/status`, "utf8").catch(() => "");
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kib === undefined ? "unknown" : (Number(kib) / 1024).toFixed(0);
}
