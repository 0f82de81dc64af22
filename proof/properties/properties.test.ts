/**
 * Compares the entire API with a model, using random sequences of commands. `SVC_TEST_COMMANDS` sets how many per
 * engine; `SVC_TEST_SEED` and `SVC_TEST_PATH` repeat a printed failure, and `SVC_TEST_SHRINK=1` shortens it.
 */
import assert from "node:assert/strict";
import { chosenEngines, verifies, type Engine } from "../../conformance/harness/index.ts";
import { seedOfRun } from "../../conformance/harness/seed.ts";
import { kindCount, runProperties } from "./run.ts";

const commandsByDefault: Readonly<Record<Engine, number>> = { sqlite: 300, postgres: 200 };

for (const engine of chosenEngines()) {
  const commands = Number(process.env["SVC_TEST_COMMANDS"] ?? commandsByDefault[engine]);
  verifies("properties.model", `${commands} commands on ${engine}`, async () => {
    assert.ok(kindCount >= 25, `only ${kindCount} kinds`);
    const seed = seedOfRun();
    const path = process.env["SVC_TEST_PATH"];
    console.log(`SVC_TEST_SEED=${seed} SVC_CONFORMANCE_ENGINE=${engine}`);
    const isShrunk = process.env["SVC_TEST_SHRINK"] === "1";
    const result = await runProperties({ engine, commands, seed, isShrunk, ...(path === undefined ? {} : { path }) });
    const { sequences, writes, counts } = result;
    const names = `${counts.size} of ${kindCount} kinds`;
    console.log(`${engine}: ${result.commands} commands of ${names}, ${sequences} sequences, ${writes} keyed writes`);
    if (path !== undefined) return;
    assert.ok(result.commands >= commands, `only ${result.commands} commands`);
    assert.ok(counts.size >= 25, `only ${counts.size} kinds`);
  });
}
