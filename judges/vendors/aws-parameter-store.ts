/** AWS's own client for Parameter Store. */
export {
  DeleteParameterCommand,
  DescribeParametersCommand,
  GetParameterCommand,
  PutParameterCommand,
  SSMClient,
  type PutParameterCommandInput,
} from "@aws-sdk/client-ssm";
