/** The server's own outbound client, to a server on loopback with an access key: for the tests of AWS's providers. */
import { originsOf, staticAuthOf, type ExchangeFacts, type Provider } from "@svc/provider-kit";
import type { ProviderWorld } from "@svc/provider-kit/testing";
import { createEgress, defaultLimits } from "../../server/src/adapters/egress/index.ts";

/** A way to send with a key. */
export type AwsChannel = Pick<ProviderWorld, "send" | "close"> & {
  credentialKind: string;
  connectionFacts: Readonly<Record<string, string>>;
};

/** Opens one. @param nowMs the clock for signatures; the machine's by default. */
export function openAwsChannel(
  provider: Provider,
  url: string,
  credential: unknown,
  nowMs: () => number = () => Date.now(),
): AwsChannel {
  const monotonicMs = () => performance.now();
  const { slug, requestIdHeader, answerHeaders = [], requestHeaders = [] } = provider;
  const everywhere = Object.fromEntries(Object.keys(originsOf(provider).origins).map((name) => [name, url]));
  const target = { provider: slug, service: "api", origin: url, origins: everywhere, loopbackOnly: true } as const;
  const egress = createEgress({
    targets: [{ ...target, requestIdHeader, answerHeaders, requestHeaders }],
    limits: defaultLimits,
    userAgent: "svc-test",
    monotonicMs,
    nowMs,
  });
  const auth = staticAuthOf(provider);
  const sign = auth?.signer?.(credential);
  return {
    credentialKind: auth?.credentialKind(credential) ?? "",
    connectionFacts: auth?.connectionFacts?.(credential) ?? {},
    // An execution has one channel with one changing request, so each request opens its own.
    async send(request, purpose): Promise<ExchangeFacts> {
      const deadlineMs = monotonicMs() + defaultLimits.totalTimeoutMs;
      const channel = egress.open(slug, { headers: {}, sign, deadlineMs });
      try {
        return await channel.send(request, { isRead: purpose === "read" });
      } finally {
        channel.close();
      }
    },
    close: () => egress.close(),
  };
}
