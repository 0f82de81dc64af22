/**
 * AWS's side of Signature Version 4, written from its documentation:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
import { createHash, createHmac } from "node:crypto";
import { Refusal, type SimRequest } from "@svc/simulator";

/** An access key and its owner. */
export interface AccessKey {
  readonly id: string;
  readonly secret: string;
  /** Its name in tests and in the ledger. */
  readonly name: string;
  readonly arn: string;
  /** Whether its policy allows only reads. */
  readonly readOnly: boolean;
}

/** A service's names for signature errors, and their status. */
export interface SignatureErrors {
  readonly status: number;
  readonly unknownKey: string;
  readonly wrongSignature: string;
}

const acceptedForMs = 5 * 60 * 1000;
const form =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/(?<service>[^/]+)\/aws4_request, ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/;

/** Returns the key that signed the request. Throws `Refusal` with the service's own error. */
export function signerOf(
  request: SimRequest,
  { keys, service, errors }: { keys: readonly AccessKey[]; service: string; errors: SignatureErrors },
): AccessKey {
  const { status, unknownKey, wrongSignature } = errors;
  const refuse = (code: string, message: string): Refusal => new Refusal(status, message, { code });
  const time = request.headers["x-amz-date"] ?? "";
  const parts = form.exec(request.headers["authorization"] ?? "")?.groups;
  if (parts === undefined) {
    throw refuse("IncompleteSignatureException", "Authorization header requires existence of either a date");
  }
  const { id = "", day = "", region = "", names = "", signature = "" } = parts;
  const key = keys.find((one) => one.id === id);
  if (key === undefined) throw refuse(unknownKey, "The security token included in the request is invalid.");
  const sentMs = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (request.timeMs - sentMs > acceptedForMs) {
    throw refuse(wrongSignature, `Signature expired: ${time} is now earlier than the server's time minus 5 min.`);
  }
  if (sentMs - request.timeMs > acceptedForMs) {
    throw refuse(
      wrongSignature,
      `Signature not yet current: ${time} is still later than the server's time plus 5 min.`,
    );
  }
  const signed = names.split(";");
  const wanted = Object.keys(request.headers).filter(
    (name) => name === "host" || name === "content-type" || name.startsWith("x-amz-"),
  );
  const isWhole = wanted.every((name) => signed.includes(name)) && signed.every((name) => name in request.headers);
  const isPlaced = parts["service"] === service && time.startsWith(day);
  const expected = signatureFor(request, { signed, key, day, region, service, time });
  if (!isWhole || !isPlaced || expected !== signature) {
    throw refuse(wrongSignature, "The request signature we calculated does not match the signature you provided.");
  }
  return key;
}

function signatureFor(
  request: SimRequest,
  scope: { signed: readonly string[]; key: AccessKey; day: string; region: string; service: string; time: string },
): string {
  const { signed, key, day, region, service, time } = scope;
  const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
  const canonicalRequest = [
    request.method,
    request.path.split("/").map(encode).join("/"),
    [...request.query]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join("&"),
    ...signed.map((name) => `${name}:${(request.headers[name] ?? "").trim().replaceAll(/ {2,}/g, " ")}`),
    "",
    signed.join(";"),
    digest(request.bodyText),
  ].join("\n");
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/${service}/aws4_request\n${digest(canonicalRequest)}`;
  let secret: Uint8Array | string = `AWS4${key.secret}`;
  for (const text of [day, region, service, "aws4_request"])
    secret = createHmac("sha256", secret).update(text).digest();
  return createHmac("sha256", secret).update(toSign).digest("hex");
}

function encode(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[A-Za-z0-9_.~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}
