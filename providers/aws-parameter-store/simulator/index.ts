/** A simulator of AWS Parameter Store, written from its documentation and independently of the client. */
import { awsCredential } from "@svc/aws/simulator";

export { awsCredential } from "@svc/aws/simulator";
export { startAwsParameterStoreSimulator, type ParametersSimulator } from "./start.ts";
export { ParametersWorld, type Switches } from "./world.ts";
export { startAwsParameterStoreSimulator as startSimulator } from "./start.ts";

/** The credential that the simulator accepts: an end user's access key. */
export const sandboxCredentials = awsCredential("everything");
