/**
 * The tests that every secrets manager's provider must pass in addition to `exerciseProvider()`: the same sequences of
 * shared actions with every manager, with checks of their requests, answers and records.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Provider } from "../provider.ts";
import type { SecretsActionId } from "../secrets/contract.ts";
import { secretsContractFaults } from "../secrets/define.ts";
import { exerciseCopies } from "./exercise-copies.ts";
import type { Exchange } from "./port.ts";
import { findAction } from "./runs.ts";
import { codeOf, withBench, written, writtenNext } from "./secrets-bench.ts";
import type { Bench, Fields, SecretsManagerExamples } from "./secrets-bench.ts";
import { violations } from "./validation.ts";
import type { ProviderWorld } from "./world.ts";

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
  /** Whether a new secret has to be created before its first value is set. */
  const creates = provider.actions.some(({ id }) => id === "secrets.create");
  const { project, config, present, free } = examples;
  const at = { project, config };
  const inBench = (use: (bench: Bench) => Promise<void>) => withBench(provider, makeWorld, examples, use);
  /** Creates a secret, if this manager requires that before its first value. */
  const create = async ({ output }: Bench, secret: Fields) => {
    if (creates) assert.deepEqual(await output("secrets.create", secret), { ...at, ...secret, created: true });
  };

  exerciseCopies(provider, makeWorld, examples);

  test(`${slug}: has the six shared actions, with evidence for each change`, () => {
    assert.deepEqual(secretsContractFaults(provider.actions), []);
    for (const id of ["secrets.set", "secrets.delete", ...(creates ? (["secrets.create"] as const) : [])] as const) {
      assert.ok(![undefined, "none"].includes(findAction(provider, id).evidence?.strength), `${id} has no evidence`);
    }
  });

  test(`${slug}: its README lists every request`, async () => {
    const readme = await readFile(examples.readme, "utf8");
    for (const route of examples.routes) {
      const [method = "", path = ""] = route.split(" ");
      const parts = path.split(/[/?]/).filter((part) => part !== "" && !part.includes("*"));
      const isListed = readme
        .split("\n")
        .some((line) => line.includes(method) && parts.every((part) => line.includes(part)));
      assert.ok(isListed, `the README doesn't list ${route}`);
    }
  });

  test(`${slug}: sets, reads, replaces and deletes a secret through the shared actions`, () =>
    inBench(async (bench) => {
      const { execute, output } = bench;
      const secret = { name: free };
      const address = { ...at, name: free };
      const namesNow = async () => (await output("secrets.names.list"))["names"] as string[];
      const absent = async () => codeOf((await execute("secrets.get", secret)).end);
      assert.ok(await lists(output, "projects.list", "projects", "slug", project), "projects.list lacks the project");
      assert.ok(await lists(output, "configs.list", "configs", "name", config), "configs.list lacks the config");
      const before = await namesNow();
      assert.ok(before.includes(present) && !before.includes(free), "the names before");
      assert.equal(await absent(), "SECRET_NOT_FOUND");
      await create(bench, secret);
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
      await create(bench, secret);
      assert.deepEqual(await output("secrets.set", { ...secret, value: written }), { ...address, saved: true });
      assert.deepEqual(await output("secrets.get", secret), { name: free, computed: written });
    }));

  if (creates) {
    test(`${slug}: a secret is created once, without a value, before it is set`, () =>
      inBench(async (bench) => {
        const { execute, output } = bench;
        const secret = { name: free };
        const early = await execute("secrets.set", { ...secret, value: written });
        assert.equal(codeOf(early.end), "SECRET_NOT_FOUND");
        assert.ok(
          early.exchanges.every(({ purpose }) => purpose === "read"),
          "a set of an absent name sent a change",
        );
        assert.ok(early.end.kind === "failed" && early.end.refusal.detail?.includes("secrets.create") === true);
        await create(bench, secret);
        assert.equal(codeOf((await execute("secrets.get", secret)).end), "SECRET_NOT_FOUND");
        assert.ok(((await output("secrets.names.list"))["names"] as string[]).includes(free));
        assert.equal(codeOf((await execute("secrets.create", secret)).end), "PROVIDER_REJECTED");
      }));
  }

  test(`${slug}: keeps every value up to its limit unchanged, and rejects a larger one before any request`, () =>
    inBench(async (bench) => {
      const { output } = bench;
      await create(bench, { name: free });
      const { input } = findAction(provider, "secrets.set");
      const bytesMax = Number((input.properties["value"] as { "x-maxBytes"?: number })["x-maxBytes"]);
      const fits = (value: string) => violations(input, { ...at, name: free, value }).length === 0;
      const filled = ["x", "é", "𝄞"].map((text) => text.repeat(Math.floor(bytesMax / Buffer.byteLength(text))));
      const indented = ' line\n"quote"\\ $x\u2028';
      if (examples.trims) assert.ok(!fits(indented), "accepts a value that the manager would trim");
      for (const value of ["", examples.trims ? indented.trim() : indented, ...filled]) {
        // Only the empty value may be below a minimum.
        assert.ok(fits(value) || value === "", "the provider refuses a value within its limit");
        if (!fits(value)) continue;
        await output("secrets.set", { name: free, value });
        assert.deepEqual(await output("secrets.get", { name: free }), { name: free, computed: value });
      }
      for (const value of filled) assert.ok(!fits(`${value}xxxx`), "a value above the limit is accepted");
    }));

  test(`${slug}: accepts the shortest and the longest name`, () =>
    inBench(async (bench) => {
      const { output } = bench;
      const { input } = findAction(provider, "secrets.set");
      const charsMax = Number((input.properties["name"] as { maxLength?: number }).maxLength);
      for (const name of ["A", "N".repeat(charsMax)]) {
        await create(bench, { name });
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

  test(`${slug}: a list ends, and returns the requested pages`, () =>
    inBench(async ({ output }) => {
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
