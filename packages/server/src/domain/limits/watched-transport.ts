/** The provider transport, with the health of every call judged and reported to the circuit breakers. */
import type { ProviderTransport } from "../provider-calls/port.ts";
import type { Health } from "./circuit.ts";
import type { Circuits } from "./circuits.ts";
import type { ExchangeFacts, NotSentReason } from "@svc/provider-kit";

/** Reasons for not sending that are the provider's fault, or the network's. */
const unreachable: ReadonlySet<NotSentReason> = new Set(["dns", "connect", "connect_timeout", "tls"]);

/** 4xx statuses that prove no refusal: a change that gets one has an unknown outcome (contract §4.3). */
const ambiguousClientErrors: ReadonlySet<number> = new Set([408, 421, 425]);

/**
 * Judges an exchange. A fault: the provider couldn't be reached, or returned no usable response or a status that leaves
 * a change's outcome unknown.
 * @param method `GET` for a read, which may return a redirect.
 * @returns null if the exchange says nothing because this side abandoned it.
 */
export function judgeHealth(method: string, facts: ExchangeFacts): Health | null {
  if (facts.kind === "not_sent") return unreachable.has(facts.reason) ? "fault" : null;
  if (facts.kind === "lost") return "fault";
  const { status, body } = facts;
  if (status >= 500 || status < 200 || ambiguousClientErrors.has(status)) return "fault";
  if (status >= 400) return "response";
  if (status >= 300) return method === "GET" ? "response" : "fault";
  return body.kind === "unreadable" ? "fault" : "response";
}

/**
 * Wraps a transport. A call is as healthy as its last conclusive exchange: a repeated read may succeed in the end, and
 * the response to a change may be lost although the reads before it succeeded. Only a connection's calls to a
 * provider's API count: an authorization server is another host, and a credential that has no connection yet may be
 * anything.
 */
export function watchedTransport(
  transport: ProviderTransport,
  { report }: Pick<Circuits, "report">,
): ProviderTransport {
  return {
    open(provider, call) {
      const channel = transport.open(provider, call);
      const { connectionId } = call;
      if (connectionId === undefined || call.service === "authorization") return channel;
      let last: Health | null = null;
      return {
        async send(request, options) {
          const facts = await channel.send(request, options);
          last = judgeHealth(request.method, facts) ?? last;
          return facts;
        },
        close() {
          if (last !== null) report({ provider, connectionId }, last);
          last = null;
          channel.close();
        },
      };
    },
  };
}
