/** How an operator learns that a trail was altered: from the running server, the doctor, and `audit verify`. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { signHead } from "../../../src/domain/journal/signed.ts";
import { timestamp } from "../../../src/domain/clock/timestamp.ts";
import { AuditFailure, verifyAudit } from "../../../src/entry/cli/audit.ts";
import { auditFinding } from "../../../src/entry/cli/doctor/operation.ts";
import type { OperatorDeployment } from "../../../src/entry/cli/environment.ts";
import { systemPlatform } from "../../../src/platform.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { fixedClock } from "../clock/fixed.ts";
import { engines, pruneAt, sampleEvent, signing, withoutGuards, type Database } from "./fixture.ts";

const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 0, 31);
const nowMs = startMs + 10 * dayMs;
const platform = { ...systemPlatform, nowMs: () => nowMs };

describe("reports to the operator", () => {
  let database: Database;
  let store: Store;
  let folder: string;
  before(async () => {
    database = await engines.SQLite();
    store = await database.open();
    folder = await mkdtemp(join(tmpdir(), "svc-audit-alarm-"));
    for (let n = 1; n <= 4; n += 1) {
      await store.audit.append(sampleEvent("scl_alarm", n, { at: startMs + n * dayMs }));
    }
  });
  after(async () => {
    await store.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  async function runVerify(heads: readonly object[]): Promise<{ text: string; failure: unknown }> {
    const head = join(folder, "heads.jsonl");
    await writeFile(head, heads.map((one) => `${JSON.stringify({ head: one })}\n`).join(""));
    let text = "";
    const io = { out: (line: string) => void (text += line), err: () => undefined };
    const { audit, serviceClients } = store;
    const deployment = { audit, serviceClients, signing, platform } as unknown as OperatorDeployment;
    const failure = await verifyAudit(io, deployment, { format: "table", head }).catch((error: unknown) => error);
    return { text, failure };
  }

  test("distinguishes heads that are too old from heads that show an early removal", async () => {
    const rows = await store.audit.page("scl_alarm", 0, 4);
    const heads = rows.map((row) => signHead(signing, row, timestamp(row.at + 1)));
    // Removes events from before the fourth day.
    assert.equal((await pruneAt({ trail: store.audit, signing }, nowMs, 6.5 * dayMs)).removed, 3);
    assert.deepEqual(await runVerify(heads), {
      text:
        "ok    scl_alarm: 1 events, 4 to 4, against 2 exported head(s); " +
        "2 head(s) are older than the retained events and prove nothing\n",
      failure: undefined,
    });
    const [first] = rows;
    assert.ok(first !== undefined);
    const { text, failure } = await runVerify([signHead(signing, first, timestamp(nowMs))]);
    assert.match(text, /^FAIL {2}scl_alarm: event 2: it was removed too early: .* recorded before 2026-02-03T12:00/);
    assert.ok(failure instanceof AuditFailure);
  });

  test("reports stopped retention in every run, and in the doctor", async () => {
    const runDoctor = async () => {
      const { status, detail } = await auditFinding(
        { audit: store.audit, signing, clock: fixedClock(nowMs) },
        { auditRetentionDays: 400 },
      );
      return { status, detail };
    };
    assert.equal((await runDoctor()).status, "ok");
    await database.run(...withoutGuards.SQLite, "UPDATE journal SET at = 1");
    const { status, detail } = await runDoctor();
    assert.equal(status, "fail");
    assert.match(detail, /^stopped: event 4 of the chain of scl_alarm: it is not what was recorded/);
    for (const _run of [1, 2]) {
      const { removed, stopped } = await pruneAt({ trail: store.audit, signing }, nowMs, 400 * dayMs);
      assert.deepEqual([removed, stopped.map(({ clientId, fault }) => [clientId, fault.seq])], [0, [["scl_alarm", 4]]]);
    }
    assert.equal((await store.audit.page("scl_alarm", 0, 10)).length, 1);
  });
});
