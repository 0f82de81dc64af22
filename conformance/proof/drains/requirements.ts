/** What is promised of a server that is told to stop. */
import type { Requirement } from "../../harness/requirements.ts";

/** Every promise that the programme of drains proves. */
export const requirements: readonly Requirement[] = [
  {
    id: "proof.drains",
    source: "contract §11.2",
    text: "Servers that are told to stop under load turn their readiness first, finish what they took, and end with 0.",
  },
  {
    id: "proof.second-signal",
    source: "contract §11.2",
    text: "A second SIGTERM ends the wait for an answer: its caller is told that the outcome is unknown, and the record says so.",
  },
];
