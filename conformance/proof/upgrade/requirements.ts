/** What is promised of a database that an earlier program made, and of a program under which a newer one migrates. */
import type { Requirement } from "../../harness/requirements.ts";

/** Every promise that the tests of this folder prove. */
export const requirements: readonly Requirement[] = [
  {
    id: "proof.upgrade",
    source: "docs/upgrade.md",
    text: "A database of an earlier schema is brought up to date while callers press: every row, key and audit chain stays what it was, and nothing acts twice.",
  },
  {
    id: "proof.newer-schema",
    source: "contract §11.2",
    text: "A server under which a newer program migrates ends its readiness and finishes what it gets; none of its kind starts any more.",
  },
];
