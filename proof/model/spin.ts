/** Runs the model checker on execution.pml: generates a verifier, compiles it, explores every state, parses the output. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compilerPath, ensureSpin, spinPath } from "../../tools/debian/ensure-spin.ts";
import { livenessProperty, type Property } from "./faults.ts";

const run = promisify(execFile);
const model = fileURLToPath(new URL("execution.pml", import.meta.url));

/** The result of a verification. */
export type Verification = {
  /** Violations of the property; the search stops at the first. */
  errors: number;
  statesStored: number;
  /** Every status change that some state made, as `from>to` in the model's numbers. */
  transitions: readonly string[];
};

/**
 * Checks one property.
 * @param property of the model; `all_safety` is every one but the liveness property.
 * @param switches names after `-D`, such as `FAULT_NO_SWEEP`.
 * @throws Error if the model can't be compiled, or memory or depth don't suffice for every state.
 */
export async function verify(
  property: Property | "all_safety",
  switches: readonly string[] = [],
): Promise<Verification> {
  ensureSpin();
  const folder = mkdtempSync(join(tmpdir(), "svc-model-"));
  try {
    const isLiveness = property === livenessProperty;
    // Fewer callers for liveness, because fairness multiplies the states.
    const defines = [...switches, ...(isLiveness ? ["TWO_CALLERS"] : [])].map((name) => `-D${name}`);
    await run(spinPath, ["-a", ...defines, model], { cwd: folder });
    // A planted mistake is found early, so compiling takes most of the time.
    const optimise = switches.length === 0 ? "-O1" : "-O0";
    const options = [optimise, "-w", "-DCOLLAPSE", "-DMEMLIM=2000", "-DNFAIR=3"];
    await run(compilerPath, [...options, "-o", "pan", "pan.c"], { cwd: folder });
    const fairness = isLiveness ? ["-f"] : [];
    const args = ["-a", ...fairness, "-N", property, "-m300000"];
    // The verifier's exit code doesn't report errors found.
    const { stdout } = await run("./pan", args, { cwd: folder, maxBuffer: 8 * 1024 * 1024 });
    return read(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(output: string): Verification {
  const errors = /errors: (\d+)/.exec(output)?.[1];
  const stored = /(\d+) states, stored/.exec(output)?.[1];
  if (errors === undefined || stored === undefined) throw new Error(`The verifier did not finish:\n${output}`);
  if (errors === "0" && /max search depth too small|Search not completed/.test(output)) {
    throw new Error(`The verifier did not see every state:\n${output}`);
  }
  const transitions = [...output.matchAll(/^TRANSITION (\d) (\d)$/gm)].map(([, from, to]) => `${from}>${to}`);
  return { errors: Number(errors), statesStored: Number(stored), transitions };
}
