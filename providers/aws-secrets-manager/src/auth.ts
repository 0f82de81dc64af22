/**
 * Access keys, and the least-privilege policy for them:
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/auth-and-access_iam-policies.html
 */
import { awsAccessKey } from "@svc/aws";
import type { GrantAdvice } from "@svc/provider-kit";

/** The operations that each action needs on a secret. Lists aren't for a particular secret. */
const operations: Readonly<Record<string, readonly string[]>> = {
  "secrets.get": ["GetSecretValue"],
  "secrets.set": ["DescribeSecret", "ListSecretVersionIds", "CreateSecret", "PutSecretValue"],
  "secrets.delete": ["DescribeSecret", "DeleteSecret"],
};
const lists: readonly string[] = ["projects.list", "configs.list", "secrets.names.list"];

/** The policy for these actions, on the secrets of one config. */
export function grantAdvice(actionIds: readonly string[]): GrantAdvice {
  const own = new Set(actionIds.flatMap((id) => operations[id] ?? []));
  const statement = (names: readonly string[], resource: string) => ({
    Effect: "Allow",
    Action: names.map((name) => `secretsmanager:${name}`),
    Resource: resource,
  });
  const statements = [
    ...(own.size === 0 ? [] : [statement([...own], "arn:aws:secretsmanager:*:*:secret:app/prod/*")]),
    ...(actionIds.some((id) => lists.includes(id)) ? [statement(["ListSecrets"], "*")] : []),
  ];
  const policy = { Version: "2012-10-17", Statement: statements };
  return {
    title: "An IAM user with this policy",
    why: "Replace app/prod with your project and config. The policy allows nothing else, except that AWS can only allow listing the names of all secrets. If you use your own KMS key, also allow kms:Decrypt and kms:GenerateDataKey on it.",
    ...(statements.length === 0 ? {} : { policy: JSON.stringify(policy, null, 2) }),
  };
}

/** An access key that the end user provides. */
export const keyAuth = awsAccessKey({ service: "secretsmanager", grantAdvice });
