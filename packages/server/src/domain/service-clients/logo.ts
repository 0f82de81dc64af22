/**
 * A service client's logo: fetched once when the operator sets it, checked, and served from svc's own origin
 * afterwards.
 */
import { createHash } from "node:crypto";
import { ServiceError } from "@svc/contract";
import { imageSize } from "image-size";
import { readWebhookUrl, type UrlRules } from "../webhooks/url.ts";
import type { DocumentFault, FetchDocument, LogoImage } from "./port.ts";

/** A logo with the URL that it was fetched from. */
export type Logo = { url: string; image: LogoImage };

/** The maximum size of the file. */
export const logoBytesMax = 64 * 1024;
/** The maximum length of an edge, in pixels. A small file can decompress to a huge picture. */
export const logoPixelsMax = 2048;

/** The accepted types. SVG is excluded, because it can contain scripts and load other files. */
const mediaTypes: Readonly<Record<string, string>> = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" };

const faults: Readonly<Record<Exclude<DocumentFault, "local">, string>> = {
  dns: "The logo's host has no address.",
  refused_address: "The logo's host has an address that svc doesn't connect to.",
  not_allowed: "The logo's host has an address that svc doesn't connect to.",
  connect: "The logo's host doesn't accept connections.",
  connect_timeout: "The logo's host didn't answer in time.",
  tls: "The logo's host has no valid certificate.",
  lost: "The connection to the logo's host broke before the file was complete.",
  deadline: "The logo's host didn't answer in time.",
  timeout: "The logo's host didn't answer in time.",
  too_large: `The logo is larger than ${String(logoBytesMax / 1024)} KiB.`,
};

/**
 * Fetches and checks a logo.
 * @param text its URL: https, or in a sandbox also http at a loopback address.
 * @throws ServiceError INVALID_REQUEST that points at `/logoUrl` and says why; OVERLOADED if this machine couldn't open
 * a connection.
 */
export async function fetchLogo(
  { fetchDocument, rules }: { fetchDocument: FetchDocument; rules: UrlRules },
  text: string,
): Promise<Logo> {
  const url = readWebhookUrl(text, rules);
  if (url === null) {
    const where = rules.sandbox ? "https, or http at a loopback address" : "https at a public host";
    throw refused(`The logo's URL must be ${where}, without credentials or a fragment.`);
  }
  const fetched = await fetchDocument(url, logoBytesMax);
  if (fetched.kind === "none") {
    if (fetched.fault !== "local") throw refused(faults[fetched.fault]);
    throw new ServiceError("OVERLOADED", { detail: "This machine couldn't open a connection to fetch the logo." });
  }
  const { httpStatus, bytes } = fetched;
  if (httpStatus >= 300 && httpStatus < 400)
    throw refused("The logo's URL redirects. Use the URL that it redirects to.");
  if (httpStatus !== 200) throw refused(`The logo's host answered ${String(httpStatus)}.`);
  return { url: url.href, image: readLogo(bytes) };
}

/**
 * Checks an image by its bytes, regardless of its name and headers.
 * @throws ServiceError INVALID_REQUEST that points at `/logoUrl`.
 */
export function readLogo(bytes: Uint8Array): LogoImage {
  const { type = "", width = 0, height = 0 } = readSize(bytes) ?? {};
  const mediaType = mediaTypes[type];
  if (mediaType === undefined) throw refused("The logo must be a PNG, JPEG or WebP image. SVG isn't accepted.");
  if (Math.max(width, height) > logoPixelsMax || Math.min(width, height) < 1) {
    throw refused(`The logo must be at most ${String(logoPixelsMax)} pixels wide and high.`);
  }
  return { id: createHash("sha256").update(bytes).digest("base64url"), mediaType, bytes };
}

function readSize(bytes: Uint8Array): { type?: string; width: number; height: number } | null {
  try {
    return imageSize(bytes);
  } catch {
    return null;
  }
}

function refused(message: string): ServiceError {
  const errors = [{ pointer: "/logoUrl", keyword: "format", message }];
  return new ServiceError("INVALID_REQUEST", { detail: `/logoUrl: ${message}`, errors });
}
