/** What only a person can tell: each is a line that says where to look. */
import { question } from "./check.ts";

/** Half-sent requests are to wait at the proxy, not in the server. */
export const bufferingProxy = question(
  "proxy that buffers requests",
  "cannot be seen from here: your proxy must take a whole request before it passes it on (nginx: proxy_request_buffering on, its default)",
);

/** Backups are made, and are as private as the database. */
export const backups = question(
  "backups",
  "cannot be seen from here: a copy each day, readable by you alone, away from this machine and without the vault key",
);

/** A backup is one once it was restored. */
export const restoreTest = question(
  "restore test",
  "cannot be seen from here: restore the newest backup somewhere, and run svc-server restore-check and audit verify on it",
);

/** The audit trail can be held against something that is not in the database. */
export const exportedHeads = question(
  "audit heads",
  "cannot be seen from here: run svc-server audit export --heads-only each day and keep what it prints away from the database",
);
