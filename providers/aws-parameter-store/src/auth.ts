/**
 * Access keys, and the least-privilege policy for them:
 * https://docs.aws.amazon.com/systems-manager/latest/userguide/sysman-paramstore-access.html
 */
import { awsAccessKey } from "@svc/aws";
import type { GrantAdvice } from "@svc/provider-kit";

/** The operation that each action needs on a parameter. */
const operations: Readonly<Record<string, string>> = {
  "secrets.get": "GetParameter",
  "secrets.set": "PutParameter",
  "secrets.delete": "DeleteParameter",
};

/** The policy for these actions, on the parameters of one config. */
export function grantAdvice(actionIds: readonly string[]): GrantAdvice {
  const own = actionIds.flatMap((id) => operations[id] ?? []);
  const statement = (names: readonly string[], resource: string) => ({
    Effect: "Allow",
    Action: names.map((name) => `ssm:${name}`),
    Resource: resource,
  });
  // Every action except the one that reads a value reads descriptions.
  const describes = actionIds.some((id) => id !== "secrets.get");
  const statements = [
    ...(own.length === 0 ? [] : [statement(own, "arn:aws:ssm:*:*:parameter/app/prod/*")]),
    ...(describes ? [statement(["DescribeParameters"], "*")] : []),
  ];
  const policy = { Version: "2012-10-17", Statement: statements };
  return {
    title: "An IAM user with this policy",
    why: "Replace app/prod with your project and config. The policy allows nothing else, except that AWS can only allow reading the descriptions of all parameters, without their values. If you use your own KMS key, also allow kms:Encrypt and kms:Decrypt on it.",
    ...(statements.length === 0 ? {} : { policy: JSON.stringify(policy, null, 2) }),
  };
}

/** An access key that the end user provides. */
export const keyAuth = awsAccessKey({ service: "ssm", grantAdvice });
