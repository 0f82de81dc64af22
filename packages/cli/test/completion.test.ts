/** The completion scripts, and completion in a real bash. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { environmentFor, svc } from "./fixture/launcher.ts";

async function script(shell: string): Promise<string> {
  const { code, stdout, stderr } = await svc(["completion", shell], environmentFor(null));
  assert.deepEqual([code, stderr], [0, ""]);
  return stdout;
}

/** Bash's suggestions for a line; the last word is the one at the cursor. */
function completions(source: string, words: readonly string[]): string[] {
  const list = words.map((word) => `'${word}'`).join(" ");
  const program = `${source}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; COMPREPLY=(); _svc; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", program], { encoding: "utf8" });
  assert.equal(stderr, "");
  return stdout.split("\n").filter((line) => line !== "");
}

test("bash loads the script and completes commands, flags and their values", async () => {
  const source = await script("bash");
  const check = spawnSync("bash", ["-n"], { input: source, encoding: "utf8" });
  assert.deepEqual([check.status, check.stderr], [0, ""]);
  for (const [words, expected] of [
    [
      ["svc", "con"],
      ["connect-sessions", "connections"],
    ],
    [
      ["svc", "actions", ""],
      ["list", "search", "get", "validate", "execute", "propose"],
    ],
    [["svc", "--format", "json", "actions", "e"], ["execute"]],
    [
      ["svc", "actions", "execute", "secrets.set", "--i"],
      ["--input", "--idempotency-key"],
    ],
    [
      ["svc", "actions", "list", "--format", ""],
      ["table", "json"],
    ],
    [["svc", "actions", "list", "--format", "=", "j"], ["json"]],
    [["svc", "actions", "list", "--format", "=", "json", "--q"], ["--quiet"]],
    [["svc", "executions", "list", "--status", "outcome"], ["outcome_unknown"]],
    [
      ["svc", "connections", "list", "--status", ""],
      ["active", "needs_reconnect", "disconnected"],
    ],
    [["svc", "executions", "list", "--idempotency-key", "actions", "--st"], ["--status"]],
    [
      ["svc", "completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["svc", "actions", "execute", "--input", ""], []],
  ] as const) {
    assert.deepEqual(completions(source, words), expected, words.join(" "));
  }
});

test("puts every command and every flag from its help into each script", async () => {
  const all = (await Promise.all(["bash", "zsh", "fish"].map(script))) as [string, string, string];
  for (const name of [
    "auth",
    "doctor",
    "providers",
    "actions",
    "tenants",
    "connect-sessions",
    "connections",
    "executions",
    "events",
    "audit-events",
    "webhooks",
  ]) {
    for (const source of all) assert.ok(source.includes(`'${name}`) || source.includes(` ${name}`), name);
    const { stdout } = await svc(name === "doctor" ? [name, "--help"] : [name, "list", "--help"], environmentFor(null));
    for (const [flag = ""] of stdout.matchAll(/--[a-z-]+/g)) {
      const fish = flag === "--version" ? "" : ` -l ${flag.slice(2)}`;
      assert.ok(all[0].includes(flag) && all[1].includes(flag) && all[2].includes(fish), flag);
    }
  }
});
