/** Promises about credentials that expire. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id, source: "contract §4.14", text });

/** Promises about credentials that expire. */
export const requirements: readonly Requirement[] = [
  of(
    "expiry.told",
    "credentialExpiresAt is the end that the provider tells: in the session once it is verified, and in the connection.",
  ),
  of("expiry.past", "A credential whose end is past is refused like one that the provider refuses."),
  of(
    "expiry.notices",
    "connection.expiring comes 7 days and 1 day before the end, each once over all replicas; late, only the nearest one comes.",
  ),
  of(
    "expiry.end",
    "At its end, and not before, a credential's connection needs reconnecting, and nothing more is sent with it.",
  ),
  of("expiry.renewed", "A test records another end, and makes an ended connection active again if it is later."),
];
