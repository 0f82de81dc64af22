/** A harness for simulated provider APIs. Outside of egress, only this package opens sockets, and only on loopback. */
export { SimControlError } from "./api.ts";
export type { SimResponse, SimApi, SimCommand, SimEffect, SimRequest } from "./api.ts";
export { FaultPlan, parseFaultPlan } from "./faults.ts";
export type { DelayFault, Fault, FaultMatch, FaultRule, HoldFault, PlainFault, StatusFault } from "./faults.ts";
export { Ledger } from "./ledger.ts";
export type { LedgerEffect, LedgerRequest } from "./ledger.ts";
export { losses } from "./losses.ts";
export type { Loss, Losses } from "./losses.ts";
export { rehearse } from "./control-client.ts";
export { rehearsalNames, rehearsalWord } from "./rehearsal.ts";
export type { RehearsalName, RehearsedRequests } from "./rehearsal.ts";
export { startSimulator } from "./simulator.ts";
export type { Simulator, SimulatorOptions } from "./simulator.ts";
export { Snapshots } from "./snapshots.ts";
export type { LaggedChange, ReadLag } from "./snapshots.ts";
export * from "./authorization/index.ts";
export * from "./store/index.ts";
