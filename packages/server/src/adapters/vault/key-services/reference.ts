/**
 * The keys of key services, as the keyring names them:
 *
 *     awskms:arn:aws:kms:eu-west-1:123456789012:key/…[@<origin>]
 *     gcpkms:projects/…/locations/…/keyRings/…/cryptoKeys/…[@<origin>]
 *     azure:https://<vault>.vault.azure.net/keys/<name>[/<version>]
 *     transit:<mount>/<key>@<origin>
 *
 * An origin is given where a service has none of its own, or a private one instead.
 */
import { isLoopback } from "@svc/contract";

/** The kinds of services, by the word that the keyring uses. */
export type KeyReference =
  | { kind: "awskms"; text: string; origin: string; arn: string; region: string }
  | { kind: "gcpkms"; text: string; origin: string; name: string }
  | { kind: "azure"; text: string; origin: string; name: string; version: string }
  | { kind: "transit"; text: string; origin: string; mount: string; name: string };

/** The words, for messages. */
export const keyServiceForms = "awskms:<key ARN>, gcpkms:<key name>, azure:<key id> or transit:<mount>/<key>@<origin>";

const arnPattern = /^arn:(aws(?:-[a-z]+)*):kms:([a-z]{2}(?:-[a-z]+)+-\d):\d{12}:key\/[A-Za-z0-9-]{1,64}$/;
const gcpPattern =
  /^projects\/[a-z0-9.:-]{1,100}\/locations\/[a-z0-9-]{1,40}\/keyRings\/[\w-]{1,63}\/cryptoKeys\/[\w-]{1,63}$/;
const azurePattern = /^\/keys\/([A-Za-z0-9-]{1,127})(?:\/([0-9a-f]{32}))?$/;
const transitPattern = /^([\w.-]+(?:\/[\w.-]+)*)\/([\w.-]{1,128})$/;

/** Whether the part of an entry after its id names a key service. */
export function namesKeyService(text: string): boolean {
  return /^(?:awskms|gcpkms|azure|transit):/.test(text);
}

/** Parses the part of an entry after its id; null if it's malformed. */
export function parseKeyReference(text: string): KeyReference | null {
  const colon = text.indexOf(":");
  const rest = text.slice(colon + 1);
  switch (text.slice(0, colon)) {
    case "awskms": {
      const { name: arn, origin } = splitOrigin(rest);
      const [, partition = "", region = ""] = arnPattern.exec(arn) ?? [];
      const own = awsOrigin(partition, region);
      if (region === "" || origin === "invalid" || (origin ?? own) === null) return null;
      return { kind: "awskms", text, arn, region, origin: origin ?? own ?? "" };
    }
    case "gcpkms": {
      const { name, origin } = splitOrigin(rest);
      if (!gcpPattern.test(name) || origin === "invalid") return null;
      return { kind: "gcpkms", text, name, origin: origin ?? "https://cloudkms.googleapis.com" };
    }
    case "azure": {
      const url = URL.parse(rest);
      const origin = readOrigin(url?.origin ?? "");
      const [, name = "", version = ""] = azurePattern.exec(url?.pathname ?? "") ?? [];
      if (url === null || origin === null || name === "" || url.origin + url.pathname !== rest) return null;
      return { kind: "azure", text, origin, name, version };
    }
    case "transit": {
      const { name: path, origin } = splitOrigin(rest);
      const [, mount = "", name = ""] = transitPattern.exec(path) ?? [];
      const hasDots = path.split("/").some((part) => /^\.+$/.test(part));
      if (mount === "" || hasDots || origin === null || origin === "invalid") return null;
      return { kind: "transit", text, mount, name, origin };
    }
    default:
      return null;
  }
}

/** The part after `@`; `invalid` if that isn't an origin, null if there is none. */
function splitOrigin(text: string): { name: string; origin: string | null } {
  const at = text.indexOf("@");
  if (at < 0) return { name: text, origin: null };
  return { name: text.slice(0, at), origin: readOrigin(text.slice(at + 1)) ?? "invalid" };
}

/** An origin with TLS, or on this machine. */
function readOrigin(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.origin !== text && `${url.origin}/` !== text)) return null;
  if (url.protocol === "https:") return url.origin;
  return url.protocol === "http:" && isLoopback(url.hostname) ? url.origin : null;
}

/** https://docs.aws.amazon.com/general/latest/gr/kms.html; null for partitions whose addresses aren't public. */
function awsOrigin(partition: string, region: string): string | null {
  if (partition === "aws" || partition === "aws-us-gov") return `https://kms.${region}.amazonaws.com`;
  return partition === "aws-cn" ? `https://kms.${region}.amazonaws.com.cn` : null;
}
