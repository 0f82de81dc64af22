/**
 * Credentials for AWS from the platform, in the order of AWS's own SDKs: variables, a web identity (IRSA), a container's
 * endpoint (ECS, EKS Pod Identity), and the instance's metadata service (IMDSv2).
 * https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html
 */
import { isLoopback } from "@svc/contract";
import { KeyServiceError, type KeyServiceDeps } from "../../../domain/vault/key-service.ts";
import { ask, readToken, textIn, type Answer } from "./asking.ts";

/** Credentials. Only temporary ones have a session token. */
export type AwsCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken: string | null };

/** Finds credentials, fresh for each use. @throws KeyServiceError `away`, `denied`. */
export async function awsCredentials(region: string, deps: KeyServiceDeps): Promise<AwsCredentials> {
  const { variable } = deps;
  const accessKeyId = variable("AWS_ACCESS_KEY_ID");
  const secretAccessKey = variable("AWS_SECRET_ACCESS_KEY");
  if (accessKeyId !== null && secretAccessKey !== null) {
    return { accessKeyId, secretAccessKey, sessionToken: variable("AWS_SESSION_TOKEN") };
  }
  const tokenFile = variable("AWS_WEB_IDENTITY_TOKEN_FILE");
  const roleArn = variable("AWS_ROLE_ARN");
  if (tokenFile !== null && roleArn !== null) return await ofWebIdentity({ tokenFile, roleArn, region }, deps);
  const container = containerUrl(variable);
  if (container !== null) return await ofContainer(container, deps);
  return await ofInstance(deps);
}

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html: it takes no signature. */
async function ofWebIdentity(
  { tokenFile, roleArn, region }: { tokenFile: string; roleArn: string; region: string },
  deps: KeyServiceDeps,
): Promise<AwsCredentials> {
  const origin =
    deps.variable("AWS_ENDPOINT_URL_STS") ??
    `https://sts.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
  const form = new URLSearchParams({
    Action: "AssumeRoleWithWebIdentity",
    Version: "2011-06-15",
    RoleArn: roleArn,
    RoleSessionName: deps.variable("AWS_ROLE_SESSION_NAME") ?? "svc",
    WebIdentityToken: await readToken(tokenFile, "the file of AWS_WEB_IDENTITY_TOKEN_FILE"),
  });
  const answer = await ask(deps, "AWS STS", {
    method: "POST",
    url: `${origin.replace(/\/$/, "")}/`,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/xml" },
    body: form.toString(),
  });
  if (answer.status !== 200) {
    throw new KeyServiceError("denied", "AWS STS refuses the role of AWS_ROLE_ARN; check its trust policy");
  }
  const element = (name: string): string =>
    textIn("AWS STS", new RegExp(`<${name}>([^<]+)</${name}>`).exec(answer.text)?.[1]);
  return {
    accessKeyId: element("AccessKeyId"),
    secretAccessKey: element("SecretAccessKey"),
    sessionToken: element("SessionToken"),
  };
}

/** The hosts to which AWS's SDKs send a container's token without TLS. */
const containerHosts: ReadonlySet<string> = new Set(["169.254.170.2", "169.254.170.23", "[fd00:ec2::23]"]);

function containerUrl(variable: KeyServiceDeps["variable"]): string | null {
  const relative = variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
  if (relative !== null) return `http://169.254.170.2${relative}`;
  const full = variable("AWS_CONTAINER_CREDENTIALS_FULL_URI");
  if (full === null) return null;
  const url = URL.parse(full);
  const isFit =
    url?.protocol === "https:" || isLoopback(url?.hostname ?? "") || containerHosts.has(url?.hostname ?? "");
  if (isFit) return full;
  const detail = "AWS_CONTAINER_CREDENTIALS_FULL_URI must be an https URL, or one of a container's own addresses";
  throw new KeyServiceError("denied", detail);
}

async function ofContainer(url: string, deps: KeyServiceDeps): Promise<AwsCredentials> {
  const file = deps.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
  const token =
    file === null
      ? deps.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN")
      : await readToken(file, "the file of AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
  const headers = { accept: "application/json", ...(token === null ? {} : { authorization: token }) };
  const answer = await ask(deps, "the container's endpoint for AWS credentials", {
    method: "GET",
    url,
    headers,
    body: null,
    isLocal: true,
  });
  return given(answer, "the container's endpoint for AWS credentials");
}

/** https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-service.html */
async function ofInstance(deps: KeyServiceDeps): Promise<AwsCredentials> {
  const none = new KeyServiceError(
    "denied",
    "there are no AWS credentials: give the pod, the container or the instance a role",
  );
  if (deps.variable("AWS_EC2_METADATA_DISABLED")?.toLowerCase() === "true") throw none;
  const origin = (deps.variable("AWS_EC2_METADATA_SERVICE_ENDPOINT") ?? "http://169.254.169.254").replace(/\/$/, "");
  const product = "the instance metadata service of AWS";
  const get = async (path: string, token: string): Promise<Answer> => {
    const headers = { "x-aws-ec2-metadata-token": token };
    const answer = await ask(deps, product, {
      method: "GET",
      url: `${origin}${path}`,
      headers,
      body: null,
      isLocal: true,
    });
    if (answer.status !== 200) throw none;
    return answer;
  };
  const opened = await ask(deps, product, {
    method: "PUT",
    url: `${origin}/latest/api/token`,
    headers: { "x-aws-ec2-metadata-token-ttl-seconds": "60" },
    body: null,
    isLocal: true,
  });
  if (opened.status !== 200) throw none;
  const path = "/latest/meta-data/iam/security-credentials/";
  const [role = ""] = (await get(path, opened.text)).text.trim().split("\n");
  if (!/^[\w+=,.@-]{1,64}$/.test(role)) throw none;
  return given(await get(`${path}${role}`, opened.text), product);
}

function given({ status, json }: Answer, product: string): AwsCredentials {
  if (status !== 200) throw new KeyServiceError("denied", `${product} refuses`);
  return {
    accessKeyId: textIn(product, json["AccessKeyId"]),
    secretAccessKey: textIn(product, json["SecretAccessKey"]),
    sessionToken: textIn(product, json["Token"]),
  };
}
