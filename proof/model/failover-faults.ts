/** The mistakes that can be planted in failover.pml, one at a time, and the property that each must violate. */
import type { PlantedFault } from "./spin.ts";

/** The properties of the model, defined at the end of failover.pml. */
export type FailoverProperty = "at_most_once" | "failed_means_none" | "unsent_is_known" | "nothing_stays_open";

/** Every mistake. */
export const failoverFaults: readonly PlantedFault<FailoverProperty>[] = [
  {
    switch: "SWEEP_ASKS_NO_FENCE",
    mistake: "the sweep fails accepted writes of a database that lost their dispatch",
    breaks: "failed_means_none",
  },
  {
    switch: "SWEEP_ASKS_TOO_EARLY",
    mistake: "the sweep asks the fence in an earlier transaction",
    breaks: "failed_means_none",
  },
  {
    switch: "ACCEPTANCE_LEAVES_THE_ACCEPTED",
    mistake: "an acceptance doesn't mark accepted writes as perhaps sent",
    breaks: "failed_means_none",
  },
  { switch: "DISPATCH_ASKS_NO_FENCE", mistake: "dispatched on any database", breaks: "at_most_once" },
  {
    switch: "ASYNCHRONOUS_COUNTS_AS_SAFE",
    mistake: "a server accepts a failover that lost writes",
    breaks: "at_most_once",
  },
  { switch: "OLDER_COPY_IS_NOT_SEEN", mistake: "an older copy passes for the database", breaks: "at_most_once" },
  { switch: "ACCEPTANCE_KEEPS_KEYS", mistake: "an acceptance refuses no old keys", breaks: "at_most_once" },
  {
    switch: "ACCEPTED_IS_UNKNOWN",
    mistake: "an accepted write counts as perhaps sent although nothing was lost",
    breaks: "unsent_is_known",
  },
  {
    switch: "ACCEPTED_STAYS_OPEN",
    mistake: "an accepted write is never settled",
    breaks: "nothing_stays_open",
  },
];
