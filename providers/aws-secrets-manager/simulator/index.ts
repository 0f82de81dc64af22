/** A simulator of AWS Secrets Manager, written from its documentation and independently of the client. */
import { awsCredential } from "@svc/aws/simulator";

export { awsCredential } from "@svc/aws/simulator";
export { startAwsSecretsManagerSimulator, type SecretsSimulator } from "./start.ts";
export { SecretsWorld, type Switches } from "./world.ts";
export { startAwsSecretsManagerSimulator as startSimulator } from "./start.ts";

/** The credential that the simulator accepts: an end user's access key. */
export const sandboxCredentials = awsCredential("everything");
