/** What one look of the doctor came to. */

/** `warn`: it works, and should still be changed. */
export type Check = { name: string; status: "ok" | "warn" | "fail"; detail: string };
