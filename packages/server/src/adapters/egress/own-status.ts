/** Probes one of our own servers for the operator's doctor. */
import { request } from "undici";

/** The time limit for the response, in milliseconds. */
const timeoutMs = 3000;
/** The API description is about half a mebibyte. */
const bytesMax = 4 * 1024 * 1024;

/**
 * GETs a URL of this deployment. Returns the status and nothing from the body; null if there is no response in time.
 */
export async function statusOf(url: string): Promise<number | null> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
    await body.dump();
    return statusCode;
  } catch {
    return null;
  }
}

/** GETs a JSON document of this deployment; returns undefined without one. Its content can be another program's. */
export async function documentOf(url: string): Promise<unknown> {
  try {
    const { body } = await request(url, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      // Leaving the loop ends the response.
      if (bytes > bytesMax) return undefined;
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    return undefined;
  }
}
