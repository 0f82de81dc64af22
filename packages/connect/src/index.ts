export { connect } from "./connect.ts";
export { readReturn, type ConnectReturn } from "./return.ts";
export type { ConnectResult } from "./status.ts";
export type { ConnectMode, ConnectOptions, ConnectSessionReference } from "./target.ts";
