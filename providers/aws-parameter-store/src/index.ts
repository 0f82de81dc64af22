/** The provider for AWS Systems Manager Parameter Store. */
export { awsParameterStore } from "./manifest.ts";
