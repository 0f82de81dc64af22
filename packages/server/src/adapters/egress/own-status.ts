/** Probes one of our own servers for the operator's doctor. Returns the status, nothing from the body. */
import { request } from "undici";

/** The time limit for the response, in milliseconds. */
const timeoutMs = 3000;

/** GETs a URL of this deployment; returns null if there is no response in time. */
export async function statusOf(url: string): Promise<number | null> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
    await body.dump();
    return statusCode;
  } catch {
    return null;
  }
}
