/** Tests the peculiarities of one secrets manager, as data: a situation, the runs in it, and how each run ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EvidenceVerdict } from "../evidence.ts";
import type { ExchangeFacts } from "../exchange.ts";
import { ProviderFailure } from "../failure.ts";
import { staticAuthOf, type Provider } from "../provider.ts";
import type { SecretsActionId } from "../secrets/contract.ts";
import { scriptedSend } from "./responses.ts";
import type { Interference } from "./evidence-world.ts";
import { encodings } from "./facts.ts";
import { runLook } from "./look.ts";
import { createPort, type Exchange, type PassedFacts, type RunEnd } from "./port.ts";
import { describe, findAction, findConnection, secretsIn, shorten } from "./runs.ts";
import { codeOf, withBench, written, type Bench, type Fields, type SecretsManagerExamples } from "./secrets-bench.ts";
import type { ProviderWorld } from "./world.ts";

/**
 * One run of an action on the usual secret with some fields changed, or of `identify`, which finds the account. It ends
 * with a code (`unknown` without proof), with the names of a list's entries, or with an output that has at least these
 * fields. `detail` has to match the text of the refusal.
 */
export type TrapRun = readonly [
  id: SecretsActionId | "identify",
  change: Fields,
  end: string | readonly string[] | Fields,
  detail?: RegExp,
];

/** A situation, and the runs in it. A run that fails, or finds nothing to delete, must have no effect. */
export type Trap<World extends ProviderWorld = ProviderWorld> = {
  /** Opens the environment; by default, the usual one. */
  in?: () => Promise<World>;
  /** All of the provider's responses; they replace those of the environment. */
  responses?: readonly ExchangeFacts[];
  /** Prepares the environment. */
  before?: (world: World) => unknown;
  /** A change by another writer to the first run's secret, from the scenario of `secrets.set`. Reads lag behind it. */
  meanwhile?: Interference;
  /** The runs, in order. */
  runs: readonly TrapRun[];
  /** The exact requests that are sent, as `GET /path`; or `reads` if only reads may be sent. */
  sends?: readonly string[] | "reads";
  /** Checks the environment and the exchanges. */
  after?: (world: World, exchanges: readonly Exchange[]) => unknown;
};

/** Creates a trap in which the provider gives these responses to any requests. Every response has to be used. */
export function answering(
  responses: readonly ExchangeFacts[],
  ...runs: readonly TrapRun[]
): Pick<Trap, "responses" | "runs"> {
  return { responses, runs };
}

/**
 * Returns a function that creates traps in another environment: `when({ sealed: true })(run, …)`, with the arguments of
 * `open`.
 */
export function opening<Arguments extends readonly unknown[], World extends ProviderWorld>(
  open: (...given: Arguments) => Promise<World>,
): (...given: Arguments) => (...runs: readonly TrapRun[]) => Trap<World> {
  return (...given) =>
    (...runs) => ({ in: () => open(...given), runs });
}

/**
 * Registers a test for each trap, named by its key. A list of runs is a trap in the usual environment.
 * @param makeWorld opens the usual environment; called for each test, and closed after it.
 */
export function exerciseTraps<World extends ProviderWorld>(
  provider: Provider,
  makeWorld: () => Promise<World>,
  examples: SecretsManagerExamples,
  traps: Readonly<Record<string, Trap<World> | readonly TrapRun[]>>,
): void {
  for (const [sentence, given] of Object.entries(traps)) {
    test(`${provider.slug}: ${sentence}`, async () => {
      const trap: Trap<World> = "runs" in given ? given : { runs: given };
      const { responses } = trap;
      const script = responses === undefined ? null : scriptedSend(responses);
      const open = async () => {
        const world = await (trap.in ?? makeWorld)();
        return script === null ? world : { ...world, send: script.send };
      };
      await withBench(provider, open, examples, (bench, world) => runTrap(provider, trap, examples, bench, world));
      if (script !== null) assert.equal(script.requests.length, responses?.length, "not every response was used");
    });
  }
}

async function runTrap<World extends ProviderWorld>(
  provider: Provider,
  { before, meanwhile, runs, sends, after }: Trap<World>,
  { project, config, present, stored }: SecretsManagerExamples,
  { execute }: Bench,
  world: World,
): Promise<void> {
  const exchanges: Exchange[] = [];
  await before?.(world);
  for (const [number, [id, change, expected, detail]] of runs.entries()) {
    const secret = { project, config, name: present, value: written, ...change };
    if (number === 0 && meanwhile !== undefined) {
      world.evidence?.lag(1);
      const interfere = world.evidence?.scenarios["secrets.set"]?.interfere[meanwhile];
      assert.ok(interfere, `the environment doesn't know how another writer ${meanwhile}`);
      interfere(secret);
    }
    const effects = world.evidence?.effects();
    const ran =
      id === "identify"
        ? await identify(provider, world, stored)
        : await execute(id, inputOf(provider, id, secret, change));
    exchanges.push(...ran.exchanges);
    assertEnd(ran.end, expected, detail, `${id} ${shorten(change)}`);
    if (hasNoEffect(ran.end))
      assert.equal(world.evidence?.effects(), effects, `${id} ${shorten(change)} changed something`);
  }
  const lines = exchanges.map(({ request }) => `${request.method} /${request.path.join("/")}`);
  if (sends === "reads")
    assert.ok(
      exchanges.every(({ purpose }) => purpose === "read"),
      lines.join("; "),
    );
  else if (sends !== undefined) assert.deepEqual(lines, sends);
  await after?.(world, exchanges);
}

/** Returns the secret's fields that the action takes, and the changed ones. */
function inputOf(provider: Provider, id: SecretsActionId, secret: Fields, change: Fields): Fields {
  const { properties } = findAction(provider, id).input;
  return { ...Object.fromEntries(Object.entries(secret).filter(([name]) => name in properties)), ...change };
}

/** Runs `identify`, and asserts that it only reads and shows neither the credential nor a secret value. */
async function identify(provider: Provider, { credential, send }: ProviderWorld, stored: readonly string[]) {
  const { port, exchanges } = createPort(provider, { ...findConnection(provider, credential), send });
  const seen: unknown[] = [];
  const watched: typeof port = {
    ...port,
    change: () => assert.fail("identify changes something"),
    async read(request, options) {
      const response = await port.read(request, options);
      seen.push(response.body);
      return response;
    },
  };
  const end = await (staticAuthOf(provider) ?? assert.fail("there is no form")).identify(watched).then(
    (output): RunEnd => ({ kind: "output", output }),
    (error: unknown): RunEnd =>
      error instanceof ProviderFailure ? { kind: "failed", refusal: error.refusal } : { kind: "defect", error },
  );
  const shown = JSON.stringify([seen, end]);
  for (const secret of [...secretsIn(provider, credential), ...stored.flatMap(encodings)]) {
    assert.ok(!shown.includes(secret), "identify shows a secret");
  }
  return { end, exchanges };
}

function assertEnd(end: RunEnd, expected: TrapRun[2], detail: RegExp | undefined, where: string): void {
  if (typeof expected === "string") {
    assert.equal(codeOf(end), expected, where);
    if (detail !== undefined) assert.match(end.kind === "failed" ? (end.refusal.detail ?? "") : "", detail, where);
    return;
  }
  assert.ok(end.kind === "output", `${where}: ${describe(end)} ${shorten(end)}`);
  if (isList(expected)) assert.deepEqual(namesIn(end.output), expected, where);
  else assert.partialDeepStrictEqual(end.output, expected, where);
}

function isList(expected: readonly string[] | Fields): expected is readonly string[] {
  return Array.isArray(expected);
}

/** Returns the entries of a list: projects by their slugs, configs by their names, and names. */
function namesIn(output: unknown): unknown[] {
  const { projects, configs, names = [] } = output as Partial<Record<string, readonly unknown[]>>;
  const entries = projects ?? configs ?? names;
  return entries.map((entry) =>
    typeof entry === "string" ? entry : (entry as Fields)[projects === undefined ? "name" : "slug"],
  );
}

function hasNoEffect(end: RunEnd): boolean {
  const isAbsent = end.kind === "output" && (Object(end.output) as Fields)["result"] === "already_absent";
  return end.kind === "failed" || isAbsent;
}

/**
 * A look's facts, the provider's responses (all of which have to be used), and the verdict, with at least these fields.
 */
export type LookCase = readonly [
  facts: PassedFacts,
  responses: readonly ExchangeFacts[],
  verdict: Partial<EvidenceVerdict> | "failed",
  nowMs?: number,
];

/**
 * Registers one test with all cases of a lost response.
 * @param looks.sentence the test's name. @param looks.value the value that `secrets.set` sent. @param looks.sentAt when
 * it was sent.
 */
export function exerciseLooks(
  provider: Provider,
  makeWorld: () => Promise<ProviderWorld>,
  { project, config, present }: SecretsManagerExamples,
  looks: { sentence: string; id: SecretsActionId; value?: string; sentAt?: number; cases: readonly LookCase[] },
): void {
  const { sentence, id, value = written, sentAt = 1, cases } = looks;
  test(`${provider.slug}: ${sentence}`, async () => {
    const { credential, close } = await makeWorld();
    await close();
    for (const [facts, responses, verdict, nowMs = sentAt] of cases) {
      const { send, requests } = scriptedSend(responses);
      const input = { project, config, name: present, value };
      const options = { ...findConnection(provider, credential), send, input, facts, sentAt, nowMs };
      const { end } = await runLook(provider, findAction(provider, id), options);
      const where = JSON.stringify([facts, responses, nowMs - sentAt]);
      assert.equal(requests.length, responses.length, where);
      if (verdict === "failed") assert.equal(end.kind, verdict, where);
      else assert.partialDeepStrictEqual(end, { kind: "verdict", verdict }, where);
    }
  });
}
