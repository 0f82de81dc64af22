/** What the scenarios of the proof show; their short forms run with the other tests. */
import type { Requirement } from "../conformance/harness/requirements.ts";

/** Every promise that this folder proves. */
export const requirements: readonly Requirement[] = [
  {
    id: "proof.judge",
    source: "SECURITY.md, What is promised",
    text: "The judge of the scenarios sees a breach of each of the invariants I1 to I9, and none where there is none.",
  },
  {
    id: "proof.crash-points",
    source: "contract §4.1, §4.4",
    text: "SIGKILL before and after a statement or a piece of bytes of a write, on both engines, breaks no invariant.",
  },
  {
    id: "proof.postgres-kills",
    source: "contract §4.1, §4.4",
    text: "SIGKILL of PostgreSQL, alone or with the server, in the middle of writes breaks no invariant.",
  },
  {
    id: "proof.sleepers",
    source: "contract §4.4",
    text: "A server that is stopped at a point of a write past its lease, and then woken, breaks no invariant.",
  },
  {
    id: "proof.clocks",
    source: "contract §15.1",
    text: "A clock that jumps, of a machine, a replica or the database, makes no key act twice and no write of a living server unknown.",
  },
  {
    id: "proof.failover",
    source: "contract §15.2",
    text: "A PostgreSQL that fails over or is killed under load makes no key act twice: it goes on by itself if nothing was lost, and only on the operator's word if something may have been.",
  },
  {
    id: "proof.wire-faults",
    source: "contract §4.1, §4.2, §4.3, §4.5, §4.7",
    text: "Each fault on the wire comes to its one outcome for each kind of request, on a fresh connection, a used and a kept one: a change is sent once and its key replays the outcome, a faulty probe sends no change and frees the key.",
  },
  {
    id: "proof.stampede",
    source: "contract §1.13",
    text: "Many callers of one key at once, at three processes over one database, cause one effect and are told the same or 409.",
  },
  {
    id: "proof.mutants-hunt",
    source: "docs/proof.md",
    text: "The hunt reports the test that notices a planted fault, and none for a change that breaks nothing; it rejects a fault whose code has moved.",
  },
  {
    id: "proof.mutants",
    source: "docs/proof.md",
    text: "Each planted fault fits the code and is noticed by the tests that claim to hold the promise that it breaks.",
    proofPart: "mutants",
  },
  {
    id: "proof.vault-keys",
    source: "contract §11.3",
    text: "All root keys and tenant keys change under load while the commands are killed: no credential is lost, and the old root key can go.",
  },
  {
    id: "proof.vault-tampering",
    source: "contract §11.3",
    text: "A sealed credential that was altered, cut or moved in the database is not used: one answer, nothing sent, no connection condemned.",
  },
  {
    id: "proof.vault-start",
    source: "contract §11.3",
    text: "A server starts with every key that is needed, in any order, and with no less; a wrong key is refused.",
  },
  {
    id: "proof.vault-destroyed",
    source: "contract §3.1",
    text: "Once a tenant is deleted, rows of its credentials that come back from a copy open with nothing that the database still holds.",
  },
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
  {
    id: "properties.model",
    source: "contract §1.13, §3, §4, §5",
    text: "Any sequence of calls, faults, restarts and kills is answered as a small model of the contract says.",
  },
  {
    id: "proof.restore",
    source: "contract §15.3",
    text: "What is restored from a backup by the documented commands replays what it knows, and lets nothing act twice that was done since the backup.",
  },
  {
    id: "proof.backup-file",
    source: "contract §15.3; docs/backup.md",
    text: "A backup is for its owner alone, never takes a file's place, and is not served without its vault key or before the operator has marked the keys that are too old.",
  },
  {
    id: "proof.newer-schema",
    source: "contract §11.2",
    text: "A server under which a newer program migrates ends its readiness and finishes what it gets; none of its kind starts any more.",
  },
];
