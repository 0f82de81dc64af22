/**
 * Rotates the root and tenant keys of thousands of credentials, while servers run and the command is killed at
 * random points. Afterwards, the old root key is removed, and every credential must still work.
 */
import { Connected, devConfig, type Caller, type Engine } from "../../conformance/harness/index.ts";
import { repository } from "../../conformance/harness/oauth/fixture.ts";
import { seededRandom } from "../../conformance/harness/seed.ts";
import { inLanes, keyringEntry, VaultFixture } from "./fixture.ts";
import { runCommand, runKilled } from "./killed-command.ts";
import { Load, type LoadCounts } from "./load.ts";

export interface KeysPlan {
  readonly engine: Engine;
  readonly seed: number;
  readonly credentials: number;
  /** Credentials of one tenant. */
  readonly each: number;
  readonly oauth: number;
  /** Kills of each of the two commands. */
  readonly kills: number;
  readonly log: (line: string) => void;
}

export interface KeysResult extends LoadCounts {
  /** Credentials that opened at the end. */
  readonly opened: number;
  readonly kills: number;
  readonly refreshes: number;
  /** Faults, one per line. */
  readonly faults: readonly string[];
}

interface Status {
  readonly sealingKeyId: string;
  readonly credentialsUnder: Readonly<Record<string, number>>;
  readonly tenantKeysUnder: Readonly<Record<string, number>>;
  readonly hashingKeysUnder: Readonly<Record<string, number>>;
}

/** Runs it on one engine: two replicas on PostgreSQL, one server on SQLite. */
export async function runKeyChanges(plan: KeysPlan): Promise<KeysResult> {
  const [before, after] = [keyringEntry("k-old"), keyringEntry("k-new")];
  const fixture = await VaultFixture.make(plan.engine, before);
  try {
    const servers = plan.engine === "postgres" ? 2 : 1;
    await fixture.restart(before, 1);
    const live = await fixture.fill(plan.credentials, plan.each);
    const oauth = await fixture.fillOAuth(plan.oauth, 3);
    plan.log(`${plan.engine}: ${live.length} credentials and ${oauth.length} under OAuth are made`);
    // Every server has the new key first in its keyring before any key is rewrapped.
    await fixture.restart(`${after},${before}`, servers);
    const random = seededRandom(plan.seed);
    const load = new Load(fixture, { live, oauth, random });
    load.start();
    const faults: string[] = [];
    let kills = 0;
    try {
      kills = await changeKeys(fixture, plan, random, faults);
    } finally {
      await load.stop();
    }
    plan.log(`${plan.engine}: ${kills} kills, ${JSON.stringify(load.counts)}`);
    faults.push(...load.faults, ...statusFaults(await statusOf(fixture), load));
    await fixture.restart(after, 1);
    const opened = await useEach(fixture, load, faults);
    const { authorization } = fixture.github.origin;
    for (const family of authorization.revokedFamilies) faults.push(`the family ${family} was revoked`);
    return { ...load.counts, opened, kills, refreshes: authorization.refreshes.length, faults };
  } finally {
    await fixture.dispose();
  }
}

/** Runs the two commands, each killed and repeated. @returns the number of kills. */
async function changeKeys(
  fixture: VaultFixture,
  plan: KeysPlan,
  random: () => number,
  faults: string[],
): Promise<number> {
  const batches = Math.ceil(plan.credentials / plan.each / 100);
  const { kills } = plan;
  const rotated = await runKilled(fixture, { kills, linesMax: batches, random, next: () => ["vault", "rotate"] });
  if (rotated.response["remaining"] !== 0) faults.push(`after the rotation: ${JSON.stringify(rotated.response)}`);
  const rekeyed = await runKilled(fixture, {
    kills,
    linesMax: batches * 2 + 1,
    random,
    next(firstStderr) {
      const since = /--since (\S+)/.exec(firstStderr)?.[1];
      return since === undefined ? ["vault", "rekey"] : ["vault", "rekey", "--since", since];
    },
  });
  const { remaining, unreadable } = rekeyed.response;
  if (remaining !== 0 || unreadable !== 0) faults.push(`after the rekeying: ${JSON.stringify(rekeyed.response)}`);
  plan.log(`${plan.engine}: ${JSON.stringify(rotated.response)} ${JSON.stringify(rekeyed.response)}`);
  return rotated.kills + rekeyed.kills;
}

async function statusOf(fixture: VaultFixture): Promise<Status> {
  const ran = await runCommand(fixture, ["vault", "status"]);
  if (ran.exitCode !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout) as Status;
}

/** Nothing may use the old key, and every active credential must use the new one. */
function statusFaults({ credentialsUnder, tenantKeysUnder, hashingKeysUnder }: Status, load: Load): string[] {
  const credentials = load.live.length + load.oauth.length;
  const faults: string[] = [];
  if (JSON.stringify(credentialsUnder) !== JSON.stringify({ "k-new": credentials })) {
    faults.push(`${credentials} credentials, and the status says ${JSON.stringify(credentialsUnder)}`);
  }
  for (const under of [tenantKeysUnder, hashingKeysUnder]) {
    if (Object.keys(under).join() !== "k-new") faults.push(`keys are under ${JSON.stringify(under)}`);
  }
  return faults;
}

/** Uses every credential once, without the old key. @returns how many worked. */
async function useEach(fixture: VaultFixture, load: Load, faults: string[]): Promise<number> {
  let opened = 0;
  const use = async (connected: Connected, action: string, input: unknown): Promise<void> => {
    const response = await connected.execute(action, input);
    if (response.status === 200) opened += 1;
    else faults.push(`${connected.id} at the end: ${response.status} ${response.text.slice(0, 300)}`);
  };
  await inLanes(load.live.length, 16, async (index) => {
    const connected = load.live[index]?.by(await fixture.callerAt(index));
    if (connected !== undefined) await use(connected, "secrets.names.list", devConfig);
  });
  await inLanes(load.oauth.length, 4, async (index) => {
    const connected = load.oauth[index]?.by(await fixture.callerAt(index));
    if (connected !== undefined) await use(connected, "issues.list", { ...repository, perPage: 1 });
  });
  const caller = await fixture.callerAt(0);
  for (const { tenantId, id } of load.gone.slice(0, 50)) faults.push(...(await stillThere(caller, tenantId, id)));
  return opened;
}

/** Checks that a disconnected connection stays disconnected after the rotation. */
async function stillThere(caller: Caller, tenantId: string, id: string): Promise<string[]> {
  const response = await new Connected(caller, tenantId, id).execute("secrets.names.list", devConfig);
  return response.status === 409 ? [] : [`${id} was disconnected and answers ${response.status}`];
}
