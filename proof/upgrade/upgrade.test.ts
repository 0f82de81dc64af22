/** A running server whose database a newer version migrates. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { chosenEngines, until, verifies, type Engine } from "../../conformance/harness/index.ts";
import { runSql } from "../../conformance/harness/sql.ts";
import { ProviderLedger } from "../../conformance/harness/ledger.ts";
import { MultiServerFixture } from "../../conformance/harness/multi-server-fixture.ts";
import { judgeWrites, writeUntilStopped, type Write } from "../../conformance/harness/writers.ts";

const withinMs = 60_000;
const streams = 4;

describe("upgrades", { concurrency: false }, () => {
  for (const engine of chosenEngines()) {
    verifies("proof.newer-schema", `keeps its promises when a newer version migrates its database, on ${engine}`, () =>
      outgrown(engine),
    );
  }
});

/** A newer version's work at startup: adds a column, and its number to the journal. */
const laterMigration = `
  begin;
  alter table executions add column of_a_later_version text;
  insert into schema_migrations (number, name, checksum, applied_at) values (9999, 'later', '', 0);
  commit;`;

async function outgrown(engine: Engine): Promise<void> {
  const fixture = await MultiServerFixture.make(engine, { SVC_RATE_LIMIT_RPS: "0" });
  const stopping = new AbortController();
  try {
    const server = await fixture.start();
    const connected = await fixture.connectedAt(server);
    const ledger = new ProviderLedger(fixture.provider);
    const writes: Write[] = [];
    const options = { prefix: "GROWING", streams, signal: stopping.signal };
    const writing = writeUntilStopped(() => connected, writes, options);
    const answered = (): number => writes.filter(({ first }) => first !== null).length;
    const more = async (by: number): Promise<void> => {
      const from = answered();
      await until(withinMs, "writes continue", () => (answered() >= from + by ? true : null));
    };
    await more(streams);
    await runSql(fixture.home.databaseUrl, laterMigration);
    await until(withinMs, "it is no longer ready", async () =>
      (await fetch(`${server.url}/readyz`)).status === 503 ? true : null,
    );
    await more(streams * 2);
    stopping.abort();
    await writing;
    for (const { name, first } of writes) assert.equal(first?.status, 200, `${name}: ${first?.text ?? "no response"}`);
    assert.equal(await fixture.stop(server), 0, server.log());
    await assert.rejects(fixture.start(), /migration 9999 \(later\), which is newer than this program/);

    // This version ignores the new column, so without the number it can start and be checked.
    await runSql(fixture.home.databaseUrl, "delete from schema_migrations where number = 9999");
    const tally = await judgeWrites(await fixture.connectedAt(await fixture.start()), writes, ledger);
    assert.deepEqual([tally.unknown, tally.freed, tally.sentAgain], [0, 0, 0]);
  } finally {
    stopping.abort();
    await fixture.dispose();
  }
}
