/** Commands on a database that doesn't exist: which of them create it, and what the others say. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { freePort, makeHome, runProgram, type Ran } from "../../harness/index.ts";

const createCommands = [
  ["service-clients", "create", "--name", "backend"],
  ["operator-tokens", "create", "--name", "Ada"],
];
const named = { SVC_DATABASE_URL: "sqlite:./own/svc.sqlite" };

function sealed(): { SVC_VAULT_KEYS: string } {
  return { SVC_VAULT_KEYS: `main:${randomBytes(32).toString("base64")}` };
}

type Run = (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ran>;

/** Runs commands in a new folder. `files` lists what is in it. */
async function alone(work: (run: Run, files: () => Promise<string[]>) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "svc-missing-"));
  const SVC_LISTEN = `127.0.0.1:${await freePort()}`;
  try {
    await work(
      (args, env = {}) => runProgram("svc-server", args, { cwd: folder, env: { SVC_LISTEN, ...env } }),
      () => readdir(folder),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function assertFailed({ exitCode, stdout, stderr }: Ran, says: RegExp, command: readonly string[]): void {
  assert.deepEqual([exitCode, stdout], [1, ""], command.join(" "));
  assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
  assert.match(stderr, says, command.join(" "));
}

test("without SVC_DATABASE_URL, creating a key or token creates no database, and says what is missing", () =>
  alone(async (run, files) => {
    const says =
      /There is no database at \S+data\/svc\.sqlite, and SVC_DATABASE_URL isn't set: set it to your server's/;
    for (const command of [...createCommands, ["service-clients", "list"]]) {
      for (const env of [{}, sealed()]) assertFailed(await run(command, env), says, command);
      assertFailed(await run([...command, "--sandbox"]), says, command);
      assert.deepEqual(await files(), [], command.join(" "));
    }
  }));

test("without a vault key, no command creates a database", () =>
  alone(async (run, files) => {
    for (const command of [...createCommands, ["migrate"], ["serve"]]) {
      const says =
        /There is no vault key: set SVC_VAULT_KEYS .* no database at \S+own\/svc\.sqlite: .* correct SVC_DATABASE_URL\./;
      assertFailed(await run(command, named), says, command);
      assert.deepEqual(await files(), [], command.join(" "));
    }
    for (const command of [["migrate"], ["serve"]]) {
      const says =
        /There is no vault key: .* no database at \S+data\/svc\.sqlite: if yours is elsewhere, set SVC_DATABASE_URL\./;
      assertFailed(await run(command), says, command);
      assert.deepEqual(await files(), [], command.join(" "));
    }
  }));

test("without a vault key, an empty PostgreSQL database stays empty", async () => {
  const home = await makeHome("postgres");
  try {
    await alone(async (run) => {
      const env = { SVC_DATABASE_URL: home.databaseUrl };
      const says = /There is no vault key: .* The database is empty: if yours is elsewhere, correct SVC_DATABASE_URL\./;
      for (const command of [...createCommands, ["migrate"], ["serve"]]) {
        assertFailed(await run(command, env), says, command);
      }
      const list = ["service-clients", "list"];
      assertFailed(await run(list, { ...env, ...sealed() }), /The database is empty: check SVC_DATABASE_URL/, list);
    });
  } finally {
    await home.remove();
  }
});

test("with a vault key, the first command can create the database that SVC_DATABASE_URL names", async () => {
  for (const command of createCommands) {
    await alone(async (run, files) => {
      const ran = await run(command, { ...named, ...sealed() });
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.deepEqual(await files(), ["own"]);
    });
  }
  await alone(async (run, files) => {
    const env = sealed();
    const ran = await run(["migrate"], env);
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.deepEqual(await files(), ["data"]);
    assert.equal((await run(createCommands[0] ?? [], env)).exitCode, 0, "the default database exists");
  });
});
