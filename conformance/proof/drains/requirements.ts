/** What is promised of a server that is told to stop. */
import type { Requirement } from "../../harness/requirements.ts";

/** Every promise that the programme of drains proves. */
export const requirements: readonly Requirement[] = [
  {
    id: "proof.drains",
    source: "issue 5, deliverable 11; reference, section 9, Shutdown",
    text: "Servers that are told to stop under load turn their readiness first, finish what they took, and end with 0.",
  },
  {
    id: "proof.second-signal",
    source: "issue 5, deliverable 11; contract §4, rule 3",
    text: "A second SIGTERM ends the wait for an answer: its caller is told that the outcome is unknown, and the record says so.",
  },
];
