/** Runs the model checker: generates a verifier, compiles it, explores every state, and parses the output. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compilerPath, spinPath } from "../../tools/needs/programs.ts";

const run = promisify(execFile);

/** One mistake: the model's switch, what the mistake would be in code, and the property that it violates. */
export type PlantedFault<Property extends string> = { switch: string; mistake: string; breaks: Property };

/** The property to check. */
export type Check = {
  /** The model's file in this folder. */
  model: "execution.pml" | "settlement.pml" | "approval.pml" | "failover.pml";
  /** The name of an `ltl` of the model. */
  property: string;
  /** Names after `-D`, such as `FAULT_NO_SWEEP`. */
  switches?: readonly string[];
  /** Whether the property states that something happens eventually. Every process that can continue then does. */
  isLiveness?: boolean;
};

/** The result of a verification. */
export type Verification = {
  /** Violations of the property; the search stops at the first. */
  errors: number;
  statesStored: number;
  /** Every status change made in any state, as `from>to` in the model's numbers. */
  transitions: readonly string[];
};

/**
 * Checks one property.
 * @throws Error if the model can't be compiled, or memory or depth isn't enough for every state.
 */
export async function verify({ model, property, switches = [], isLiveness = false }: Check): Promise<Verification> {
  const folder = mkdtempSync(join(tmpdir(), "svc-model-"));
  try {
    const defines = switches.map((name) => `-D${name}`);
    await run(spinPath, ["-a", ...defines, fileURLToPath(new URL(model, import.meta.url))], { cwd: folder });
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
