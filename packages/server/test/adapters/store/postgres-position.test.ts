/**
 * A database that is behind its earlier position is an older copy. The first session detects it, not only the next
 * look.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientBase } from "pg";
import { readFact, watchPosition } from "../../../src/adapters/store/postgres/facts.ts";

/** A session on a server at this position. @param before awaited before it answers. */
function sessionAt(
  flushedBytes: number,
  timeline = "00000001",
  before: Promise<unknown> = Promise.resolve(),
): ClientBase {
  const query = async (text: string) => {
    await before;
    return { rows: [{ fact: text.includes("flush_lsn") ? String(flushedBytes) : timeline }] };
  };
  return { query } as unknown as ClientBase;
}

const at = (flushedBytes: number) => ({ timeline: "00000001", flushedBytes });

test("detects a session on an older copy immediately, and the next look reports it even if the copy has grown", async () => {
  const position = watchPosition();
  assert.equal(position.look(at(1000)), 1000);
  await position.join(sessionAt(800));
  assert.equal(position.wentBack(), true);
  assert.equal(position.look(at(1500)), 800);
  assert.equal(position.look(at(1600)), 800, "until something is done about it");
  position.forget();
  assert.equal(position.wentBack(), false);
  assert.equal(position.look(at(1700)), 1700);
});

test("accepts a session at the same or a later position, or on another timeline", async () => {
  const position = watchPosition();
  await position.join(sessionAt(10));
  position.look(at(1000));
  await position.join(sessionAt(1000));
  await position.join(sessionAt(900, "00000002"));
  assert.equal(position.wentBack(), false);
});

test("ignores a session that was queried before a look", async () => {
  const position = watchPosition();
  const response = Promise.withResolvers<void>();
  position.look(at(1000));
  const joined = position.join(sessionAt(1100, "00000001", response.promise));
  position.look(at(1200));
  response.resolve();
  await joined;
  assert.equal(position.wentBack(), false);
});

test("leaves out facts that the role may not read, and throws for those it can't read right now", async () => {
  const failing = (code: string) => {
    const query = () => Promise.reject(Object.assign(new Error("no"), { code }));
    return { query } as unknown as ClientBase;
  };
  for (const code of ["42501", "0A000", "42883"]) assert.equal(await readFact(failing(code), "x"), "");
  for (const code of ["57014", "53300", "ECONNRESET"]) await assert.rejects(readFact(failing(code), "x"), { code });
});
