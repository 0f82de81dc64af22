/** The server's own outbound client, to one address with the token of one app registration. */
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { makeBearer, type ProviderWorld } from "@svc/provider-kit/testing";
import { createEgress, defaultLimits } from "../../../packages/server/src/adapters/egress/index.ts";
import { appExchange, type AppCredential } from "../src/exchange.ts";
import { azureKeyVault } from "../src/index.ts";

const listedOrigin = `prod ${azureKeyVault.origin}`;

/** A way to send with an app's token. */
export type Channel = Pick<ProviderWorld, "send" | "close"> & { credential: AppCredential & { origin: string } };

/** Opens one to a server on loopback, which is the vault that the operator lists as `prod`, and the tenant's token endpoint. */
export function openChannel(url: string, app: AppCredential): Channel {
  const monotonicMs = () => performance.now();
  const { slug, requestIdHeader } = azureKeyVault;
  const target = { provider: slug, requestIdHeader, answerHeaders: [], loopbackOnly: true } as const;
  const egress = createEgress({
    targets: [
      { ...target, service: "api", origin: null, listed: { [listedOrigin]: url } },
      { ...target, service: "authorization", origin: url },
    ],
    limits: defaultLimits,
    userAgent: "svc-test",
    monotonicMs,
    nowMs: () => Date.now(),
  });
  const deadlineMs = monotonicMs() + defaultLimits.totalTimeoutMs;
  type Call = Parameters<typeof egress.open>[1];
  // An execution has one channel with one changing request, so each run opens its own.
  const sendOn = async (call: Omit<Call, "deadlineMs">, request: ProviderRequest): Promise<ExchangeFacts> => {
    const channel = egress.open(slug, { ...call, deadlineMs });
    try {
      return await channel.send(request);
    } finally {
      channel.close();
    }
  };
  const exchange = (request: ProviderRequest) => sendOn({ service: "authorization", headers: {} }, request);
  let token: Promise<string> | null = null;
  return {
    credential: { origin: "prod", ...app },
    async send(request) {
      token ??= makeBearer(appExchange(app), exchange);
      return await sendOn({ headers: { authorization: `Bearer ${await token}` }, listedOrigin }, request);
    },
    close: () => egress.close(),
  };
}
