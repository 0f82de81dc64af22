/** AWS's side of a connection, for simulators of its APIs. */
export {
  awsApi,
  awsError,
  awsPage,
  awsPositions,
  awsSwitches,
  textIn,
  type AwsCall,
  type AwsSwitches,
  type Operation,
} from "./api.ts";
export { accessKeys, accountId, awsCredential } from "./keys.ts";
export { signerOf, type AccessKey, type SignatureErrors } from "./signature.ts";
