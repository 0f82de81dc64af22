/** When a server refuses to start: one line with the remedy, and an exit code other than 0. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, test } from "node:test";
import {
  chosenEngines,
  freePort,
  makeHome,
  runProgram,
  spawnProgram,
  startServer,
  until,
  verifies,
  type Engine,
  type Ran,
  type ServerHome,
} from "../../harness/index.ts";

describe("a server refuses to start", { concurrency: false }, () => {
  verifies("reliability.one-server", "as the second server on a SQLite file", async () => {
    const first = await startServer({ engine: "sqlite" });
    try {
      assertRefused(await serve(first.home, ["--sandbox"]), /another server is using .*SVC_DATABASE_URL/i);
      assert.equal((await fetch(`${first.url}/readyz`)).status, 200, "the first one continues");
    } finally {
      await first.dispose();
    }
  });

  for (const engine of chosenEngines()) {
    verifies("reliability.vault-key-at-start", `with a missing or wrong vault key, on ${engine}`, () =>
      onHome(engine, async (home) => {
        const key = keyring("k1");
        assertRefused(await serve(home, []), /SVC_VAULT_KEYS/);
        await servesOnce(home, [], { SVC_VAULT_KEYS: key });
        const malformed = engine === "sqlite" ? ["k1:short", "no key at all", `k1:${key.slice(3, -4)}AAA=`] : [];
        const wrong = [keyring("k1"), keyring("k2"), ...malformed];
        for (const keys of wrong) {
          const ran = await serve(home, [], { SVC_VAULT_KEYS: keys });
          assertRefused(ran, /key/i);
          for (const part of keys.split(":").slice(1)) assert.ok(!ran.stderr.includes(part), "it prints the key");
        }
        assertRefused(await serve(home, [], { SVC_VAULT_KEY_FILE: `${home.folder}/none` }), /SVC_VAULT_KEY_FILE/);
        await servesOnce(home, [], { SVC_VAULT_KEYS: key });
      }),
    );

    test(`with an address in use, and leaves no new database, on ${engine}`, () =>
      onHome(engine, async (home) => {
        const other = createServer().listen(0, "127.0.0.1");
        await once(other, "listening");
        const taken = `127.0.0.1:${(other.address() as AddressInfo).port}`;
        try {
          for (const variable of ["SVC_LISTEN", "SVC_CONNECT_LISTEN", "SVC_ADMIN_LISTEN", "SVC_METRICS_LISTEN"]) {
            const ran = await serve(home, [], { SVC_VAULT_KEYS: keyring("main"), [variable]: taken });
            assertRefused(ran, new RegExp(`${variable}: ${taken} is in use\\. Stop the server that runs there`));
            assert.equal(existsSync(join(home.folder, "svc.sqlite")), false, variable);
          }
        } finally {
          other.close();
        }
        // A database that an earlier start had sealed would refuse this key.
        await servesOnce(home, [], { SVC_VAULT_KEYS: keyring("main") });
      }));

    verifies("reliability.sandbox-apart", `live on a sandbox database, and the reverse, on ${engine}`, async () => {
      const SVC_VAULT_KEYS = keyring("k1");
      await onHome(engine, async (home) => {
        await servesOnce(home, ["--sandbox"], { SVC_VAULT_KEYS });
        assertRefused(await serve(home, [], { SVC_VAULT_KEYS }), /sandbox/i);
      });
      await onHome(engine, async (home) => {
        await servesOnce(home, [], { SVC_VAULT_KEYS });
        assertRefused(await serve(home, ["--sandbox"], { SVC_VAULT_KEYS }), /sandbox/i);
        await servesOnce(home, [], { SVC_VAULT_KEYS });
      });
    });
  }
});

function keyring(id: string): string {
  return `${id}:${randomBytes(32).toString("base64")}`;
}

async function onHome(engine: Engine, prove: (home: ServerHome) => Promise<void>): Promise<void> {
  const home = await makeHome(engine);
  try {
    await prove(home);
  } finally {
    await home.remove();
  }
}

async function surroundings(home: ServerHome, env: Readonly<Record<string, string>>) {
  const SVC_LISTEN = `127.0.0.1:${await freePort()}`;
  return { cwd: home.folder, env: { SVC_LISTEN, SVC_DATABASE_URL: home.databaseUrl, ...env } };
}

/** Runs a server that must exit on its own. */
async function serve(home: ServerHome, flags: string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return await runProgram("svc-server", ["serve", ...flags], await surroundings(home, env));
}

/** Starts a server, waits until it is ready, and stops it. */
async function servesOnce(home: ServerHome, flags: string[], env: Readonly<Record<string, string>>): Promise<void> {
  const at = await surroundings(home, env);
  const child = spawnProgram("svc-server", ["serve", ...flags], at);
  let printed = "";
  child.stderr?.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  try {
    await until(20_000, "the server is ready", async () => {
      assert.equal(child.exitCode, null, printed);
      const ready = await fetch(`http://${at.env.SVC_LISTEN}/readyz`).catch(() => null);
      return ready?.ok === true ? true : null;
    });
  } finally {
    child.kill("SIGTERM");
  }
  assert.equal(await ended, 0, printed);
}

function assertRefused(ran: Ran, says: RegExp): void {
  assert.ok(ran.exitCode > 0, `exit code ${ran.exitCode}`);
  assert.equal(ran.stdout, "");
  const lines = ran.stderr.trimEnd().split("\n");
  assert.equal(lines.length, 1, ran.stderr);
  assert.match(ran.stderr, says);
}
