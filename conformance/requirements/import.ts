/** Promises about imported connections. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id, source: "contract §5.12", text });

/** Promises about imported connections. */
export const requirements: readonly Requirement[] = [
  of("import.active", "An import is active once the provider has confirmed the credential, and shows origin import."),
  of("import.allowed", "A service client imports only while an operator allows it; otherwise 403 IMPORT_NOT_ALLOWED."),
  of("import.checks", "An import has the same checks as a Connect session and its form, all before any call."),
  of("import.refused", "A refused or unverified credential stores nothing; an unverified one frees the key."),
  of("import.dry-run", "dryRun verifies the credential and stores nothing but the key's response."),
  of(
    "import.once",
    "However often one key is sent, one connection is created; another body is IDEMPOTENCY_KEY_REUSED.",
  ),
  of("import.bounds", "An import has at most 16 KiB, and its own rate limit: 60 at once, then 5 per second."),
  of(
    "import.quiet",
    "No part of an imported credential is in a response, a log, an event, an audit event or the database.",
  ),
  of(
    "import.oauth",
    "Tokens are imported with their scopes; the grants are those that the scopes allow, and refreshes work.",
  ),
];
