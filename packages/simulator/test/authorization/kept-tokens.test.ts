/** Issued tokens survive a restart of the simulator if it keeps them in a file. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { connect, exchange, start, statusOf } from "./example.ts";

test("access and refresh tokens, and revocations, survive a restart", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "svc-tokens-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "deeper", "box.json");
  const switches = { refreshTokens: "rotate", accessTokenSeconds: 3600 } as const;
  const restarted = () => start(switches, {}, file);
  const first = await restarted();
  const kept = await connect(first, { scope: "boxes:read" });
  const used = await connect(first, { scope: "boxes:read" });
  const refresh = (simulator: { url: string }, { refresh_token }: Record<string, unknown>) =>
    exchange(simulator, { grant_type: "refresh_token", refresh_token: String(refresh_token) });
  assert.equal((await refresh(first, used)).status, 200);
  await first.close();
  assert.equal(statSync(file).mode & 0o777, 0o600);

  const second = await restarted();
  assert.equal(await statusOf(second, kept["access_token"], "/boxes"), 200, "with its scopes");
  assert.equal(await statusOf(second, used["access_token"]), 401, "the refresh replaced it");
  assert.equal((await refresh(second, used)).status, 400, "it was used before the restart");
  const { status, body } = await refresh(second, kept);
  assert.equal(status, 200);
  await second.close();

  await using third = await restarted();
  assert.equal(await statusOf(third, body["access_token"]), 200, "issued after a restart");
  assert.equal(await statusOf(third, kept["access_token"]), 401);
});

test("without a file, tokens end with the simulator", async () => {
  const first = await start();
  const { access_token: token } = await connect(first);
  await first.close();
  await using second = await start();
  assert.equal(await statusOf(second, token), 401);
});
