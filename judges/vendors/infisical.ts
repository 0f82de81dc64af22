/** Infisical's own client. */
export { InfisicalSDK } from "@infisical/sdk";
