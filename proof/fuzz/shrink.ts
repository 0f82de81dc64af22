/** Shrinks a failing request, and shows it without its key. */
import type { OutgoingRequest } from "../../conformance/harness/index.ts";

const triesMax = 200;

/** @param fails sends a request and returns whether it fails. @returns the smallest failing request found. */
export async function shrunk(
  request: OutgoingRequest,
  fails: (request: OutgoingRequest) => Promise<boolean>,
): Promise<OutgoingRequest> {
  let least = request;
  let tries = 0;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of smallerThan(least)) {
      tries += 1;
      if (tries > triesMax) return least;
      if (!(await fails(candidate))) continue;
      least = candidate;
      isSmaller = true;
      break;
    }
  }
  return least;
}

/** The request without one of its parts, for each part. */
function smallerThan(request: OutgoingRequest): readonly OutgoingRequest[] {
  const { headers = [], path } = request;
  const { body, ...bodiless } = request;
  const candidates: OutgoingRequest[] = [];
  if (path.includes("?")) candidates.push({ ...request, path: path.slice(0, path.indexOf("?")) });
  for (const header of headers) candidates.push({ ...request, headers: headers.filter((one) => one !== header) });
  if (body === undefined) return candidates;
  candidates.unshift(bodiless);
  const bytes = bytesOf(body);
  for (let length = Math.floor(bytes.length / 2); length > 0; length = Math.floor(length / 2)) {
    for (const from of [0, bytes.length - length]) {
      candidates.push({ ...request, body: Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]) });
    }
  }
  return candidates;
}

/** A request for people: without the key, and with a short body. */
export function shownRequest({ method, path, headers = [], body }: OutgoingRequest): string {
  const shown = headers.map(
    ([name, value]) =>
      `${name}: ${name === "authorization" ? `(${value.length} characters)` : JSON.stringify(value.slice(0, 80))}`,
  );
  const bytes = bytesOf(body).toString("latin1");
  return [`${method} ${JSON.stringify(path.slice(0, 300))}`, ...shown, JSON.stringify(bytes.slice(0, 300))].join(
    "\n  ",
  );
}

/** A body's bytes; empty without one. */
export function bytesOf(body: unknown): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === "string" ? body : (JSON.stringify(body) ?? ""));
}
