/**
 * The noisy neighbor: the latency of four quiet tenants without a fifth, with one at exactly its rate, and with
 * one at many times that. The second side shows the cost of the fifth's share, the third that of its excess.
 */
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  makeClient,
  makeHome,
  devConfig,
  Fixture,
  startServer,
  type Connected,
  type Engine,
} from "../../conformance/harness/index.ts";
import { sidesOf, type NoiseRound, type NoiseSide } from "./judge.ts";
import { runSource, type SourceRequest, type SourceResult } from "./source.ts";

/** The plan. Rates are requests per second. */
export interface NoisePlan {
  readonly engine: Engine;
  readonly rounds: number;
  readonly secondsEach: number;
  /** A tenant's rate limit. */
  readonly tenantRate: number;
  /** The noisy tenant's rate as a multiple of that. */
  readonly factor: number;
  readonly log: (line: string) => void;
}

/** The measurements. */
export interface NoiseResult {
  readonly rounds: readonly NoiseRound[];
  /** The fifth tenant's requests that got a 429, by side. */
  readonly refused: Readonly<Record<NoiseSide, number>>;
  /** Unexpected answers, with their number. */
  readonly faults: readonly string[];
}

const quietTenants = 4;
/** The share of its rate that a quiet tenant uses. */
const quietShare = 0.75;
/**
 * Time before each side's measurement that empties the full token bucket: the measurement is about
 * how long others wait during lasting noise, not about the allowed burst in the first second.
 */
const leadSeconds = 2;
const many = 1_000_000;

/** Runs it on one engine. */
export async function measureNoise(plan: NoisePlan): Promise<NoiseResult> {
  const provider = await startDopplerSimulator({
    switches: { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many },
  });
  const home = await makeHome(plan.engine);
  const { tenantRate } = plan;
  const env = {
    SVC_TENANT_RATE_LIMIT_RPS: String(tenantRate),
    SVC_RATE_LIMIT_RPS: String(tenantRate * (quietTenants + 2)),
    SVC_EVENT_LOOP_DELAY_MAX_MS: "200",
    SVC_CIRCUIT_BREAKER_FAULTS: "10",
  };
  const server = await startServer({ engine: plan.engine, home, env, sandboxProvider: provider.url });
  try {
    const base = new Fixture({ engine: plan.engine, provider, server, client: await makeClient(server) }, env);
    const fifth = await base.connected();
    const quiet: Connected[] = [];
    for (let index = 0; index < quietTenants; index += 1) quiet.push(await base.connected());
    return await measure(plan, { url: server.url, provider, fifth, quiet });
  } finally {
    await server.kill9();
    await provider.close();
    await home.remove();
  }
}

interface NoiseFixture {
  readonly url: string;
  readonly provider: DopplerSimulator;
  readonly fifth: Connected;
  readonly quiet: readonly Connected[];
}

async function measure(plan: NoisePlan, fixture: NoiseFixture): Promise<NoiseResult> {
  const rounds: NoiseRound[] = [];
  const faults: string[] = [];
  const refused: Record<NoiseSide, number> = { alone: 0, allowed: 0, beside: 0 };
  const timesItsRate: Readonly<Record<NoiseSide, number>> = { alone: 0, allowed: 1, beside: plan.factor };
  // The first round warms up compiled code and caches, and doesn't count.
  for (let round = 0; round <= plan.rounds; round += 1) {
    const measured: Record<NoiseSide, readonly number[]> = { alone: [], allowed: [], beside: [] };
    for (const side of sidesOf(round)) {
      const name = `noise-${round}-${side}`;
      const times = timesItsRate[side];
      const [quiet, fifth] = await Promise.all([
        runSource(quietOrder(plan, fixture, name)),
        times > 0 ? runSource(fifthOrder(plan, fixture, name, times)) : null,
      ]);
      fixture.provider.ledger.clear();
      measured[side] = quiet.latenciesMs;
      faults.push(...unexpected(quiet, ["200"], `quiet, ${name}`), ...unexpected(fifth, ["200", "429"], name));
      if (round > 0) refused[side] += fifth?.statuses["429"] ?? 0;
    }
    if (round > 0) rounds.push(measured);
    const counts = sidesOf(round).map((side) => `${measured[side].length} ${side}`);
    plan.log(`${plan.engine}: round ${round} of ${plan.rounds}, answers: ${counts.join(", ")}`);
  }
  return { rounds, refused, faults };
}

function unexpected(result: SourceResult | null, expected: readonly string[], where: string): readonly string[] {
  const others = Object.entries(result?.statuses ?? {}).filter(([status]) => !expected.includes(status));
  return others.map(([status, count]) => `${where}: ${count} answers ${status}`);
}

function quietOrder({ tenantRate, secondsEach }: NoisePlan, { url, quiet }: NoiseFixture, name: string) {
  const serviceKey = quiet[0]?.caller.key ?? "";
  const perSecond = Math.max(1, Math.floor(tenantRate * quietShare)) * quiet.length;
  // Reads for all, then writes for all: tenants alternate.
  const requests = [...quiet.map(readOf), ...quiet.map(writeOf)];
  return {
    url,
    serviceKey,
    requests,
    perSecond,
    seconds: secondsEach + leadSeconds,
    leadSeconds,
    name: `${name}-quiet`,
  };
}

function fifthOrder({ tenantRate, secondsEach }: NoisePlan, { url, fifth }: NoiseFixture, name: string, times: number) {
  const requests = [readOf(fifth), writeOf(fifth, 0)];
  const perSecond = tenantRate * times;
  return {
    url,
    serviceKey: fifth.caller.key,
    requests,
    perSecond,
    seconds: secondsEach + leadSeconds,
    leadSeconds,
    name: `${name}-fifth`,
  };
}

function readOf({ path }: Connected): SourceRequest {
  const body = JSON.stringify({ input: devConfig });
  return { method: "POST", path: `${path}/actions/secrets.names.list:execute`, body, isKeyed: false };
}

function writeOf({ path }: Connected, index: number): SourceRequest {
  const body = JSON.stringify({ input: { ...devConfig, name: `LOAD_${index}`, value: "canary-value-of-load" } });
  return { method: "POST", path: `${path}/actions/secrets.set:execute`, body, isKeyed: true };
}
