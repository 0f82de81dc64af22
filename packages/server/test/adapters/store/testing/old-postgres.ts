/**
 * A stand-in for a PostgreSQL that is too old, or for another engine: it accepts every login and answers every query with
 * the server's settings (PostgreSQL documentation, chapter "Frontend/Backend Protocol", message formats).
 */
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** The simulated server, and its queries. */
export type OldPostgres = {
  url: string;
  /** The statements it received, in order. */
  statements: readonly string[];
  close(): Promise<void>;
};

const settings = {
  server_version: "14.11",
  server_version_num: "140011",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  server_encoding: "UTF8",
  bypasses_row_security: "false",
  version: "PostgreSQL 14.11 on x86_64-pc-linux-gnu",
  confirms_log: "true",
};

/** Starts it on a free loopback port. @param own settings that differ from an old PostgreSQL's. */
export async function startOldPostgres(own: Partial<typeof settings> = {}): Promise<OldPostgres> {
  const answered = { ...settings, ...own };
  const statements: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    // The start-up packet has no type. No password is requested.
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", int32(0)), ready]));
      socket.on("data", (bytes: Buffer) => {
        if (bytes[0] !== "Q".charCodeAt(0)) return;
        statements.push(bytes.toString("utf8", 5, bytes.length - 1));
        socket.write(respond(answered));
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `postgres://svc:topsecret@127.0.0.1:${(server.address() as AddressInfo).port}/svc?sslmode=disable`,
    statements,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const ready = message("Z", Buffer.from("I"));
const textOid = 25;
const booleanOid = 16;

/** Each row also says that the server accepts writes, which every new session asks. */
function respond(answered: Readonly<Record<string, string>>): Buffer {
  const columns = { name: textOid, setting: textOid, is_writer: booleanOid };
  const count = int16(Object.keys(columns).length);
  const rows = Object.entries(answered).map((row) => message("D", count, ...[...row, "t"].map(value)));
  const description = message("T", count, ...Object.entries(columns).map(column));
  return Buffer.concat([description, ...rows, message("C", Buffer.from(`SELECT ${rows.length}\0`)), ready]);
}

/** A column without a table: name, table, its column, type, size, modifier, text format. */
function column([name, oid]: [string, number]): Buffer {
  return Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(oid), int16(-1), int32(-1), int16(0)]);
}

function value(text: string): Buffer {
  return Buffer.concat([int32(Buffer.byteLength(text)), Buffer.from(text)]);
}

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number);
  return bytes;
}

function int16(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(number);
  return bytes;
}
