/** A name server on loopback. It resolves the names that a test sets, and never answers for one zone. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { TestContext } from "node:test";

/** A running name server. */
export type NameServer = {
  /** For a resolver's list of servers. */
  address: string;
  /** The names in the queries received, one entry per query. */
  asked: string[];
};

/** IPv4 addresses by name. All other names don't exist. */
export type Zone = Readonly<Record<string, readonly string[]>>;

/** Names in this zone get no response before the end of the test. */
export const silentZone = "silent.acme.io";

const typeA = 1;
const answerExists = 0x8180;
const answerMissing = 0x8183;

export async function startNameServer(t: TestContext, zone: Zone = {}): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  const unanswered: (() => void)[] = [];
  let isOver = false;
  t.after(() => {
    isOver = true;
    for (const respond of unanswered) respond();
  });
  socket.on("message", (query, from) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const respond = (): void =>
      socket.send(responseTo(query.subarray(0, end), zone[name], type), from.port, from.address);
    if (name.endsWith(silentZone) && !isOver) unanswered.push(respond);
    else respond();
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  // Lookups that the test left behind may still send queries while it ends.
  socket.unref();
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

/** RFC 1035 §4.1.2. @returns `end`: where the question ends in the message. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length: number; (length = query.readUInt8(at)) > 0; at += 1 + length) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/**
 * RFC 1035 §4.1.3: each record points to the question's name. @param question the query up to the end of its question.
 */
function responseTo(question: Buffer, addresses: readonly string[] | undefined, type: number): Buffer {
  const given = type === typeA ? (addresses ?? []) : [];
  const message = Buffer.from(question);
  message.writeUInt16BE(addresses === undefined ? answerMissing : answerExists, 2);
  message.writeUInt16BE(given.length, 6);
  message.writeUInt16BE(0, 10);
  const records = given.map((address) => {
    const record = Buffer.from("c00c000100010000003c000400000000", "hex");
    record.set(address.split(".").map(Number), 12);
    return record;
  });
  return Buffer.concat([message, ...records]);
}
