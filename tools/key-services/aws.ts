/**
 * A stand-in for AWS KMS with one symmetric key, made from its documentation, for tests without Python. moto judges the
 * same client (`npm run test:real`). https://docs.aws.amazon.com/kms/latest/APIReference/Welcome.html
 */
import { makeAeadKey, startStandIn, textOf, type Asked, type Given, type StandIn } from "./service.ts";

/** The key's ARN. */
export const awsKeyArn = "arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab";

/** What tests can change. */
export type AwsKms = StandIn & {
  state: string;
  deletionDate: number | null;
  secret: string;
  /** The keys that it was given to wrap. */
  readonly given: Buffer[];
};

/** Starts it. Its role's credentials are those of its instance metadata service, at the same address. */
export async function startAwsKms(): Promise<AwsKms> {
  const key = makeAeadKey();
  const fault = (type: string): Given => ({ status: 400, body: { __type: type, message: "canary-provider-message" } });
  const respond = (asked: Asked, denies: boolean): Given => {
    const metadata = metadataService(asked, kms.secret);
    if (metadata !== null) return metadata;
    const { json, headers } = asked;
    if (denies || !textOf(headers.authorization).startsWith("AWS4-HMAC-SHA256 ")) return fault("AccessDeniedException");
    if (json["KeyId"] !== awsKeyArn) return fault("NotFoundException");
    const operation = textOf(headers["x-amz-target"]).replace("TrentService.", "");
    if (operation === "DescribeKey") {
      const deletion = kms.deletionDate === null ? {} : { DeletionDate: kms.deletionDate };
      return {
        status: 200,
        body: { KeyMetadata: { KeyId: awsKeyArn, Arn: awsKeyArn, KeyState: kms.state, ...deletion } },
      };
    }
    if (kms.state === "Disabled") return fault("DisabledException");
    if (kms.state !== "Enabled") return fault("KMSInvalidStateException");
    const aad = Buffer.from(JSON.stringify(contextOf(json["EncryptionContext"])));
    if (operation === "Encrypt") {
      const plaintext = Buffer.from(textOf(json["Plaintext"]), "base64");
      kms.given.push(plaintext);
      const blob = key.encrypt(plaintext, aad).toString("base64");
      return {
        status: 200,
        body: { CiphertextBlob: blob, KeyId: awsKeyArn, EncryptionAlgorithm: "SYMMETRIC_DEFAULT" },
      };
    }
    const plaintext = key.decrypt(Buffer.from(textOf(json["CiphertextBlob"]), "base64"), aad);
    if (plaintext === null) return fault("InvalidCiphertextException");
    return { status: 200, body: { Plaintext: plaintext.toString("base64"), KeyId: awsKeyArn } };
  };
  const kms: AwsKms = Object.assign(await startStandIn(respond), {
    state: "Enabled",
    deletionDate: null as number | null,
    secret: "canary-secret-access-key",
    given: [] as Buffer[],
  });
  return kms;
}

/** A context in the order of its names, as AWS authenticates it. */
function contextOf(value: unknown): readonly string[] {
  const pairs = Object.entries(Object(value) as Readonly<Record<string, string>>);
  return pairs.map(([name, text]) => JSON.stringify([name, text])).sort((one, other) => (one < other ? -1 : 1));
}

/** IMDSv2, a container's endpoint, and STS for web identities; null for other requests. */
function metadataService({ method, path, headers, body }: Asked, secret: string): Given | null {
  const credentials = { AccessKeyId: "ASIAEXAMPLE", SecretAccessKey: secret, Token: "canary-session-token" };
  if (path === "/latest/api/token" && method === "PUT") return { status: 200, body: "canary-metadata-token" };
  const isMetadata = path.startsWith("/latest/meta-data/iam/security-credentials/");
  if (isMetadata && headers["x-aws-ec2-metadata-token"] !== "canary-metadata-token") return { status: 401, body: "" };
  if (isMetadata && path.endsWith("/")) return { status: 200, body: "svc-role" };
  if (isMetadata) return { status: 200, body: credentials };
  if (path === "/container") {
    return headers.authorization === "canary-container-token"
      ? { status: 200, body: credentials }
      : { status: 403, body: {} };
  }
  const form = new URLSearchParams(body);
  if (form.get("Action") !== "AssumeRoleWithWebIdentity") return null;
  if (form.get("WebIdentityToken") !== "canary-web-identity") return { status: 400, body: "<Error/>" };
  const inside = `<AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>${secret}</SecretAccessKey><SessionToken>canary-session-token</SessionToken>`;
  return {
    status: 200,
    body: `<AssumeRoleWithWebIdentityResponse><Credentials>${inside}</Credentials></AssumeRoleWithWebIdentityResponse>`,
  };
}
