/**
 * Sends the requests of an inspection of an MCP server: each on its own connection to a checked address, without
 * redirects, with limits on time and size.
 */
import type { NotSentReason } from "@svc/provider-kit";
import { InspectionFault, type Fetch, type Fetched } from "@svc/mcp-provider";
import type { MachineNotes } from "../../domain/machine/watch.ts";
import type { AddressGuard } from "./address-guard.ts";
import { NotSentError } from "./dial.ts";
import { Link, type LinkHandler, loadUndici } from "./link.ts";
import { createWebhookNames } from "./names.ts";
import { refusedPlace } from "./place-check.ts";
import type { EgressProxy } from "./proxy.ts";

/** Options of {@link createInspectFetch}. */
export type InspectFetchOptions = {
  isAllowedAddress: AddressGuard;
  /** Whether requests without TLS are allowed, as in a sandbox, where nothing leaves the machine. */
  allowsPlain: boolean;
  userAgent: string;
  /** For each exchange; 15 s by default. */
  timeoutMs?: number;
  /** For a response's body; 4 MiB by default. */
  bytesMax?: number;
  /** Learns of faults of this machine; no one by default. */
  machine?: MachineNotes;
  /** The operator's proxy; none by default. */
  proxy?: EgressProxy | null;
};

const headerBytesMax = 16 * 1024;

/** What a fault of the connection says about the server's address. */
const faults: Readonly<Partial<Record<NotSentReason | "lost", string>>> = {
  refused_address: refusedPlace,
};

function unreachable(reason: string): string {
  return `It can't be reached (${reason.replaceAll("_", " ")}). Check the address, and that a server listens there.`;
}

/** Creates the function. A server that keeps an event stream open is read until the time is over. */
export function createInspectFetch(options: InspectFetchOptions): Fetch {
  const { isAllowedAddress, allowsPlain, userAgent, timeoutMs = 15_000, machine, proxy = null } = options;
  const { bytesMax = 4 * 1024 * 1024 } = options;
  const lookup = createWebhookNames({ serverTimeoutMs: Math.ceil(timeoutMs / 6) });
  return async (address, { method, headers, body = null }) => {
    const url = new URL(address);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && allowsPlain)) {
      throw new InspectionFault("Its address has to be https.");
    }
    const undici = await loadUndici();
    const target = { origin: new URL(url.origin), isAllowedAddress };
    const bounds = { target, lookup, connectTimeoutMs: timeoutMs / 2, headerBytesMax, restMsMax: 1, machine, proxy };
    const link = new Link(undici, bounds);
    return await new Promise<Fetched>((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      let received = 0;
      let status = 0;
      let head: Readonly<Record<string, string | string[] | undefined>> = {};
      const header = (name: string): string | null => {
        const value = head[name.toLowerCase()];
        return typeof value === "string" ? value : null;
      };
      const settle = (how: () => void): void => {
        clearTimeout(timer);
        how();
        void link.destroy();
      };
      const fail = (sentence: string): void => settle(() => reject(new InspectionFault(sentence)));
      const end = (): void =>
        settle(() => resolve({ status, header, text: new TextDecoder().decode(Buffer.concat(chunks)) }));
      const timer = setTimeout(() => {
        const isStream = received > 0 && header("content-type")?.startsWith("text/event-stream") === true;
        if (isStream) end();
        else fail("It doesn't respond in time.");
      }, timeoutMs);
      const handler: LinkHandler = {
        onRequestStart: () => {},
        onResponseStart(_controller, code, received) {
          status = code;
          head = received;
        },
        onResponseData(_controller, chunk) {
          received += chunk.byteLength;
          if (received > bytesMax) fail("Its response is too large.");
          else chunks.push(chunk);
        },
        onResponseEnd: end,
        onResponseError: (_controller, error) => {
          const reason = error instanceof NotSentError ? (error.targetReason ?? error.reason) : "lost";
          fail(faults[reason] ?? unreachable(reason));
        },
      };
      const sent: Record<string, string> = { "user-agent": userAgent, "accept-encoding": "identity", ...headers };
      link.dispatch(
        {
          method,
          path: url.pathname + url.search,
          headers: Object.entries(sent).flat(),
          body: body === null ? null : Buffer.from(body),
          discardBody: false,
        },
        handler,
      );
    });
  };
}
