/** What is promised of a server under which a newer program migrates its database. */
import type { Requirement } from "../../harness/requirements.ts";

/** Every promise that the test of this folder proves. */
export const requirements: readonly Requirement[] = [
  {
    id: "proof.newer-schema",
    source: "contract §11.2",
    text: "A server under which a newer program migrates ends its readiness and finishes what it gets; none of its kind starts any more.",
  },
];
