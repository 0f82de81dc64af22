/** What the operator's doctor tries: whether a TLS connection to a host opens, and how our own servers respond. */
import { dial } from "./dial.ts";
import type { EgressProxy } from "./proxy.ts";
import { connect, getCACertificates } from "node:tls";
import type { request as Request } from "undici";
import type { HeldResponse } from "../../domain/operators/proxy-probe.ts";

/** As undici's, which is loaded with the first one. */
const request: typeof Request = async (...given) => await (await import("undici")).default.request(...given);

/** The time limit for a connection, in milliseconds. */
const connectMs = 5000;

/**
 * Connects and hangs up.
 * @param host a name, with a port unless it is 443. @param extraCa PEM of certificate authorities to trust besides the
 * system's. @param proxy the operator's proxy, for hosts that it takes.
 * @returns null on success; otherwise a code such as `ENOTFOUND`, never text from the other side.
 */
export function reachByTls(
  host: string,
  extraCa: string | null = null,
  proxy: EgressProxy | null = null,
): Promise<string | null> {
  const { hostname, port } = new URL(`https://${host}`);
  if (proxy?.takes(new URL(`https://${host}`)) === true) return reachThrough(proxy, host, extraCa);
  return new Promise((resolve) => {
    const trust = extraCa === null ? {} : { ca: [...getCACertificates("default"), extraCa] };
    const socket = connect({ host: hostname, port: port === "" ? 443 : Number(port), servername: hostname, ...trust });
    const end = (fault: string | null): void => {
      socket.destroy();
      resolve(fault);
    };
    socket.setTimeout(connectMs, () => end("ETIMEDOUT"));
    socket.once("secureConnect", () => end(null));
    socket.once("error", (error) => {
      const code = "code" in error && typeof error.code === "string" ? error.code : "";
      end(/^[A-Z0-9_]{1,64}$/.test(code) ? code : "FAILED");
    });
  });
}

function reachThrough(proxy: EgressProxy, host: string, extraCa: string | null): Promise<string | null> {
  return new Promise((resolve) => {
    const codes: string[] = [];
    const target = {
      origin: new URL(`https://${host}`),
      isAllowedAddress: () => true,
      ...(extraCa === null ? {} : { extraCa }),
    };
    const machine = { note: (code: string) => void codes.push(code), shortage: () => null };
    // The proxy resolves the name.
    const lookup = () => Promise.resolve([]);
    dial({ target, lookup, connectTimeoutMs: connectMs, machine, proxy }, (error, socket) => {
      socket?.destroy();
      resolve(error === null ? null : (codes[0] ?? error.reason.toUpperCase()));
    });
  });
}

/** The time limit for the response, in milliseconds. */
const responseMs = 3000;
/** The API description is about half a mebibyte. */
const bytesMax = 4 * 1024 * 1024;

/**
 * GETs a URL of this deployment. Returns the status and nothing from the body; null if there is no response in time.
 */
export async function statusOf(url: string): Promise<number | null> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: responseMs, bodyTimeout: responseMs });
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
    const times = { headersTimeout: responseMs, bodyTimeout: responseMs };
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
    const { body } = await request(url, { headersTimeout: responseMs, bodyTimeout: responseMs });
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
