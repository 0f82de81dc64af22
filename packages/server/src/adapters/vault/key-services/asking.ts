/** What all clients of key services share: sending, and what a response without a key means. */
import { readFile } from "node:fs/promises";
import { isRecord } from "@svc/provider-kit/shape";
import { KeyServiceError, type KeyRequest, type KeyServiceDeps } from "../../../domain/vault/key-service.ts";
import type { KeyContext } from "../../../domain/vault/key-service.ts";
import { lengthPrefixed } from "../binding.ts";

/** A response, with its JSON if it is an object. */
export type Answer = { status: number; json: Readonly<Record<string, unknown>>; text: string };

/**
 * Sends a request.
 * @param product the service or platform, for messages.
 * @throws KeyServiceError `away` without a response, and for one that says to try again.
 */
export async function ask(deps: Pick<KeyServiceDeps, "send">, product: string, request: KeyRequest): Promise<Answer> {
  const response = await deps.send(request);
  if (response === null) throw new KeyServiceError("away", `${product} doesn't respond`);
  const { status, bytes } = response;
  const text = bytes.toString("utf8");
  bytes.fill(0);
  if (status >= 500 || status === 429 || status === 408) {
    throw new KeyServiceError("away", `${product} responds with status ${String(status)}`);
  }
  return { status, text, json: parse(text) };
}

function parse(text: string): Answer["json"] {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns a text of a response. @throws KeyServiceError `away` if there is none: something else answered. */
export function textIn(product: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new KeyServiceError("away", `${product} gave a response that isn't its own`);
}

/** Decodes the key in a response. @throws KeyServiceError `foreign` if it isn't 32 bytes. */
export function keyIn(product: string, value: unknown, encoding: "base64" | "base64url" = "base64"): Uint8Array {
  const bytes = Buffer.from(textIn(product, value), encoding);
  if (bytes.length === 32) return bytes;
  bytes.fill(0);
  throw new KeyServiceError("foreign", `${product} returned something that isn't a root key of svc`);
}

/** The context as bytes, for services that authenticate bytes. No two contexts have the same. */
export function contextBytes({ deploymentId, rootKeyId }: KeyContext): Buffer {
  return Buffer.from(lengthPrefixed(["svc-vault/v1 root key", deploymentId, rootKeyId]));
}

/**
 * Reads a token that the platform keeps in a file and replaces from time to time.
 * @throws KeyServiceError `denied`.
 */
export async function readToken(path: string, what: string): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => "");
  if (text.trim() !== "") return text.trim();
  throw new KeyServiceError("denied", `${what} is empty or can't be read`);
}
