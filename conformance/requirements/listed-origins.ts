/** Promises about self-hosted products whose servers the operator lists. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id, source: "contract §3.4", text });

/** Promises about self-hosted products whose servers the operator lists. */
export const requirements: readonly Requirement[] = [
  of("listed-origins.chosen", "A credential names one of the operator's servers, never an address."),
  of(
    "listed-origins.bound",
    "A connection sends nothing if its row names another server, or if the operator lists its name with another address, or not at all.",
  ),
];
