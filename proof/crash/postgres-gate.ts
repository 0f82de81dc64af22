/**
 * A TCP relay between a server and PostgreSQL that parses as much of the frontend/backend protocol as it needs: where
 * statements and answers end (PostgreSQL documentation, chapter "Frontend/Backend Protocol", message formats). Before a
 * statement, PostgreSQL hasn't seen it. After it, PostgreSQL has answered, but the server hasn't read that.
 */
import type { Socket } from "node:net";
import { startRelay, written, type Gate } from "./provider-gate.ts";
import type { Trigger } from "./trigger.ts";

interface Asked {
  readonly n: number;
  readonly label: string;
}

/** Starts a relay to a PostgreSQL on loopback. */
export async function startPostgresGate(targetPort: number, trigger: Trigger): Promise<Gate> {
  return await startRelay(targetPort, (client, database) => {
    const asked: Asked[] = [];
    void relayStatements(client, database, asked, trigger);
    void relayResponses(database, client, asked, trigger);
  });
}

async function relayStatements(client: Socket, database: Socket, asked: Asked[], trigger: Trigger): Promise<void> {
  const messages = new Messages(false);
  /** Named statements, parsed once and then bound by name. */
  const named = new Map<string, string>();
  let unit: Buffer[] = [];
  let label = "";
  try {
    for await (const chunk of client as AsyncIterable<Buffer>) {
      for (const message of messages.take(chunk)) {
        unit.push(message.bytes);
        label = sqlOf(message, named) ?? label;
        // Parse, bind, describe and execute are sent with the sync that ends them.
        if ("PBDEC".includes(message.type) && message.type !== "") continue;
        const bytes = Buffer.concat(unit);
        unit = [];
        if (message.type === "Q" || message.type === "S") {
          const { n, meeting } = trigger.before("statement", label);
          if (meeting !== null) await meeting;
          asked.push({ n, label });
        }
        if (!(await written(database, bytes))) return;
      }
    }
    database.end();
  } catch {
    database.destroy();
  }
}

async function relayResponses(database: Socket, client: Socket, asked: Asked[], trigger: Trigger): Promise<void> {
  const messages = new Messages(true);
  let unit: Buffer[] = [];
  try {
    for await (const chunk of database as AsyncIterable<Buffer>) {
      for (const message of messages.take(chunk)) {
        unit.push(message.bytes);
        const [first] = asked;
        if (first !== undefined && message.type !== "Z") continue;
        if (first !== undefined) {
          asked.shift();
          const meeting = trigger.after("statement", first.n, first.label);
          if (meeting !== null) await meeting;
        }
        const bytes = Buffer.concat(unit);
        unit = [];
        if (!(await written(client, bytes))) return;
      }
    }
    // The server ends the session.
    if (unit.length > 0) await written(client, Buffer.concat(unit));
    client.end();
  } catch {
    client.destroy();
  }
}

interface Message {
  /** One letter; "" for the startup packet, which has none. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** Splits a stream into messages. */
class Messages {
  #rest: Buffer = Buffer.alloc(0);
  #isStarted: boolean;

  /** @param isStarted false for the client's stream, which starts with an untyped packet. */
  constructor(isStarted: boolean) {
    this.#isStarted = isStarted;
  }

  take(chunk: Buffer): readonly Message[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const typeBytes = this.#isStarted ? 1 : 0;
      if (this.#rest.length < typeBytes + 4) return messages;
      const length = typeBytes + this.#rest.readInt32BE(typeBytes);
      if (this.#rest.length < length) return messages;
      const bytes = this.#rest.subarray(0, length);
      messages.push({ type: bytes.subarray(0, typeBytes).toString("latin1"), bytes });
      this.#rest = this.#rest.subarray(length);
      this.#isStarted = true;
    }
  }
}

/**
 * The text of a query, of a parse message (after its statement's name), or of the named statement that a bind
 * message refers to (after its portal's name); null for every other message.
 */
function sqlOf({ type, bytes }: Message, named: Map<string, string>): string | null {
  if (type !== "Q" && type !== "P" && type !== "B") return null;
  const [first = "", second = ""] = bytes.subarray(5).toString("utf8").split("\0");
  if (type === "B") return named.get(second) ?? null;
  const sql = (type === "P" ? second : first).replaceAll(/\s+/g, " ").trim().slice(0, 80);
  if (type === "P" && first !== "") named.set(first, sql);
  return sql;
}
