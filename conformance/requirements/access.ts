/** Promises about authentication and isolation. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string, source = "contract §1.2"): Requirement => ({
  id,
  source,
  text,
});

/** Promises about authentication and isolation. */
export const requirements: readonly Requirement[] = [
  of("auth.required", "Every route under /v1 answers a missing or wrong key with 401 and WWW-Authenticate: Bearer."),
  of("auth.before-anything", "Authentication happens before anything else is read.", "contract §1.12"),
  of("auth.form", "A key that is malformed or fails its checksum is refused."),
  of("auth.header-only", "A key in a query parameter or a body, or sent twice, is refused."),
  of("auth.revoked", "Revocation of a key or of a client takes effect within a second."),
  of("auth.rotated", "After a rotation, the new key works, and the old one until the overlap ends."),
  of("auth.named-keys", "A service client may have several named keys."),
  of(
    "isolation.same-response",
    "Another client's resource answers exactly like one that doesn't exist.",
    "contract §1.7",
  ),
  of("isolation.other-tenant", "So does a resource in another tenant of the same client.", "contract §1.7"),
  of(
    "isolation.matrix",
    "On every route of the API description, each id that isn't the caller's is answered like a nonexistent id, and changes nothing.",
    "contract §1.7",
  ),
  of(
    "isolation.cursor",
    "A cursor is valid only for the client, tenant and listing that returned it.",
    "contract §1.5",
  ),
  of("isolation.keys", "Idempotency keys and external ids of another client mean nothing.", "contract §1.11"),
  of(
    "isolation.moved-connection",
    "A connection or credential moved to another client, tenant or connection in the database can't be used.",
    "SECURITY.md",
  ),
  of("isolation.moved-key", "A key assigned to another client in the database is refused.", "SECURITY.md"),
  of("isolation.widened-key", "A key whose rights were changed in the database is refused.", "SECURITY.md"),
  of("isolation.widened-token", "A token whose limits or end were changed in the database is refused.", "SECURITY.md"),
  of(
    "isolation.widened-connection",
    "A connection whose actions or provider were changed in the database does nothing.",
    "SECURITY.md",
  ),
  of("isolation.lists", "Lists show only the client's own resources.", "contract §1.7"),
];
