/** Promises about credentials that expire. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id, source: "contract §4.14", text });

/** Promises about credentials that expire. */
export const requirements: readonly Requirement[] = [
  of(
    "expiry.told",
    "credentialExpiresAt is the expiry that the provider reports: in the session once it is verified, and in the connection.",
  ),
  of("expiry.past", "An expired credential is refused like one that the provider refuses."),
  of(
    "expiry.notices",
    "connection.expiring is sent 7 days and 1 day before expiry, each once across all replicas; if late, only the nearest one is sent.",
  ),
  of(
    "expiry.end",
    "When a credential expires, and not before, its connection needs reconnecting, and nothing more is sent with it.",
  ),
  of("expiry.renewed", "A test records a changed expiry, and makes an expired connection active again if it is later."),
];
