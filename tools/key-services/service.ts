/** What all stand-ins for key services share: a server on loopback that can be away, and its requests. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";

/** One request. */
export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
  json: Readonly<Record<string, unknown>>;
};

/** A response: a status, and a JSON document or text. */
export type Given = { status: number; body: unknown; headers?: Readonly<Record<string, string>> };

/** A running stand-in. */
export type StandIn = {
  url: string;
  /** How it behaves: `away` cuts every connection, `denies` refuses everyone. */
  mode: "works" | "away" | "denies";
  /** The requests so far, as `METHOD path`. */
  readonly asked: string[];
  close(): Promise<void>;
};

/** Starts a server. @param respond also gets whether it denies. */
export async function startStandIn(respond: (asked: Asked, denies: boolean) => Given): Promise<StandIn> {
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in");
      asked.push(`${request.method ?? ""} ${pathname}`);
      if (standIn.mode === "away") return void request.socket.destroy();
      const { method = "GET", headers } = request;
      const of: Asked = { method, path: pathname, query: searchParams, headers, body, json: parse(body) };
      const given = respond(of, standIn.mode === "denies");
      const text = typeof given.body === "string" ? given.body : JSON.stringify(given.body);
      const type = typeof given.body === "string" ? "text/plain" : "application/json";
      return response.writeHead(given.status, { "content-type": type, ...given.headers }).end(text);
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const standIn: StandIn = {
    url: `http://127.0.0.1:${String(port)}`,
    mode: "works",
    asked,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
  return standIn;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function parse(body: string): Asked["json"] {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A key that encrypts with additional data, as the services' symmetric keys do. */
export type AeadKey = {
  encrypt(plaintext: Buffer, aad: Buffer): Buffer;
  /** Null if a byte, the additional data or the key differs. */
  decrypt(ciphertext: Buffer, aad: Buffer): Buffer | null;
};

/** Each key is random, and lost with the process. */
export function makeAeadKey(): AeadKey {
  const key = randomBytes(32);
  return {
    encrypt(plaintext, aad) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(aad);
      return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(ciphertext, aad) {
      if (ciphertext.length < 28) return null;
      const decipher = createDecipheriv("aes-256-gcm", key, ciphertext.subarray(0, 12)).setAAD(aad);
      decipher.setAuthTag(ciphertext.subarray(-16));
      try {
        return Buffer.concat([decipher.update(ciphertext.subarray(12, -16)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

/** A text of a request. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
