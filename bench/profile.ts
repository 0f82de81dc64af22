/** Runs one scenario at the service under V8's sampling profiler and prints where the processor was. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { enginesOf } from "../conformance/harness/engines.ts";
import { chosenScenarios } from "./command-line.ts";
import { drive } from "./measure.ts";
import { summariseProfile, type CpuProfile, type Share } from "./profile-summary.ts";
import { inSurroundings, onStand } from "./stand.ts";
import { pathWithOwnPrograms } from "../tools/own-programs.ts";
import { UsageError, wholeNumberOf, withUsage } from "../tools/usage.ts";

const usage = `node bench/profile.ts [--scenario read] [--engine sqlite|postgres] [--connections 8] [--seconds 8] [--top 25]
                      [--keep FILE]`;
process.exitCode = await withUsage(usage, process.argv.slice(2), profile);

/** @throws UsageError or a TypeError of `parseArgs` for what there is none of. */
async function profile(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      scenario: { type: "string", default: "read" },
      engine: { type: "string", default: "sqlite" },
      connections: { type: "string", default: "8" },
      seconds: { type: "string", default: "8" },
      top: { type: "string", default: "25" },
      keep: { type: "string" },
    },
  });
  const [scenario] = chosenScenarios([values.scenario]);
  const [engine] = enginesOf(values.engine);
  if (scenario === undefined || engine === undefined) throw new UsageError("There is nothing to profile.");
  const connections = wholeNumberOf("connections", values.connections, 6);
  const measureMs = wholeNumberOf("seconds", values.seconds, 6) * 1000;
  const top = wholeNumberOf("top", values.top, 6);
  process.env["PATH"] = pathWithOwnPrograms();
  const folder = mkdtempSync(join(tmpdir(), "svc-profile-"));
  /** V8 and Node read the same monotonic clock. */
  const clockMicroseconds = (): number => Number(process.hrtime.bigint() / 1000n);
  const serviceEnv = {
    NODE_OPTIONS: `--cpu-prof --cpu-prof-interval 250 --cpu-prof-dir ${folder} --cpu-prof-name profile`,
  };
  try {
    const found = await inSurroundings([engine], (around) =>
      onStand(around, { engine, serviceEnv }, async ({ load, service, world }) => {
        const extent = { connections, warmUpMs: 0 };
        const request = scenario.service(world);
        await drive(load, service.port, request, { ...extent, measureMs: 2000 });
        const from = clockMicroseconds();
        const { perSecond } = await drive(load, service.port, request, { ...extent, measureMs });
        return { perSecond, from, to: clockMicroseconds() };
      }),
    );
    // Other programs of the service, such as the operator's, write none: only the server was given the option.
    const [file = ""] = readdirSync(folder);
    const sampled = JSON.parse(readFileSync(join(folder, file), "utf8")) as CpuProfile;
    const summary = summariseProfile(sampled, found);
    console.log(`${scenario.name} on ${engine}, c=${connections}: ${found.perSecond.toFixed(0)} requests a second`);
    console.log(`idle: ${(summary.idle * 100).toFixed(1)} %; shares below are of the rest`);
    print("Places", summary.places, top);
    print("Files", summary.files, top);
    print("Functions, by the time in themselves", summary.functions, top);
    print("The project's functions, with what they call", summary.whole, top);
    if (values.keep !== undefined) copyFileSync(join(folder, file), values.keep);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

function print(title: string, shares: readonly Share[], top: number): void {
  console.log(`\n${title}`);
  for (const { name, share } of shares.slice(0, top)) {
    console.log(`${(share * 100).toFixed(1).padStart(6)} %  ${name}`);
  }
}
