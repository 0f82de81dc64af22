/**
 * A server whose key service can't be used yet: the process is up, answers that it isn't ready, and tries again until the
 * vault opens. Nothing else of the server exists before that, because everything needs the vault.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { secondMs } from "../domain/clock/units.ts";
import { createPublicRates } from "../domain/limits/rates.ts";
import type { VaultStartError } from "../domain/vault/errors.ts";
import { createApp, createInbound } from "../entry/rest/app.ts";
import { createRequestTracker } from "../entry/rest/connections.ts";
import type { LogLines } from "../entry/rest/log-lines.ts";
import { createMetricsListener } from "../entry/rest/metrics-listener.ts";
import { createReadiness, serveHealth } from "../entry/rest/readiness.ts";
import { systemPlatform } from "../platform.ts";
import type { Config } from "./config.ts";
import { listenAt, toBaseUrl } from "./listening.ts";

/** How long the pause between two tries is: it doubles from the first to the last, in milliseconds. */
const pauses = { firstMs: secondMs, lastMs: 15 * secondMs };

/** What answers in place of the server until the vault is open. */
export type WaitingServer = {
  /** Says why the vault isn't open, listens if it doesn't yet, and resolves when it's time to try again. */
  wait(reason: Pick<VaultStartError, "code" | "message">): Promise<void>;
  /** Stops listening, so that the server can take its place. */
  close(): Promise<void>;
};

type Listening = { log: Pick<FastifyBaseLogger, "info" | "warn">; close: () => Promise<void> };

/** Creates it. It listens only if it has to wait. */
export function createWaitingServer(
  config: Config,
  { sandbox, log: lines }: { sandbox: boolean; log?: LogLines | undefined },
): WaitingServer {
  const { monotonicMs, randomBytes, jitter } = systemPlatform;
  let why = "";
  let pauseMs = pauses.firstMs;
  let listening: Promise<Listening> | null = null;
  const listen = async (): Promise<Listening> => {
    const inbound = createInbound(createPublicRates(config.limits.rates, systemPlatform));
    const app = createApp({
      inbound,
      docsUrl: config.docsUrl ?? toBaseUrl(config),
      sandbox,
      logLevel: config.logLevel,
      ...(lines === undefined ? {} : { log: lines }),
      newRequestId: () => `req_${Buffer.from(randomBytes(12)).toString("hex")}`,
      phase: () => "waiting",
      requests: createRequestTracker(monotonicMs),
    });
    const vault = { name: "vault", look: () => ({ ok: false, reason: why }) };
    const readiness = createReadiness({ asked: [], known: [vault] }, monotonicMs);
    const pages = { text: () => Promise.resolve(""), contentType: "text/plain; charset=utf-8", sandbox, readiness };
    const metrics = createMetricsListener(pages, inbound.connections);
    const { metricsListen } = config;
    serveHealth({ app }, { sandbox, readiness });
    await listenAt("SVC_LISTEN", config.listen, (at) => app.listen(at));
    if (metricsListen !== null) await listenAt("SVC_METRICS_LISTEN", metricsListen, (at) => metrics.listen(at));
    return {
      log: app.log,
      async close() {
        app.server.closeAllConnections();
        await app.close();
        if (metricsListen !== null) await metrics.close();
      },
    };
  };
  return {
    async wait({ code, message }) {
      const isNews = why !== message;
      why = message;
      const { log } = await (listening ??= listen());
      if (isNews) log.warn({ code }, `${message} The server isn't ready, and tries again until it is.`);
      await pause(pauseMs * (0.75 + jitter() / 4));
      pauseMs = Math.min(pauseMs * 2, pauses.lastMs);
    },
    async close() {
      if (listening === null) return;
      const { log, close } = await listening;
      await close();
      log.info("the wait for the vault keys is over");
    },
  };
}
