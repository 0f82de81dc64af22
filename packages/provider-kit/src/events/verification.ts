/**
 * How deliveries prove where they are from, as data; and the proof in one delivery. The kit computes no signature: the
 * server does, with a secret that it never hands to a provider's code.
 */
import { isRecord } from "../shape.ts";
import { jwtClaims } from "../jwt.ts";
import { jsonBody, type Delivery } from "./delivery.ts";

/** One piece of the signed text: the raw body, a header, an element of the signature's header, or a fixed text. */
export type SignedPart = "body" | { header: string } | { element: string } | { text: string };

/** Where a delivery's time is, and how far it may be from now. */
export type DeliveryTime = {
  from: { header: string } | { element: string } | { member: string };
  unit: "seconds" | "milliseconds";
  /** 1 to 3600. */
  toleranceSeconds: number;
};

type Signature = {
  /** The header with the signature, in lowercase. */
  header: string;
  /** A fixed text before the signature, such as `sha256=`. */
  prefix?: string;
  /** The name of the signature in a header that is a list such as `t=…,v1=…`. */
  element?: string;
  encoding: "hex" | "base64";
  /** The signed text, in order. */
  signed: readonly SignedPart[];
  time?: DeliveryTime;
};

/** How a delivery proves that it is from the provider. */
export type Verification =
  /** HMAC with SHA-256 (RFC 2104). The secret is a text. */
  | (Signature & { kind: "hmac_sha256" })
  /** Ed25519 (RFC 8032). The secret is the provider's public key, 32 bytes in hexadecimal. */
  | (Signature & { kind: "ed25519" })
  /**
   * A JSON Web Token (RFC 7519) with HS256. `bodyClaim` has the SHA-256 of the body in hexadecimal, and `exp` is
   * required.
   */
  | { kind: "jwt_hs256"; header: string; prefix?: string; bodyClaim: string }
  /** A shared token in a header, for providers that sign nothing. It proves the sender, but not the body. */
  | { kind: "token"; header: string; prefix?: string };

/** What a delivery has to prove. `atMs` is its signed time in milliseconds since the epoch; null if it has none. */
export type DeliveryProof = { atMs: number | null; toleranceMs: number } & (
  | {
      kind: "hmac_sha256" | "ed25519";
      message: Uint8Array;
      signatures: readonly Uint8Array[];
      bodyDigest: string | null;
    }
  | { kind: "token"; token: string }
);

/** Returns the proof in a delivery, still to be checked with the secret; null if it has none, or not in this form. */
export function proofOf(verification: Verification, delivery: Delivery): DeliveryProof | null {
  const value = delivery.header(verification.header);
  if (value === null || value.length > headerLengthMax) return null;
  const { kind } = verification;
  if (kind === "hmac_sha256" || kind === "ed25519") return signatureProof(verification, value, delivery);
  const { prefix = "" } = verification;
  const rest = value.startsWith(prefix) ? value.slice(prefix.length) : "";
  if (rest === "") return null;
  return kind === "jwt_hs256"
    ? jwtProof(rest, verification.bodyClaim)
    : { kind, token: rest, atMs: null, toleranceMs: 0 };
}

/** Whether a delivery's signed time is near enough; a proof without a time always is. */
export function isTimely({ atMs, toleranceMs }: Pick<DeliveryProof, "atMs" | "toleranceMs">, nowMs: number): boolean {
  return atMs === null || Math.abs(nowMs - atMs) <= toleranceMs;
}

const headerLengthMax = 8192;
/** While a secret is rotated, a provider may send a signature for each. */
const signaturesMax = 5;

function signatureProof(
  verification: Extract<Verification, { kind: "hmac_sha256" | "ed25519" }>,
  value: string,
  delivery: Delivery,
): DeliveryProof | null {
  const { kind, prefix = "", element, encoding, signed, time } = verification;
  const elements = element === undefined ? [] : elementsOf(value);
  const texts = element === undefined ? [value] : elements.filter(([name]) => name === element).map(([, text]) => text);
  const signatures = texts.slice(0, signaturesMax).flatMap((text) => {
    const bytes = text.startsWith(prefix) ? decoded(text.slice(prefix.length), encoding) : null;
    return bytes === null ? [] : [bytes];
  });
  const message = messageOf(signed, elements, delivery);
  if (signatures.length === 0 || message === null) return null;
  const proof = { kind, message, signatures, bodyDigest: null } as const;
  if (time === undefined) return { ...proof, atMs: null, toleranceMs: 0 };
  const atMs = timeOf(time, elements, delivery);
  return atMs === null ? null : { ...proof, atMs, toleranceMs: time.toleranceSeconds * 1000 };
}

type Elements = readonly (readonly [name: string, text: string])[];

function elementsOf(value: string): Elements {
  return value.split(",").map((part) => {
    const [name = "", ...rest] = part.split("=");
    return [name.trim(), rest.join("=").trim()] as const;
  });
}

/** The one element with a name; null if there is none, or several. */
function elementNamed(elements: Elements, wanted: string): string | null {
  const [first, ...others] = elements.filter(([name]) => name === wanted);
  return first === undefined || others.length > 0 ? null : first[1];
}

function messageOf(signed: readonly SignedPart[], elements: Elements, delivery: Delivery): Uint8Array | null {
  const parts: Uint8Array[] = [];
  for (const part of signed) {
    const piece = pieceOf(part, elements, delivery);
    if (piece === null) return null;
    parts.push(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
  }
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : new Uint8Array(Buffer.concat(parts));
}

function pieceOf(part: SignedPart, elements: Elements, { header, body }: Delivery): string | Uint8Array | null {
  if (part === "body") return body;
  if ("header" in part) return header(part.header);
  return "element" in part ? elementNamed(elements, part.element) : part.text;
}

function timeOf({ from, unit }: DeliveryTime, elements: Elements, delivery: Delivery): number | null {
  const value =
    "header" in from
      ? delivery.header(from.header)
      : "element" in from
        ? elementNamed(elements, from.element)
        : jsonBody(delivery)[from.member];
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^[0-9]{1,15}$/.test(text)) return null;
  return unit === "seconds" ? Number(text) * 1000 : Number(text);
}

const hexPattern = /^(?:[0-9a-f]{2})+$/i;

function decoded(text: string, encoding: "hex" | "base64"): Uint8Array | null {
  if (encoding === "hex") return hexPattern.test(text) ? new Uint8Array(Buffer.from(text, "hex")) : null;
  const bytes = Buffer.from(text, "base64");
  // Decoding ignores foreign characters, so accept only the canonical text.
  return bytes.length > 0 && bytes.toString("base64") === text ? new Uint8Array(bytes) : null;
}

/** A token's own time is its `exp`; it counts from `iat`, as far as the token says. */
function jwtProof(token: string, bodyClaim: string): DeliveryProof | null {
  const [head = "", claims = "", signature = "", ...others] = token.split(".");
  if (others.length > 0 || signature === "" || headOf(head)["alg"] !== "HS256") return null;
  const { exp, iat, [bodyClaim]: bodyDigest } = jwtClaims(token);
  if (typeof exp !== "number" || typeof bodyDigest !== "string" || !hexPattern.test(bodyDigest)) return null;
  const from = typeof iat === "number" ? iat : exp - jwtLifetimeSeconds;
  if (exp < from || exp - from > 2 * jwtLifetimeSeconds) return null;
  return {
    kind: "hmac_sha256",
    message: new TextEncoder().encode(`${head}.${claims}`),
    signatures: [new Uint8Array(Buffer.from(signature, "base64url"))],
    bodyDigest: bodyDigest.toLowerCase(),
    // The middle of its lifetime, and half of it.
    atMs: ((from + exp) / 2) * 1000,
    toleranceMs: ((exp - from) / 2) * 1000,
  };
}

/** A token that is valid for longer could be sent again for too long. */
const jwtLifetimeSeconds = 1800;

function headOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
