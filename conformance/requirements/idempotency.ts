/** Promises about idempotency keys. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string, source = "contract §1.13"): Requirement => ({ id, source, text });

/** Promises about idempotency keys. */
export const requirements: readonly Requirement[] = [
  of(
    "idempotency.form",
    "1 to 255 visible ASCII characters, bare or quoted; malformed or twice is 400.",
    "contract §1.11",
  ),
  of(
    "idempotency.required",
    "Required to create tenants and sessions, to test, and to execute a write.",
    "contract §1.11",
  ),
  of("idempotency.reads", "A key sent with a read is ignored.", "contract §1.11"),
  of(
    "idempotency.order",
    "The key is looked up before connection, enabled, policy, granted and schema.",
    "contract §1.12",
  ),
  of("idempotency.not-kept", "A refusal before the claim leaves the key unused.", "contract §1.12"),
  of(
    "idempotency.kept",
    "After the claim, every response is kept, except for the codes that free the key.",
    "contract §1.12",
  ),
  of("idempotency.replay", "Same key, same request: the first response again, marked, and nothing is sent."),
  of("idempotency.unknown", "An unknown outcome is replayed as unknown, and as resolved once it is."),
  of("idempotency.reused", "Same key, other body, path or method: 422 IDEMPOTENCY_KEY_REUSED."),
  of(
    "idempotency.in-progress",
    "Same key while the first is running: 409 with Retry-After; fifty concurrent requests act once.",
  ),
  of(
    "idempotency.scope",
    "A key belongs to one client and one tenant; rotating the service key changes nothing.",
    "contract §1.11",
  ),
  of("idempotency.session-token", "A replayed Connect session has no token."),
  of(
    "idempotency.created-secret",
    "A replayed webhook endpoint has no secret, and a replayed delegated token no token.",
  ),
  of("idempotency.canonical", "A body that differs only in JSON formatting is the same request.", "contract §1.11"),
  of("idempotency.no-secret", "A replay contains only the safe response."),
  of(
    "idempotency.freed",
    "A failure that proves that nothing took effect frees the key for a new attempt.",
    "contract §4.2",
  ),
];
