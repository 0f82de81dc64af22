/** The signing secret of `svc webhooks listen`: one per machine and user, or one from a file. */
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { signedContent, type SignedDelivery } from "@svc/contract";
import type { Environment } from "./environment.ts";
import { CommandFailure } from "./failure.ts";
import { readText } from "./read-text.ts";

/** The lengths that Standard Webhooks allows, in bytes. */
const bytesMin = 24;
const bytesMax = 64;

/**
 * Reads the secret. Creates this machine's own if it doesn't exist yet.
 * @param file `-` for standard input; undefined for this machine's own.
 * @throws CommandFailure exit 2 if there is no usable secret. The error quotes no part of a file.
 */
export function readSigningSecret(io: Environment, file: string | undefined): string {
  if (file !== undefined) return checked(readText(io, file, "--secret-file").trim(), "--secret-file");
  if (io.settingsFolder === null) {
    throw new CommandFailure(
      2,
      "There is no home directory to keep a signing secret in. Set HOME, or pass --secret-file.",
    );
  }
  const own = join(io.settingsFolder, "webhook-secret");
  try {
    io.createPrivateFile(own, `${io.newSigningSecret()}\n`);
  } catch {
    // It usually exists already. Any other problem shows when it is read.
  }
  return checked(readText(io, own, "The signing secret").trim(), own);
}

/** Signs a delivery as the server does (Standard Webhooks, symmetric). @returns `v1,<base64>`. */
export function signDelivery(secret: string, delivery: SignedDelivery): string {
  return `v1,${createHmac("sha256", bytesOf(secret)).update(signedContent(delivery)).digest("base64")}`;
}

function bytesOf(secret: string): Buffer {
  return Buffer.from(secret.slice("whsec_".length), "base64");
}

function checked(secret: string, name: string): string {
  const { length } = bytesOf(secret);
  if (/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) && length >= bytesMin && length <= bytesMax) return secret;
  throw new CommandFailure(
    2,
    `${name}: contains no signing secret (whsec_ and ${bytesMin} to ${bytesMax} bytes in base64).`,
  );
}
