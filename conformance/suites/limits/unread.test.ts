/** Responses that their peers never read: they cost the server little, and not for long. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { suite, verifies } from "../../harness/index.ts";

const mebibyte = 1024 * 1024;

/** Together, these ask for more than 500 MiB. The kernel takes at most a few MiB per connection. */
const connectionCount = 80;
const requestsPerConnection = 16;

/** Memory beyond what any load needs, far below what the responses have in all. */
const growthMax = 200 * mebibyte;

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

/** A connection that asks several times for a path and never reads. */
function askUnread(url: string, path: string): { socket: Socket; isClosed: () => boolean } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  let isClosed = false;
  socket.once("close", () => (isClosed = true));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`.repeat(requestsPerConnection));
  return { socket, isClosed: () => isClosed };
}

suite(
  "unread responses",
  (fixture) => {
    verifies("load.unread", "serves others in bounded memory, and closes connections that take nothing", async () => {
      const { server, caller } = fixture();
      const whole = await fetch(`${server.url}/openapi.json`);
      const bodyBytes = (await whole.arrayBuffer()).byteLength;
      assert.ok(bodyBytes * requestsPerConnection * connectionCount > 500 * mebibyte);
      const before = residentBytes(server.pid);
      const unread = Array.from({ length: connectionCount }, () => askUnread(server.url, "/openapi.json"));
      try {
        let open = connectionCount;
        for (let seconds = 0; seconds < 30 && open > 0; seconds += 1) {
          await delay(1000);
          assert.equal((await caller.get("/v1/service-client")).status, 200);
          const growth = residentBytes(server.pid) - before;
          assert.ok(growth < growthMax, `${Math.round(growth / mebibyte)} MiB`);
          // A connection that isn't read notices only by writing that it was closed. Empty lines between requests mean
          // nothing.
          for (const { socket } of unread) socket.write("\r\n");
          open = unread.filter(({ isClosed }) => !isClosed()).length;
        }
        assert.equal(open, 0, "connections that took nothing are still open");
      } finally {
        for (const { socket } of unread) socket.destroy();
      }
    });

    verifies("load.unread", "sends a large response whole to a slow reader", async () => {
      const { server } = fixture();
      const response = await fetch(`${server.url}/openapi.json`, { headers: { "accept-encoding": "identity" } });
      const bytesMax = Number(response.headers.get("content-length"));
      let bytes = 0;
      let chunks = 0;
      for await (const chunk of response.body ?? []) {
        bytes += chunk.byteLength;
        chunks += 1;
        if (chunks < 20) await delay(50);
      }
      assert.equal(bytes, bytesMax);
      assert.ok(bytesMax > 100_000);
    });
  },
  // This is about responses that were accepted, and a rate would refuse most of these requests.
  { env: { SVC_PUBLIC_ADDRESS_RATE_LIMIT_RPS: "0" } },
);
