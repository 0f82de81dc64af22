/** Calls over links that are kept between calls. */
import type { Socket } from "node:net";
import type { TestContext } from "node:test";
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { idleDefaults, type IdleLimits } from "../../../src/adapters/egress/link.ts";
import type { Egress, EgressOptions } from "../../../src/adapters/egress/index.ts";
import { canary, egressTo, rawServer, soon, type RawServer } from "./raw-server.ts";

/** A whole response. */
export const fine = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
/** Responds with {@link fine}. */
export const respond = (socket: Socket): void => void socket.write(fine);
/** A read of the provider. */
export const read: ProviderRequest = { method: "GET", path: ["v3", "me"] };

/** Long enough for any machine; other tests cover links that rest too long. */
export const patient: IdleLimits = { ...idleDefaults, restMsMax: 60_000 };

/** One call: its requests in order on its own channel. @returns the facts of the last one. */
export async function call(
  egress: Egress,
  requests: readonly ProviderRequest[] = [read],
  whose: { connectionId?: string; credentialVersion?: number } = { connectionId: "con_1", credentialVersion: 1 },
): Promise<ExchangeFacts> {
  const channel = egress.open("acme", { headers: { authorization: canary }, deadlineMs: soon(), ...whose });
  let facts: ExchangeFacts = { kind: "not_sent", reason: "deadline" };
  for (const request of requests) facts = await channel.send(request);
  channel.close();
  return facts;
}

/** The number of requests on each connection. */
export function perSocket({ received }: RawServer): number[] {
  return received.map((text) => text.match(/ HTTP\/1\.1\r\n/g)?.length ?? 0);
}

/** A server, and a client whose links rest as long as {@link patient} allows. */
export async function serverAndEgress(
  t: TestContext,
  onRequest: (socket: Socket, count: number) => void = respond,
  options: Partial<EgressOptions> = {},
): Promise<{ server: RawServer; egress: Egress }> {
  const server = await rawServer(t, onRequest);
  return { server, egress: egressTo(t, server.origin, { idle: patient, ...options }) };
}
