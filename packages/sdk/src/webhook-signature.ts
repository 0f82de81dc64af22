/** Verifies deliveries to a webhook endpoint, according to Standard Webhooks. */
import type { EventType } from "@svc/contract";
import { SvcError } from "./errors.ts";
import { defaultPlatform } from "./platform.ts";

/** An event as it is delivered. Look up what you need with the ids in `data`. */
export type WebhookEvent = {
  /** The event's id. A repeated delivery has the same one. */
  id: string;
  /** A newer server may send types that this version doesn't know. */
  type: EventType | (string & {});
  /** When it happened, in ISO 8601. Deliveries may arrive out of order. */
  timestamp: string;
  /** The ids of its subjects, with `tenant_id` unless it concerns no tenant, and the new state. */
  data: Readonly<Record<string, string | number | null>>;
};

/** A delivery as your server received it. */
export type ReceivedWebhook = {
  /** Names are lowercase, as Node provides them; a `Headers` object works too. */
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The body exactly as it arrived, byte for byte. Parsing and serializing it again changes its signature. */
  body: string;
};

/** The delivery isn't svc's, was changed, or is too old. Answer with 400, and do nothing else. */
export class WebhookVerificationError extends SvcError {
  override readonly name = "WebhookVerificationError";
}

/** Maximum difference between a delivery's time and now: an older one may be a replayed recording. */
const toleranceSeconds = 300;

/**
 * Returns the event of a delivery if its signature and time are valid.
 *
 * @param secret the endpoint's signing secret, `whsec_…`. During a rotation the old one and the new one both work.
 * @param options.nowMs the present time; for tests.
 * @throws WebhookVerificationError if a header is missing, the time is more than five minutes off, or no signature
 * matches.
 */
export async function verifyWebhook(
  secret: string,
  { headers, body }: ReceivedWebhook,
  options: { nowMs?: number } = {},
): Promise<WebhookEvent> {
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== "string" || value === "") throw new WebhookVerificationError(`The header ${name} is missing.`);
    return value;
  };
  const id = header("webhook-id");
  const time = header("webhook-timestamp");
  const signatures = header("webhook-signature").split(" ");
  const nowMs = options.nowMs ?? defaultPlatform.nowMs();
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1000 - Number(time)) > toleranceSeconds) {
    throw new WebhookVerificationError("The delivery's time is more than five minutes from now. Check your clock.");
  }
  const key = await importKey(secret);
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`);
  for (const signature of signatures) {
    const bytes = signature.startsWith("v1,") ? decodeBase64(signature.slice(3)) : null;
    // `verify` compares in constant time.
    if (bytes !== null && (await crypto.subtle.verify("HMAC", key, bytes, signed))) return readEvent(id, body);
  }
  throw new WebhookVerificationError(
    "No signature matches. Check that the secret is this endpoint's and the body is raw.",
  );
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ""));
  if (bytes === null || bytes.length === 0) throw new WebhookVerificationError("The secret isn't a signing secret.");
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function readEvent(id: string, body: string): WebhookEvent {
  const { type, timestamp, data } = JSON.parse(body) as Omit<WebhookEvent, "id">;
  return { id, type, timestamp, data };
}
