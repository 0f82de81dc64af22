/** A stand-in for a remote MCP server, written from the specification. It imports nothing from src. */
export {
  startAuthorizationStandIn,
  type AuthorizationStandIn,
  type AuthorizationStandInOptions,
} from "./authorization.ts";
export { deliveries, slowDeliveries, type Delivery, type Message } from "./deliveries.ts";
export { notesTools, type Note } from "./notes.ts";
export { startStandIn, type ReceivedCall, type StandIn, type StandInOptions } from "./server.ts";
