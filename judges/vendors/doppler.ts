/** Doppler's own client. */
export { DopplerSDK } from "@dopplerhq/node-sdk";
