/**
 * The tests that every secrets manager's provider must pass besides `exerciseProvider()`: one program over the shared
 * actions, what its requests and answers contain, and what a record keeps.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { dropSensitive, safeOutput } from "@svc/contract";
import type { Action } from "../action.ts";
import { keepMembers } from "../kept-members.ts";
import type { Provider } from "../provider.ts";
import { secretsContract, type SecretsActionId } from "../secrets/contract.ts";
import { secretsContractFaults } from "../secrets/define.ts";
import type { Exchange, PassedFacts, RunEnd } from "./port.ts";
import { describe, run } from "./runs.ts";
import { violations } from "./validation.ts";
import type { ProviderWorld } from "./world.ts";

/** What the suite has to know of a provider and of its environment. */
export type SecretsManagerExamples = {
  /** A project and a config in the environment. */
  project: string;
  config: string;
  /** A secret that the config has, and a name that it doesn't. */
  present: string;
  free: string;
  /** Whether the manager keeps a deleted name for some time, in which a set of it is refused and changes nothing. */
  keepsDeletedNames?: boolean;
  /** Texts in the values of the environment's secrets. Only `secrets.get` may be answered with one. */
  stored: readonly [string, ...string[]];
  /** Whether the provider trims what it stores, so that its input has to refuse a value with white space at its start. */
  trims?: true;
  /** Every request of the provider, as its README lists it: `GET /v3/projects`, with `*` for any one segment and `**` for several. */
  routes: readonly string[];
  /** A header that says what is done, if all requests have one path: its value then ends the route, as in `POST /Notes.List`. */
  operationHeader?: string;
  /** The README that lists them. */
  readme: URL;
};

/** One run of an action, with all that it did. */
type Ran = { action: Action; input: Address; end: RunEnd; exchanges: readonly Exchange[]; facts: PassedFacts };
type Address = Readonly<Record<string, unknown>>;

/** An open environment, and what was done in it. */
type Bench = {
  execute: (id: SecretsActionId, more?: Address) => Promise<Ran>;
  /** @returns the output. @throws AssertionError for any other end. */
  output: (id: SecretsActionId, more?: Address) => Promise<Record<string, unknown>>;
  /** Creates a secret, if this manager needs that before its first value. */
  create: (secret: Address) => Promise<void>;
  runs: readonly Ran[];
};

/** A value that occurs nowhere else. */
const written = "canary-4c1d-the-value-that-is-written";
const writtenNext = "canary-93ab-the-value-that-replaces-it";

/**
 * Registers the suite.
 * @param makeWorld opens a fresh environment without rate limits; called for each test, and closed after it.
 */
export function exerciseSecretsManager(
  provider: Provider,
  makeWorld: () => Promise<ProviderWorld>,
  examples: SecretsManagerExamples,
): void {
  const { slug } = provider;
  /** Whether a new secret takes a change of its own. */
  const creates = provider.actions.some(({ id }) => id === "secrets.create");
  const { project, config, present, free } = examples;
  const at = { project, config };
  const withBench = async (use: (bench: Bench) => Promise<void>) => {
    const world = await makeWorld();
    const runs: Ran[] = [];
    const execute: Bench["execute"] = async (id, more = {}) => {
      const action = actionOf(provider, id);
      const input = id === "projects.list" ? more : id === "configs.list" ? { project, ...more } : { ...at, ...more };
      assert.deepEqual(violations(action.input, input), [], id);
      const ran = { action, input, ...(await run(provider, action, input, world, world.send, runs.length)) };
      runs.push(ran);
      return ran;
    };
    const output: Bench["output"] = async (id, more) => {
      const { end } = await execute(id, more);
      assert.ok(end.kind === "output", `${id}: ${describe(end)}`);
      return end.output as Record<string, unknown>;
    };
    const create: Bench["create"] = async (secret) => {
      if (creates) assert.deepEqual(await output("secrets.create", secret), { ...at, ...secret, created: true });
    };
    try {
      await use({ execute, output, create, runs });
      for (const ran of runs) {
        assertRequests(ran, examples);
        assertAnswers(ran, examples.stored);
        assertRecord(ran);
      }
    } finally {
      await world.close();
    }
  };

  test(`${slug}: has the six shared actions, with evidence for each change`, () => {
    assert.deepEqual(secretsContractFaults(provider.actions), []);
    for (const id of ["secrets.set", "secrets.delete", ...(creates ? (["secrets.create"] as const) : [])] as const) {
      assert.ok(![undefined, "none"].includes(actionOf(provider, id).evidence?.strength), `${id} has no evidence`);
    }
  });

  test(`${slug}: its README lists every request`, async () => {
    const readme = await readFile(examples.readme, "utf8");
    for (const route of examples.routes) {
      const [method = "", path = ""] = route.split(" ");
      const parts = path.split("/").filter((part) => part !== "" && !part.includes("*"));
      const isListed = readme
        .split("\n")
        .some((line) => line.includes(method) && parts.every((part) => line.includes(part)));
      assert.ok(isListed, `the README doesn't list ${route}`);
    }
  });

  test(`${slug}: one program sets, reads, replaces and deletes a secret`, () =>
    withBench(async ({ execute, output, create }) => {
      const secret = { name: free };
      const address = { ...at, name: free };
      const namesNow = async () => (await output("secrets.names.list"))["names"] as string[];
      const absent = async () => codeOf((await execute("secrets.get", secret)).end);
      assert.ok(await lists(output, "projects.list", "projects", "slug", project), "projects.list lacks the project");
      assert.ok(await lists(output, "configs.list", "configs", "name", config), "configs.list lacks the config");
      const before = await namesNow();
      assert.ok(before.includes(present) && !before.includes(free), "the names before");
      assert.equal(await absent(), "SECRET_NOT_FOUND");
      await create(secret);
      for (const value of [written, writtenNext]) {
        assert.deepEqual(await output("secrets.set", { ...secret, value }), { ...address, saved: true });
        assert.deepEqual(await output("secrets.get", secret), { name: free, computed: value });
        assert.deepEqual((await namesNow()).sort(), [...before, free].sort());
      }
      assert.deepEqual(await output("secrets.delete", secret), { ...address, result: "deleted" });
      assert.deepEqual((await namesNow()).sort(), before.sort());
      assert.equal(await absent(), "SECRET_NOT_FOUND");
      assert.deepEqual(await output("secrets.delete", secret), { ...address, result: "already_absent" });
      if (examples.keepsDeletedNames === true) {
        const { end, exchanges } = await execute("secrets.set", { ...secret, value: written });
        assert.equal(codeOf(end), "PROVIDER_REJECTED");
        const changes = exchanges.filter(({ purpose }) => purpose === "change");
        const isRefused = ({ facts }: Exchange) => facts.kind === "answered" && facts.status >= 400;
        assert.ok(changes.every(isRefused), "a set of a deleted name changed something");
        return;
      }
      await create(secret);
      assert.deepEqual(await output("secrets.set", { ...secret, value: written }), { ...address, saved: true });
      assert.deepEqual(await output("secrets.get", secret), { name: free, computed: written });
    }));

  if (creates) {
    test(`${slug}: a secret is created once, without a value, before it is set`, () =>
      withBench(async ({ execute, output, create }) => {
        const secret = { name: free };
        const early = await execute("secrets.set", { ...secret, value: written });
        assert.equal(codeOf(early.end), "SECRET_NOT_FOUND");
        assert.ok(
          early.exchanges.every(({ purpose }) => purpose === "read"),
          "a set of an absent name sent a change",
        );
        assert.ok(early.end.kind === "failed" && early.end.refusal.detail?.includes("secrets.create") === true);
        await create(secret);
        assert.equal(codeOf((await execute("secrets.get", secret)).end), "SECRET_NOT_FOUND");
        assert.ok(((await output("secrets.names.list"))["names"] as string[]).includes(free));
        assert.equal(codeOf((await execute("secrets.create", secret)).end), "PROVIDER_REJECTED");
      }));
  }

  test(`${slug}: keeps every value up to its limit as it is, and refuses one byte more before any request`, () =>
    withBench(async ({ output, create }) => {
      await create({ name: free });
      const { input } = actionOf(provider, "secrets.set");
      const bytesMax = Number((input.properties["value"] as { "x-maxBytes"?: number })["x-maxBytes"]);
      const fits = (value: string) => violations(input, { ...at, name: free, value }).length === 0;
      const filled = ["x", "é", "𝄞"].map((text) => text.repeat(Math.floor(bytesMax / Buffer.byteLength(text))));
      const indented = ' line\n"quote"\\ $x\u2028';
      if (examples.trims) assert.ok(!fits(indented), "a value that isn't kept as it is is accepted");
      for (const value of ["", examples.trims ? indented.trim() : indented, ...filled]) {
        // Only an empty value may be too little.
        assert.ok(fits(value) || value === "", "the provider refuses a value within its limit");
        if (!fits(value)) continue;
        await output("secrets.set", { name: free, value });
        assert.deepEqual(await output("secrets.get", { name: free }), { name: free, computed: value });
      }
      for (const value of filled) assert.ok(!fits(`${value}xxxx`), "a value above the limit is accepted");
    }));

  test(`${slug}: takes the shortest and the longest name`, () =>
    withBench(async ({ output, create }) => {
      const { input } = actionOf(provider, "secrets.set");
      const charsMax = Number((input.properties["name"] as { maxLength?: number }).maxLength);
      for (const name of ["A", "N".repeat(charsMax)]) {
        await create({ name });
        await output("secrets.set", { name, value: written });
        const { names } = await output("secrets.names.list");
        assert.ok((names as string[]).includes(name), `${name} isn't listed`);
        assert.deepEqual(await output("secrets.get", { name }), { name, computed: written });
        assert.equal((await output("secrets.delete", { name }))["result"], "deleted");
      }
      for (const name of ["", "a", "1A", "A-B", "A B", "N".repeat(charsMax + 1)]) {
        assert.notDeepEqual(violations(input, { ...at, name, value: written }), [], `accepts the name ${name}`);
      }
    }));

  test(`${slug}: a list ends, and each of its pages is the one that was asked for`, () =>
    withBench(async ({ output }) => {
      for (const [id, member] of [
        ["projects.list", "projects"],
        ["configs.list", "configs"],
      ] as const) {
        const first = await output(id, { page: 1, perPage: 1 });
        assert.equal(first["page"], 1);
        assert.equal((first[member] as unknown[]).length, 1, `${id} ignores perPage`);
        const beyond = await output(id, { page: 1000, perPage: 100 });
        assert.deepEqual(beyond, { [member]: [], page: 1000 });
      }
    }));
}

/** Whether the pages of a list have an entry with this value. */
async function lists(
  output: Bench["output"],
  id: SecretsActionId,
  member: string,
  key: string,
  value: string,
): Promise<boolean> {
  const pagesMax = 20;
  for (let page = 1; page <= pagesMax; page += 1) {
    const entries = (await output(id, { page }))[member] as Record<string, unknown>[];
    if (entries.some((entry) => entry[key] === value)) return true;
    if (entries.length === 0) return false;
  }
  return false;
}

function actionOf({ actions }: Provider, id: SecretsActionId): Action {
  const action = actions.find((one) => one.id === id);
  assert.ok(action !== undefined, `${id} is missing`);
  return action;
}

function codeOf(end: RunEnd): string {
  return end.kind === "failed" ? end.refusal.code : describe(end);
}

/** One changing request at most, none in a read, and nothing but what the README lists. */
function assertRequests(
  { action, input, exchanges }: Ran,
  { routes, operationHeader = "" }: Pick<SecretsManagerExamples, "routes" | "operationHeader">,
): void {
  const changes = exchanges.filter(({ purpose }) => purpose === "change");
  const { effect } = secretsContract[action.id as SecretsActionId];
  assert.ok(changes.length <= (effect === "read" ? 0 : 1), `${action.id} sent ${String(changes.length)} changes`);
  for (const { request } of exchanges) {
    const operation = request.headers?.[operationHeader] ?? [];
    const sent = [`${request.method} `, ...request.path, operation].flat();
    const isListed = routes.some((route) => matches(route.split("/"), sent));
    assert.ok(isListed, `${action.id} sent ${sent.join("/")}, which isn't listed`);
    const { path, query, headers } = request;
    const { value = "" } = input;
    const isQuoted = value !== "" && JSON.stringify([path, query, headers]).includes(String(value));
    assert.ok(!isQuoted, `${action.id} has the value in an address or a header`);
  }
}

/** Values come in the answer to `secrets.get` alone, and there only the one that was asked for. What isn't kept doesn't count. */
function assertAnswers({ action, input, end, exchanges }: Ran, stored: readonly string[]): void {
  const own = action.id === "secrets.get" && end.kind === "output" ? JSON.stringify(end.output) : "";
  const others = [...stored, written, writtenNext].filter((text) => !own.includes(text));
  for (const { facts, request } of exchanges) {
    if (facts.kind !== "answered" || facts.body.kind !== "complete") continue;
    const { answerBody } = request;
    const isCut = typeof answerBody === "object" && facts.status < 400;
    const text = isCut ? JSON.stringify(keepMembers(JSON.parse(facts.body.text), answerBody.keep)) : facts.body.text;
    for (const other of others) {
      assert.ok(!text.includes(other), `${action.id} of ${String(input["name"])} was answered with a value`);
    }
  }
}

/** What is kept of an execution, and what is said of it. */
function assertRecord({ action, input, end, facts }: Ran): void {
  const said = end.kind === "output" ? safeOutput(action, end.output) : end.kind === "failed" ? end.refusal : null;
  const kept = JSON.stringify([dropSensitive(action.input, input), said, facts]);
  for (const value of [written, writtenNext])
    assert.ok(!kept.includes(value), `the record of ${action.id} has a value`);
}

/** Whether a route, `**` of which stands for at least one segment, includes a request. */
function matches([part, ...parts]: readonly string[], [segment, ...segments]: readonly string[]): boolean {
  if (part === undefined || segment === undefined) return part === segment;
  const isSame = part === segment || part === "*" || part === "**";
  return isSame && (matches(parts, segments) || (part === "**" && matches([part, ...parts], segments)));
}
