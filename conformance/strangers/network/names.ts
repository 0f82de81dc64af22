/** A name server for a network of its own, whose answers a test changes at any time. IPv4 only. */
import { createSocket } from "node:dgram";
import { once } from "node:events";

const typeA = 1;

/** Starts it on port 53 of loopback. @param addressesOf the current addresses of a name; null if there's no such name. */
export async function startNames(addressesOf: (name: string) => readonly string[] | null): Promise<void> {
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length: number; (length = query.readUInt8(at)) > 0; at += 1 + length) {
      labels.push(query.toString("latin1", at + 1, at + 1 + length));
    }
    const type = query.readUInt16BE(at + 1);
    const found = addressesOf(labels.join(".").toLowerCase());
    const given = type === typeA ? (found ?? []) : [];
    const head = Buffer.from(query.subarray(0, at + 5));
    head.writeUInt16BE(found === null ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(given.length, 6);
    head.writeUInt32BE(0, 8);
    const records = given.map((address) => {
      const record = Buffer.from("c00c000100010000000000040a000001", "hex");
      record.set(address.split(".").map(Number), 12);
      return record;
    });
    socket.send(Buffer.concat([head, ...records]), from.port, from.address);
  });
  socket.bind(53, "127.0.0.1");
  await once(socket, "listening");
}
