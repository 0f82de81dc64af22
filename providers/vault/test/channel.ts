/** The server's own outbound client, to one address with one credential. */
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { makeBearer, type ProviderWorld } from "@svc/provider-kit/testing";
import { createEgress, defaultLimits } from "../../../packages/server/src/adapters/egress/index.ts";
import { vaultAuth } from "../src/auth.ts";
import { vault } from "../src/index.ts";

const listedOrigin = "prod https://vault.internal:8200";

/** A token, or an AppRole to log in with, and its namespace. */
export type Given = ({ access_token: string } | { role_id: string; secret_id: string }) & { namespace?: string };

/** A way to send with a credential. */
export type Channel = Pick<ProviderWorld, "send" | "close"> & { credential: { origin: string } & Given };

/** Opens one to a server on loopback, which stands for the server that the operator lists as `prod`. */
export function openChannel(url: string, given: Given): Channel {
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
  const credential = { origin: "prod", ...given };
  const deadlineMs = monotonicMs() + defaultLimits.totalTimeoutMs;
  // An execution has one channel with one changing request, so each request opens its own.
  const sendWith = async (more: Readonly<Record<string, string>>, request: ProviderRequest): Promise<ExchangeFacts> => {
    const headers = { ...vaultAuth.headers(credential), ...more };
    const channel = egress.open(slug, { headers, deadlineMs, listedOrigin });
    try {
      return await channel.send(request);
    } finally {
      channel.close();
    }
  };
  const source = vaultAuth.bearer?.(credential) ?? null;
  let token: Promise<string> | null = null;
  return {
    credential,
    async send(request) {
      if (source === null) return await sendWith({}, request);
      token ??= makeBearer(source, (login) => sendWith({}, login));
      return await sendWith({ authorization: `Bearer ${await token}` }, request);
    },
    close: () => egress.close(),
  };
}
