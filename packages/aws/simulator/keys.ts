/** The account of every simulated AWS API, and its keys. */
import type { AccessKey } from "./signature.ts";

/** The account's id. */
export const accountId = "123456789012";

const keyOf = (name: string, arnEnd: string, readOnly = false): AccessKey => ({
  id: `AKIA${name.toUpperCase().padEnd(16, "2")}`,
  secret: `${name}/`.padEnd(40, "Zk3+"),
  name,
  arn: `arn:aws:iam::${accountId}:${arnEnd}`,
  readOnly,
});

/** The keys that the simulators accept, by name. */
export const accessKeys = {
  everything: keyOf("everything", "user/harbor"),
  readOnly: keyOf("readonly", "user/harbor-reader", true),
  root: keyOf("root", "root"),
} as const;

/** The credential that an end user submits, by name. */
export function awsCredential(name: keyof typeof accessKeys, region = "eu-west-1") {
  const { id, secret } = accessKeys[name];
  return { region, access_key_id: id, secret_access_key: secret };
}
