/** Shows the operator's doctor what arrives through the proxy in front of the server, after a silence. */
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { ServiceError } from "@svc/contract";
import { probePath, readProbe } from "../../../domain/operators/proxy-probe.ts";
import type { KeyedHashes } from "../../../domain/vault/port.ts";

/** Probes at the same time. One doctor needs one. */
const probesMax = 4;

const apartMs = 500;

/** Registers the route. For everybody else it is no route. */
export function serveProxyProbe(
  app: FastifyInstance,
  { hashes, nowMs }: { hashes: Pick<KeyedHashes, "verify">; nowMs: () => number },
): void {
  const held = new Set<AbortController>();
  app.addHook("preClose", async () => {
    for (const one of held) one.abort();
  });
  app.route({
    method: "GET",
    url: probePath,
    exposeHeadRoute: false,
    config: { path: probePath, group: "health" },
    handler: async (request, reply) => {
      const holdMs = readProbe(hashes, request.raw.url?.split("?", 2)[1] ?? "", nowMs());
      if (holdMs === null) throw new ServiceError("NOT_FOUND");
      if (held.size >= probesMax) throw new ServiceError("OVERLOADED");
      const holding = new AbortController();
      held.add(holding);
      reply.raw.once("close", () => {
        held.delete(holding);
        holding.abort();
      });
      const seen = JSON.stringify({ host: request.headers.host ?? null });
      // As streams for agents are sent: the head at once, then nothing for a while.
      const body = async function* (): AsyncGenerator<string> {
        yield "\n";
        // A proxy that buffers may still pass on what arrives together with the head.
        await delay(apartMs, undefined, { signal: holding.signal }).catch(() => undefined);
        yield "\n";
        await delay(holdMs, undefined, { signal: holding.signal }).catch(() => undefined);
        yield seen;
      };
      return reply
        .headers({ "content-type": "application/json", "cache-control": "no-store", "x-accel-buffering": "no" })
        .send(Readable.from(body()));
    },
  });
}
