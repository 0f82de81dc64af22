/** A server without file descriptors: it says so, and blames no provider. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe } from "node:test";
import { assertProblem, devConfig, until, verifies } from "../../harness/index.ts";
import { freePort } from "../../../tools/free-port.ts";
import { MultiServerFixture } from "../../harness/multi-server-fixture.ts";

/** The lowest number that a process hasn't given to a file; the next file gets it. */
function lowestFree(pid: number): number {
  const open = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let number = 0;
  while (open.has(number)) number += 1;
  return number;
}

/** The highest limit of open files that a process can be given. */
function hardLimit(pid: number): string {
  const [, hard = ""] = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, "utf8")) ?? [];
  return hard;
}

describe("a server without file descriptors", () => {
  verifies("reliability.own-limits", "says so, and sends everything as soon as it can", async () => {
    const metricsPort = await freePort();
    const fixture = await MultiServerFixture.make("sqlite", {
      SVC_CIRCUIT_BREAKER_FAULTS: "3",
      SVC_METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
    });
    try {
      const server = await fixture.start();
      const connected = await fixture.connectedAt(server);
      const limit = (files: number | string) =>
        execFileSync("prlimit", ["--pid", String(server.pid), `--nofile=${files}:`]);
      const readiness = async () => (await server.http.send({ method: "GET", path: "/readyz" })).status;
      assert.equal(await readiness(), 200);
      await until(10_000, "the server isn't ready", async () => {
        limit(lowestFree(server.pid));
        return (await readiness()) === 503 ? true : null;
      });
      for (let n = 0; n < 5; n += 1) {
        const problem = assertProblem(await connected.set(`LATER_${n}`, `later-${n}`), "ACTION_NOT_DISPATCHED");
        assert.match(problem.detail, /^svc's own server couldn't open a connection/);
      }
      assertProblem(await connected.execute("secrets.names.list", { ...devConfig }), "ACTION_NOT_DISPATCHED");
      const tested = await connected.caller.post(`${connected.path}:test`, undefined, { idempotencyKey: "tested" });
      assertProblem(tested, "OVERLOADED");
      await server.untilLogged("this process has too few file descriptors; raise LimitNOFILE");
      const doctor = await server.operate(["doctor", "--sandbox"]);
      assert.match(doctor.stdout, /FAIL {2}open files: \d+ for the server \(process \d+\), \d+ open now: soon/);

      limit(hardLimit(server.pid));
      await until(20_000, "the server is ready", async () => ((await readiness()) === 200 ? true : null));
      // No breaker has opened, and the connection is as it was.
      for (let n = 0; n < 5; n += 1) assert.equal((await connected.set(`LATER_${n}`, `later-${n}`)).status, 200);
      await server.untilLogged("connections can be opened again");
      assert.equal(server.log().split("connections can't be opened").length - 1, 1);
    } finally {
      await fixture.dispose();
    }
  });
});
