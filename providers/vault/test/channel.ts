/** The server's own outbound client, to one address with one token. */
import type { ExchangeFacts } from "@svc/provider-kit";
import type { ProviderWorld } from "@svc/provider-kit/testing";
import { createEgress, defaultLimits } from "../../../packages/server/src/adapters/egress/index.ts";
import { tokenAuth } from "../src/auth.ts";
import { vault } from "../src/index.ts";

const listedOrigin = "prod https://vault.internal:8200";

/** A way to send with a token. */
export type Channel = Pick<ProviderWorld, "send" | "close"> & {
  credential: { origin: string; access_token: string };
};

/** Opens one to a server on loopback, which stands for the server that the operator lists as `prod`. */
export function openChannel(url: string, token: string): Channel {
  const monotonicMs = () => performance.now();
  const { slug, requestIdHeader, answerHeaders = [] } = vault;
  const target = { provider: slug, service: "api", origin: null, requestIdHeader, answerHeaders } as const;
  const egress = createEgress({
    targets: [{ ...target, listed: { [listedOrigin]: url }, loopbackOnly: true }],
    limits: defaultLimits,
    userAgent: "svc-test",
    monotonicMs,
    nowMs: () => Date.now(),
  });
  const credential = { origin: "prod", access_token: token };
  const deadlineMs = monotonicMs() + defaultLimits.totalTimeoutMs;
  return {
    credential,
    // An execution has one channel with one changing request, so each run opens its own.
    async send(request): Promise<ExchangeFacts> {
      const channel = egress.open(slug, { headers: tokenAuth.headers(credential), deadlineMs, listedOrigin });
      try {
        return await channel.send(request);
      } finally {
        channel.close();
      }
    },
    close: () => egress.close(),
  };
}
