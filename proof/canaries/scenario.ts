/** Plants secrets in every flow of many server lives, searches for them, and then tests the search. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import { makeHome, type Engine } from "../../conformance/harness/index.ts";
import { CanarySearch } from "./canary-search.ts";
import { seededRandom } from "../../conformance/harness/seed.ts";
import { app, startSimulatedGithub } from "../../conformance/harness/oauth/fixture.ts";
import { CanaryRegistry, canaryClasses } from "./registry.ts";
import { startEchoingProvider } from "./echoing-provider.ts";
import { startReceiver } from "./receiver.ts";
import { live, type LifeContext } from "./life.ts";
import type { Location } from "./locations.ts";
import { LeakTrial } from "./leak-trial.ts";
import { asciiSecret } from "./shapes.ts";

/** The amount of work. */
export interface CanaryPlan {
  readonly engine: Engine;
  readonly lives: number;
  readonly seed: number;
  log(line: string): void;
}

export interface CanaryResult {
  /** The number of planted values in each class. */
  readonly planted: ReadonlyMap<string, number>;
  readonly locations: number;
  readonly bytes: number;
  /** The locations where secrets were found, with the secrets' names. */
  readonly leaks: readonly string[];
  /** Planted leaks, by kind of location and form. */
  readonly trials: number;
  /** Planted leaks that were not found. */
  readonly missed: readonly string[];
}

const many = 1_000_000;

/** Runs the lives one after another on one database. */
export async function runCanaries(plan: CanaryPlan): Promise<CanaryResult> {
  const { engine, lives } = plan;
  const random = seededRandom(plan.seed);
  const doppler = await startDopplerSimulator({
    switches: { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many },
  });
  const relay = await startEchoingProvider(doppler.url);
  const apps = Array.from({ length: lives }, (_none, n) => ({
    ...app,
    clientId: `canary-app-${n}`,
    clientSecret: asciiSecret(n + 5, random),
  }));
  const github = await startSimulatedGithub(apps);
  const home = await makeHome(engine);
  const folder = mkdtempSync(join(tmpdir(), "svc-canaries-"));
  const registry = new CanaryRegistry();
  const receiver = await startReceiver();
  const trial = new LeakTrial(random);
  const { leak: tracesName } = trial;
  const context: LifeContext = {
    engine,
    home,
    doppler,
    relay,
    receiver,
    github,
    apps,
    registry,
    random,
    folder,
    tracesName,
  };
  const sum = { locations: 0, bytes: 0 };
  const leaks = new Set<string>();
  const search = new CanarySearch([]);
  let known = 0;
  try {
    for (let n = 0; n < lives; n += 1) {
      const isLast = n === lives - 1;
      const locations = await live(context, n, isLast ? (life) => trial.plant(life, registry) : undefined);
      search.add(registry.canaries.slice(known));
      known = registry.canaries.length;
      for (const leak of locations.flatMap((location) => leaksOf(location, registry, search))) {
        if (!leaks.has(leak)) plan.log(`${engine}: ${leak}`);
        leaks.add(leak);
      }
      sum.locations += locations.length;
      sum.bytes += locations.reduce((bytes, location) => bytes + location.bytes.length, 0);
      plan.log(`${engine}: life ${n + 1} of ${lives}, ${registry.canaries.length} canaries, ${leaks.size} leaks`);
      if (isLast) trial.judge(locations, engine);
    }
  } finally {
    await relay.close();
    await receiver.close();
    await github.close();
    await doppler.close();
    await home.remove();
    rmSync(folder, { recursive: true, force: true });
  }
  const classes = canaryClasses.filter((kind) => engine === "postgres" || kind !== "database password");
  const planted = new Map(classes.map((kind) => [kind, registry.counts.get(kind) ?? 0]));
  return { planted, ...sum, leaks: [...leaks], trials: trial.count, missed: trial.missed };
}

function leaksOf({ kind, where, bytes, allowed }: Location, registry: CanaryRegistry, search: CanarySearch): string[] {
  return search.find(bytes, [...allowed, ...registry.allowedInKind(kind)]).map((leak) => `${kind}, ${where}: ${leak}`);
}
