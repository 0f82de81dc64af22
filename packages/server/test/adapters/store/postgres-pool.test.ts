/** Broken connections: the pool must not hand them out again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Kysely, sql } from "kysely";
import { postgresDialect, type Writers } from "../../../src/adapters/store/postgres/dialect.ts";
import { createScopes } from "../../../src/adapters/store/work.ts";

/** A pool with one connection whose queries fail like this. @returns how it was released. */
function failingPool(failure: Error): { pool: Writers; released: unknown[] } {
  const released: unknown[] = [];
  const client = {
    on: () => client,
    query: ({ callback }: { callback: (error: Error) => void }) => callback(failure),
    release: (broken: unknown) => released.push(broken),
  };
  const pool = {
    options: {},
    writer: () => Promise.resolve(client),
    renew: () => undefined,
    end: () => Promise.resolve(),
  };
  return { pool: pool as unknown as Writers, released };
}

const cases = [
  { reason: "a response that timed out", failure: new Error("Query read timeout"), broken: true },
  { reason: "a reset", failure: Object.assign(new Error("read"), { code: "ECONNRESET" }), broken: true },
  { reason: "a broken pipe", failure: Object.assign(new Error("write"), { code: "EPIPE" }), broken: true },
  { reason: "a server that goes away", failure: Object.assign(new Error("bye"), { code: "57P01" }), broken: true },
  {
    reason: "a statement that was cancelled",
    failure: Object.assign(new Error("late"), { code: "57014" }),
    broken: false,
  },
  { reason: "a row that exists", failure: Object.assign(new Error("dup"), { code: "23505" }), broken: false },
];
for (const { reason, failure, broken } of cases) {
  test(`after ${reason} the connection is ${broken ? "dropped" : "kept"}`, async () => {
    const { pool, released } = failingPool(failure);
    const db = new Kysely({ dialect: postgresDialect(pool, createScopes()) });
    await assert.rejects(sql`select 1`.execute(db), failure);
    assert.deepEqual(released, [broken]);
  });
}
