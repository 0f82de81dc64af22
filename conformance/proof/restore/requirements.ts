/** What is promised of backups and of what is restored from them. */
import type { Requirement } from "../../harness/requirements.ts";

/** Every promise that the tests of this folder prove. */
export const requirements: readonly Requirement[] = [
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
];
