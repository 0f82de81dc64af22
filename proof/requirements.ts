/** What the scenarios of the proof show; their short forms run with the other tests. */
import type { Requirement } from "../conformance/harness/requirements.ts";

/** Every promise that this folder proves. */
export const requirements: readonly Requirement[] = [
  {
    id: "proof.judge",
    source: "SECURITY.md, What is promised",
    text: "The scenarios' judge finds a breach of each of the invariants I1 to I9, and none in sound evidence.",
  },
  {
    id: "proof.crash-points",
    source: "contract §4.1, §4.4",
    text: "SIGKILL before and after a statement or a piece of bytes of a write, on both engines, breaks no invariant.",
  },
  {
    id: "proof.journal",
    source: "contract §14",
    text: "SIGKILL after each commit of a request, on both engines, leaves no change without its audit event, and no audit event without its change.",
  },
  {
    id: "proof.approvals",
    source: "contract §1.16",
    text: "SIGKILL during calls that are proposed, decided and executed, with two servers on PostgreSQL, causes no second request for an approval, and none without one.",
  },
  {
    id: "proof.postgres-kills",
    source: "contract §4.1, §4.4",
    text: "SIGKILL of PostgreSQL, alone or with the server, in the middle of writes breaks no invariant.",
  },
  {
    id: "proof.sleepers",
    source: "contract §4.4",
    text: "A server stopped at a point of a write past its lease, and then resumed, breaks no invariant.",
  },
  {
    id: "proof.clocks",
    source: "contract §15.1",
    text: "A clock that jumps, of a machine, a replica or the database, makes no key act twice and no write of a living server unknown.",
  },
  {
    id: "proof.failover",
    source: "contract §15.2",
    text: "A PostgreSQL that fails over or is killed under load makes no key act twice: it continues on its own if nothing was lost, and only after the operator's acceptance if something may have been.",
  },
  {
    id: "proof.zone-loss",
    source: "contract §4.2, §15.2",
    text: "If a server dies together with the primary, or while an older copy takes the database's place, no write that took effect is ever recorded as failed.",
  },
  {
    id: "proof.wire-faults",
    source: "contract §4.1, §4.2, §4.3, §4.5, §4.7",
    text: "Each fault on the wire has its specified outcome for each kind of request, on a fresh, a used and a kept connection: a change is sent once and its key replays the outcome, a faulty probe sends no change and frees the key.",
  },
  {
    id: "proof.events-in",
    source: "contract §13.3",
    text: "Deliveries that are repeated, reordered, forged and interrupted by SIGKILL, at two replicas on PostgreSQL, leave each event once in the log of each connection that agreed to it, none that was answered 200 is missing, and none is in another's log.",
  },
  {
    id: "proof.remote-tools",
    source: "contract §4.1, §4.2, §4.3",
    text: "An execution of a remote MCP server's tool calls it at most once, whatever the server answers; each tenant's calls have its own credential, and a record says succeeded only if it took effect, and failed only if it didn't.",
  },
  {
    id: "proof.stampede",
    source: "contract §1.13",
    text: "Many concurrent callers of one key, at three processes over one database, cause one effect and get the same response or 409.",
  },
  {
    id: "proof.mutants-hunt",
    source: "docs/proof.md",
    text: "A run of a mutant reports the test that notices it, and none for a harmless change; it rejects a mutant whose code has moved.",
  },
  {
    id: "proof.mutants",
    source: "docs/proof.md",
    text: "Each planted fault fits the code, and the tests of the promise that it breaks notice it.",
    proofPart: "mutants",
  },
  {
    id: "proof.vault-keys",
    source: "contract §11.3",
    text: "Rotating all root and tenant keys under load, with killed commands, loses no credential, and the old root key can be removed.",
  },
  {
    id: "proof.key-services",
    source: "contract §11.3",
    text: "Moving the root key between all kinds of key services and literal keys, with killed servers and commands and services that are away, loses no credential and writes no root key anywhere.",
  },
  {
    id: "proof.vault-tampering",
    source: "contract §11.3",
    text: "A sealed credential that was altered, truncated or moved in the database isn't used: there is one response, nothing is sent, and the connection's status doesn't change.",
  },
  {
    id: "proof.vault-start",
    source: "contract §11.3",
    text: "A server starts only with all required keys, in any order; a wrong key is refused.",
  },
  {
    id: "proof.vault-destroyed",
    source: "contract §3.1",
    text: "Once a tenant is deleted, credential rows restored from a copy can't be opened with anything left in the database.",
  },
  {
    id: "proof.drains",
    source: "contract §11.2",
    text: "Servers stopped under load first end their readiness, finish what they accepted, and exit with 0.",
  },
  {
    id: "proof.second-signal",
    source: "contract §11.2",
    text: "A second SIGTERM ends the wait for a response: the caller gets an unknown outcome, and so does the record.",
  },
  {
    id: "properties.model",
    source: "contract §1.13, §3, §4, §5",
    text: "Any sequence of calls, faults, restarts and kills gets the responses of a small model of the contract.",
  },
  {
    id: "proof.restore",
    source: "contract §15.3",
    text: "A database restored with the documented commands replays known keys, and makes nothing act twice that was done since the backup.",
  },
  {
    id: "proof.backup-file",
    source: "contract §15.3; docs/backup.md",
    text: "A backup is readable only by its owner, never overwrites a file, and isn't served without its vault key, or before the operator has marked the keys that are too old.",
  },
  {
    id: "proof.newer-schema",
    source: "contract §11.2",
    text: "A server whose database a newer version migrates ends its readiness and finishes its requests; its version no longer starts.",
  },
];
