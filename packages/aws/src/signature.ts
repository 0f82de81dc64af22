/**
 * AWS Signature Version 4 in the `Authorization` header:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
import { createHash, createHmac } from "node:crypto";
import type { SignableRequest } from "@svc/provider-kit";

/** The signing key, and its service and region. */
export type SigningKey = { accessKeyId: string; secretAccessKey: string; region: string; service: string };

const algorithm = "AWS4-HMAC-SHA256";

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text, "utf8").digest();

/**
 * Signs a request. AWS accepts the signature for five minutes around `nowMs`.
 * @returns `x-amz-date` and `authorization`.
 */
export function signRequest(request: SignableRequest, key: SigningKey, nowMs: number): Record<string, string> {
  const time = `${new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  const day = time.slice(0, 8);
  const scope = [day, key.region, key.service, "aws4_request"].join("/");
  const headers = signedHeaders(request, time);
  const names = headers.map(([name]) => name).join(";");
  const canonical = [
    request.method,
    request.path.split("/").map(escape).join("/"),
    canonicalQuery(request.query),
    ...headers.map(([name, value]) => `${name}:${value}`),
    "",
    names,
    sha256(request.body),
  ].join("\n");
  const secret = [day, key.region, key.service, "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${key.secretAccessKey}`,
  );
  const signature = hmac(secret, [algorithm, time, scope, sha256(canonical)].join("\n")).toString("hex");
  const credential = `${key.accessKeyId}/${scope}`;
  return {
    "x-amz-date": time,
    authorization: `${algorithm} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** The host, the body's type, and all of AWS's own headers. Proxies may change other headers. */
function signedHeaders({ host, headers }: SignableRequest, time: string): (readonly [name: string, value: string])[] {
  const own = Object.entries(headers).filter(([name]) => name === "content-type" || name.startsWith("x-amz-"));
  return [...own, ["host", host] as const, ["x-amz-date", time] as const]
    .map(([name, value]) => [name, value.trim().replace(/ +/g, " ")] as const)
    .sort(byCodeUnits);
}

/** Sorted, with a space as `%20`. */
function canonicalQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => [escape(name), escape(value)] as const)
    .sort(byCodeUnits)
    .map((pair) => pair.join("="))
    .join("&");
}

function byCodeUnits(one: readonly [string, string], other: readonly [string, string]): number {
  const at = one[0] === other[0] ? 1 : 0;
  return one[at] < other[at] ? -1 : 1;
}

/**
 * Escapes all but unreserved characters (RFC 3986 §2.3). Escaped characters are escaped again, as AWS does with paths.
 */
function escape(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
