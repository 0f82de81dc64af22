/** The parts of the proof, in the order in which they run. */
import type { Part } from "./part.ts";
import { approvals } from "./parts/approvals.ts";
import { canaries } from "./parts/canaries.ts";
import { clocks } from "./parts/clocks.ts";
import { crash } from "./parts/crash.ts";
import { drains } from "./parts/drains.ts";
import { egressProxy } from "./parts/egress-proxy.ts";
import { eventsIn } from "./parts/events-in.ts";
import { evidence } from "./parts/evidence.ts";
import { failover } from "./parts/failover.ts";
import { faults } from "./parts/faults.ts";
import { fuzz } from "./parts/fuzz.ts";
import { isolation } from "./parts/isolation.ts";
import { journal } from "./parts/journal.ts";
import { keyServices } from "./parts/key-services.ts";
import { load } from "./parts/load.ts";
import { model } from "./parts/model.ts";
import { mutants } from "./parts/mutants.ts";
import { oauth } from "./parts/oauth.ts";
import { postgresKills } from "./parts/postgres-kills.ts";
import { properties } from "./parts/properties.ts";
import { remoteTools } from "./parts/remote-tools.ts";
import { replicas } from "./parts/replicas.ts";
import { restore } from "./parts/restore.ts";
import { schedules } from "./parts/schedules.ts";
import { sleepers } from "./parts/sleepers.ts";
import { stampede } from "./parts/stampede.ts";
import { upgrade } from "./parts/upgrade.ts";
import { vault } from "./parts/vault.ts";
import { webhooks } from "./parts/webhooks.ts";

export const parts: readonly Part[] = [
  model,
  faults,
  remoteTools,
  egressProxy,
  stampede,
  crash,
  journal,
  approvals,
  postgresKills,
  sleepers,
  clocks,
  failover,
  schedules,
  replicas,
  drains,
  evidence,
  restore,
  upgrade,
  properties,
  isolation,
  canaries,
  fuzz,
  oauth,
  load,
  mutants,
  vault,
  keyServices,
  webhooks,
  eventsIn,
];
