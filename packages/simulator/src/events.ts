/** What simulated providers send to an app's address: events, signed as the provider's documentation says. */
import { createHmac } from "node:crypto";

/** What an event is about. */
export type SampleEvent = {
  /** The account that it belongs to, as the provider's deliveries name it. */
  account: string;
  /** The provider's id for it. */
  id: string;
  /** When it is sent, in milliseconds since the epoch. */
  atMs: number;
};

/** The headers include the signature, which covers the body as it is here. */
export type SignedDelivery = { headers: Readonly<Record<string, string>>; body: string };

/** Signs a sample of a type; null if the provider has no such type. */
export type SignEvent = (event: SampleEvent & { type: string; secret: string }) => SignedDelivery | null;

/**
 * Creates the function that signs a provider's samples.
 * @param bodies the body of each type. @param headersFor the headers of a delivery, with its signature.
 */
export function eventSigner(
  bodies: Readonly<Record<string, (event: SampleEvent) => object>>,
  headersFor: (event: SampleEvent & { type: string; secret: string; body: string }) => SignedDelivery["headers"],
): SignEvent {
  return (event) => {
    const write = Object.hasOwn(bodies, event.type) ? bodies[event.type] : undefined;
    if (write === undefined) return null;
    const body = JSON.stringify(write(event));
    return { headers: { "content-type": "application/json", ...headersFor({ ...event, body }) }, body };
  };
}

/** HMAC with SHA-256, in hexadecimal. */
export function hmacSha256(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

const timeoutMs = 15_000;

/**
 * Sends a delivery to a server on this machine.
 * @returns the status and the body of the answer; null if nothing answers.
 */
export async function sendDelivery(
  url: string,
  { headers, body }: SignedDelivery,
): Promise<{ status: number; text: string } | null> {
  try {
    const options = { method: "POST", headers, body, redirect: "error" } as const;
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}
