/** Doctor: checks that only a person can perform. Each line says what to check. */
import { question } from "./check.ts";

/** Slow requests should wait at the proxy, not in the server. */
export const bufferingProxy = question(
  "proxy that buffers requests",
  "check yourself: your proxy must receive a whole request before it passes it on (nginx: proxy_request_buffering on, the default)",
);

/** Whether backups are made and kept private. */
export const backups = question(
  "backups",
  "check yourself: a daily copy that only you can read, on another machine and without the vault key",
);

/** Whether a backup was ever restored. */
export const restoreTest = question(
  "restore test",
  "check yourself: restore the latest backup somewhere, and run svc-server restore-check and audit verify on it",
);

/** Whether there is something outside the database to verify the audit trail against. */
export const exportedHeads = question(
  "audit heads",
  "check yourself: run svc-server audit export --heads-only every day and keep the output away from the database",
);
