/** The one secret at the provider that every run reads and writes. */

/** A config of the simulated provider's default world. */
export const devConfig = { project: "harbor-api", config: "dev" } as const;

/** The secret's name. */
export const secretName = "BENCH_SECRET";
