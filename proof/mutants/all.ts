/** Every planted fault. */
import { aws } from "./aws.ts";
import { clock } from "./clock.ts";
import { failover } from "./failover.ts";
import { connect } from "./connect.ts";
import { evidence } from "./evidence.ts";
import { judging } from "./judging.ts";
import type { Mutant } from "./mutant.ts";
import { operatorMutants } from "./operators.ts";
import { records } from "./records.ts";
import { secrets } from "./secrets.ts";
import { sending } from "./sending.ts";
import { approvalMutants } from "./approvals.ts";
import { tokenMutants } from "./tokens.ts";
import { vault } from "./vault.ts";

/** All planted faults. */
export const mutants: readonly Mutant[] = [
  ...sending,
  ...judging,
  ...records,
  ...evidence,
  ...clock,
  ...failover,
  ...vault,
  ...connect,
  ...secrets,
  ...tokenMutants,
  ...approvalMutants,
  ...operatorMutants,
  ...aws,
];
