/** The secret that every run reads and writes. */

/** A config of the simulated provider. */
export const devConfig = { project: "harbor-api", config: "dev" } as const;

/** The secret's name. */
export const secretName = "BENCH_SECRET";
