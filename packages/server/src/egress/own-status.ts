/** A look at a server of our own, for the operator's doctor: a status, and nothing of the body. */
import { request } from "undici";

/** How long the answer may take, in milliseconds. */
const timeoutMs = 3000;

/** GETs a URL of this deployment; null where nothing answers in time. */
export async function statusOf(url: string): Promise<number | null> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
    await body.dump();
    return statusCode;
  } catch {
    return null;
  }
}
