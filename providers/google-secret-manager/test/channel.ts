/** The server's own outbound client, to one address with the key of one service account. */
import type { ExchangeFacts } from "@svc/provider-kit";
import { makeBearer, type ProviderWorld } from "@svc/provider-kit/testing";
import { createEgress, defaultLimits } from "../../../packages/server/src/adapters/egress/index.ts";
import { googleSecretManager } from "../src/index.ts";
import { serviceAccountBearer, type ServiceAccountKey } from "../src/service-account.ts";

const bearer = serviceAccountBearer("https://secretmanager.googleapis.com/");

/** A way to send with a key. */
export type Channel = Pick<ProviderWorld, "send" | "close"> & { credential: ServiceAccountKey };

/** Opens one to a server on loopback, which is Google there. @param nowMs the time at which its tokens are signed. */
export function openChannel(url: string, credential: ServiceAccountKey, nowMs: () => number = Date.now): Channel {
  const monotonicMs = () => performance.now();
  const { slug, requestIdHeader, answerHeaders = [] } = googleSecretManager;
  const egress = createEgress({
    targets: [{ provider: slug, service: "api", origin: url, requestIdHeader, answerHeaders, loopbackOnly: true }],
    limits: defaultLimits,
    userAgent: "svc-test",
    monotonicMs,
    nowMs: () => Date.now(),
  });
  const noExchange = () => Promise.reject(new Error("A signed token needs no exchange."));
  const deadlineMs = monotonicMs() + defaultLimits.totalTimeoutMs;
  return {
    credential,
    // An execution has one channel with one changing request, so each run opens its own.
    async send(request): Promise<ExchangeFacts> {
      const token = await makeBearer(bearer(credential), noExchange, nowMs());
      const channel = egress.open(slug, { headers: { authorization: `Bearer ${token}` }, deadlineMs });
      try {
        return await channel.send(request);
      } finally {
        channel.close();
      }
    },
    close: () => egress.close(),
  };
}
