/** Sends one event to a developer's program, once, and reports the result. */
import { deliveryRequest, isLoopback, type Event } from "@svc/contract";
import { ConnectionError, postOnce, SvcError, TimeoutError } from "@svc/sdk";
import { CommandFailure } from "../../failure.ts";
import { version } from "../../version.ts";
import { signDelivery } from "../../webhook-secret.ts";

/** The result of a delivery. Field names are those of the delivery log. */
export type ForwardedEvent = {
  /** When it was sent. */
  at: string;
  type: string;
  event_id: string;
  httpStatus: number | null;
  /** Why there was no response: `connect`, `dns`, `tls`, `lost` or `timeout`; null if there was one. */
  fault: string | null;
  durationMs: number;
  /** What to do about it; null after a 2xx. */
  hint: string | null;
};

/** Where to send events, and the secret to sign them with. */
export type ForwardTarget = { url: URL; secret: string; nowMs: () => number; timeoutMs?: number };

/** A program on the same machine answers sooner, unless it does its work before it answers. */
const timeoutMsDefault = 10_000;

/** Reads `--forward-to`. @throws CommandFailure exit 2 if events can't be sent there. */
export function readForwardUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw refusedUrl("isn't an http(s) URL");
  if (url.username !== "" || url.password !== "" || url.hash !== "") throw refusedUrl("contains a user or a fragment");
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw refusedUrl("is plain http to another machine. Use https, or localhost");
  }
  return url;
}

function refusedUrl(what: string): CommandFailure {
  return new CommandFailure(
    2,
    `--forward-to ${what}. Pass your program's URL, such as http://localhost:3000/webhooks.`,
  );
}

/** Sends an event. Rejects with the signal's reason if aborted, and otherwise only on a bug. */
export async function forwardEvent(event: Event, target: ForwardTarget, signal: AbortSignal): Promise<ForwardedEvent> {
  const { url, secret, nowMs, timeoutMs = timeoutMsDefault } = target;
  const startedMs = nowMs();
  const { headers, body } = deliveryRequest(event, startedMs, (delivery) => [signDelivery(secret, delivery)]);
  const message = { headers: { ...headers, "user-agent": `svc/${version}`, "accept-encoding": "identity" }, body };
  const result = await postOnce(url.href, message, { timeoutMs, signal }).then(
    ({ status }) => ({ httpStatus: status, fault: null, hint: hintFor(status) }),
    (error: unknown) => ({ httpStatus: null, ...judge(error, url, timeoutMs) }),
  );
  const at = new Date(startedMs).toISOString();
  return { at, type: event.type, event_id: event.id, ...result, durationMs: nowMs() - startedMs };
}

/** Returns what to do about a status other than 2xx. */
function hintFor(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status < 400) return "Your program redirects, and svc doesn't follow redirects. Forward to the final URL.";
  if (status === 404 || status === 405) return "Your program doesn't accept POST at this path. Correct --forward-to.";
  if (status < 500) return "Your program refused it. Check that it verifies with this command's secret.";
  return "Your program failed. Its log says why.";
}

const faults: Readonly<Record<string, readonly [fault: string, hint: string]>> = {
  ECONNREFUSED: ["connect", "Start your program, or correct the port in --forward-to."],
  ENOTFOUND: ["dns", "Correct the host in --forward-to."],
  EAI_AGAIN: ["dns", "Check your network, or the host in --forward-to."],
  EHOSTUNREACH: ["connect", "Check your network, or the host in --forward-to."],
  ENETUNREACH: ["connect", "Check your network, or the host in --forward-to."],
  ETIMEDOUT: ["connect", "Check your network, or the host in --forward-to."],
};

function judge(error: unknown, { protocol, host }: URL, timeoutMs: number): { fault: string; hint: string } {
  if (error instanceof TimeoutError) {
    const hint = `No response in ${timeoutMs / 1000} s. Answer with a 2xx first, and do the work afterwards.`;
    return { fault: "timeout", hint };
  }
  if (!(error instanceof ConnectionError)) {
    if (error instanceof SvcError) return { fault: "lost", hint: error.message };
    throw error;
  }
  const known = faults[error.reason ?? ""];
  if (known !== undefined) return { fault: known[0], hint: `${error.message} ${known[1]}` };
  if (protocol === "https:" && /CERT|SSL|EPROTO|SIGNATURE/.test(error.reason ?? "")) {
    return { fault: "tls", hint: `${error.message} Forward to http on this machine, or correct the certificate.` };
  }
  return { fault: "lost", hint: `${host} closed the connection before it answered. Your program's log says why.` };
}
