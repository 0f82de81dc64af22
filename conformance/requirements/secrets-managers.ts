/** Promises about the shared behavior of secrets managers. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id, source: "contract §6.4; docs/secrets-managers.md", text });

/** Promises about the shared behavior of secrets managers. */
export const requirements: readonly Requirement[] = [
  of("secrets.one-program", "One program, written against the six shared actions, works with every secrets manager."),
  of(
    "secrets.copy",
    "A secret is copied from one manager to another through two connections, and its value is stored nowhere.",
  ),
  of(
    "secrets.key-file",
    "An unusable key file is refused before anything is sent, and the addresses in one are neither stored nor requested.",
  ),
  of(
    "secrets.exchange",
    "A credential is exchanged for a token once for many executions; a faulty exchange sends nothing, and a refused one requires a new connection.",
  ),
];
