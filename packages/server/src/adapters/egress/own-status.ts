/** Probes one of our own servers for the operator's doctor. */
import { request } from "undici";
import type { HeldResponse } from "../../domain/operators/proxy-probe.ts";

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

/** POSTs `{}`. Returns the status, null without a response in time, and the code of a problem document. */
export async function postTo(url: string): Promise<{ status: number | null; code: string | null }> {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  try {
    const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
    const { statusCode, body } = await request(url, { method: "POST", headers, body: "{}", ...times });
    const text = await body.text();
    return { status: statusCode, code: /"code":\s*"([A-Z_]{1,64})"/.exec(text.slice(0, 4096))?.[1] ?? null };
  } catch {
    return { status: null, code: null };
  }
}

/** GETs a URL whose response is silent for a while, and tells when what arrived. It shows nothing of the response. */
export async function hold(url: string, waitMs: number, monotonicMs: () => number): Promise<HeldResponse> {
  const startedMs = monotonicMs();
  const sinceMs = (): number => monotonicMs() - startedMs;
  let status: number | null = null;
  let beginMs = Infinity;
  try {
    const response = await request(url, { headersTimeout: waitMs, bodyTimeout: waitMs });
    status = response.statusCode;
    let hasContent = false;
    let bytes = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes >= 2) beginMs = Math.min(beginMs, sinceMs());
      hasContent ||= chunk.toString().trim() !== "";
    }
    return { status, beginMs, endedMs: sinceMs(), isComplete: hasContent };
  } catch {
    return { status, beginMs, endedMs: sinceMs(), isComplete: false };
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
