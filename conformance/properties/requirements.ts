/** What svc promises whatever is done in whatever order. */
import type { Requirement } from "../harness/requirements.ts";

/** Every promise that the suites of this folder prove. */
export const requirements: readonly Requirement[] = [
  {
    id: "properties.model",
    source: "contract §1.13, §3, §4, §5",
    text: "Any sequence of calls, faults, restarts and kills is answered as a small model of the contract says.",
  },
];
