/** A PostgreSQL that shuts down just as it accepts a connection. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { Kysely, sql } from "kysely";
import { postgresDialect } from "../../../src/adapters/store/postgres/dialect.ts";
import { openPostgresPool } from "../../../src/adapters/store/postgres/open.ts";
import { createScopes } from "../../../src/adapters/store/work.ts";

/** One message of the backend: its letter, its length, its bytes. */
function message(type: string, ...fields: readonly string[]): Buffer {
  const body = Buffer.from(fields.join("\0"), "latin1");
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const welcome = [message("R", "\0\0\0\0"), message("Z", "I")];
const goodbye = message("E", "SFATAL", "C57P01", "Mterminating connection", "", "");

test("a shutdown right after the handshake fails the query and doesn't end the process", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.concat([...welcome, goodbye])));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const pool = openPostgresPool(`postgres://svc:x@127.0.0.1:${port}/svc`, 2, "server");
  const db = new Kysely({ dialect: postgresDialect(pool, createScopes()) });
  try {
    await assert.rejects(sql`select 1`.execute(db));
    await assert.rejects(sql`select 1`.execute(db), "the broken connection is not used again");
    assert.equal(pool.totalCount, 0);
  } finally {
    await db.destroy();
    server.close();
  }
});
