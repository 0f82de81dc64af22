/** Promises about what secrets managers have in common. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id, source: "contract §6.4; docs/secrets-managers.md", text });

/** Promises about what secrets managers have in common. */
export const requirements: readonly Requirement[] = [
  of("secrets.one-program", "One program, written against the six shared actions, works with every secrets manager."),
  of(
    "secrets.copy",
    "A secret is copied from one manager to another by two connections, and its value is kept nowhere.",
  ),
  of(
    "secrets.key-file",
    "A key file that can't be used is refused before anything is sent, and the addresses in one are neither kept nor asked.",
  ),
  of(
    "secrets.exchange",
    "A credential is exchanged for a token once for many executions; a faulty exchange sends nothing, and a refused one means a new connection.",
  ),
];
