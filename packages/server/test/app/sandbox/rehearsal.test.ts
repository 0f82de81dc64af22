/** `svc-server sandbox fault` finds the simulators of a sandbox that runs in another process. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { rehearsalNames, startSimulator } from "@svc/simulator";
import { noteSimulators, rehearseFault } from "../../../src/app/sandbox.ts";
import { createOperatorProgram, type OperatorActions } from "../../../src/entry/cli/program.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-rehearsal-"));
after(() => rmSync(folder, { recursive: true }));
const url = `sqlite:${join(folder, "sandbox/svc.sqlite")}`;

test("fails the next request to the provider", async () => {
  await using simulator = await startSimulator({ api: () => ({ status: 200 }), world: {} });
  noteSimulators(url, { doppler: simulator.url });
  await rehearseFault(url, { provider: "doppler", next: "500" });
  assert.deepEqual((await fetch(simulator.url)).status, 500);
});

test("names the simulated providers if another is given", async () => {
  noteSimulators(url, { doppler: "http://127.0.0.1:9" });
  await assert.rejects(rehearseFault(url, { provider: "toString", next: "500" }), {
    message: "--provider: this sandbox simulates doppler, not toString.",
  });
});

test("says so if the sandbox has stopped", async () => {
  const simulator = await startSimulator({ api: () => ({ status: 200 }), world: {} });
  noteSimulators(url, { doppler: simulator.url });
  await simulator.close();
  await assert.rejects(rehearseFault(url, { provider: "doppler", next: "500" }), /is the sandbox still running\?$/);
});

test("says how to start a sandbox if there is none", async () => {
  const nowhere = `sqlite:${join(folder, "nowhere/svc.sqlite")}`;
  await assert.rejects(rehearseFault(nowhere, { provider: "doppler", next: "500" }), /svc-server serve --sandbox/);
});

test("the command offers every failure that simulators support", () => {
  const program = createOperatorProgram({ out: () => undefined, err: () => undefined }, {} as OperatorActions);
  const fault = program.commands.find((one) => one.name() === "sandbox")?.commands[0];
  const next = fault?.options.find(({ long }) => long === "--next");
  assert.deepEqual(next?.argChoices?.toSorted(), rehearsalNames.toSorted());
});
