/**
 * Follows the sessions of MCP servers around their calls: ends each one afterwards, and notices when a server says that
 * its tools changed. It changes no facts and delays no call.
 */
import { announcesToolChange, sessionEnd } from "@svc/mcp-provider";
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import { secondMs } from "../clock/units.ts";
import type { ProviderChannel, ProviderTransport } from "../provider-calls/port.ts";

/** How long a server has for the end of a session. */
const endMs = 2 * secondMs;

/** Dependencies of the following. */
export type FollowingDeps = {
  transport: ProviderTransport;
  platform: Pick<Platform, "monotonicMs">;
  /** Called with the provider's slug, at each announcement. */
  onToolsChanged: (provider: string) => void;
};

/** Returns a transport that sends as the given one does, and one more request after a call that had a session. */
export function followSessions({ transport, platform, onToolsChanged }: FollowingDeps): ProviderTransport {
  return {
    open(provider, call) {
      const channel = transport.open(provider, call);
      const session: { end: ProviderRequest | null; isLost: boolean } = { end: null, isLost: false };
      const send: ProviderChannel["send"] = async (request, options) => {
        const facts = await channel.send(request, options);
        const end = sessionEnd(request);
        if (end !== null) session.end = end;
        // After a lost response, the tool may still run in the session.
        if (!isComplete(facts)) session.isLost = true;
        if (isRpc(request) && announcesToolChange(textOf(facts))) onToolsChanged(provider);
        return facts;
      };
      const close = (): void => {
        channel.close();
        if (session.end === null || session.isLost) return;
        void endSession(transport.open(provider, { ...call, deadlineMs: platform.monotonicMs() + endMs }), session.end);
      };
      return { send, close };
    },
  };
}

/** A server may refuse (405), and whatever it says means nothing for the call. */
async function endSession(channel: ProviderChannel, request: ProviderRequest): Promise<void> {
  try {
    await channel.send(request);
  } catch {
    // Facts aren't thrown, so this process is stopping.
  } finally {
    channel.close();
  }
}

/** A session that the server no longer knows needs no end either. */
function isComplete(facts: ExchangeFacts): boolean {
  return facts.kind === "answered" && facts.status !== 404 && facts.body.kind !== "unreadable";
}

function isRpc({ responseBody }: ProviderRequest): boolean {
  return typeof responseBody === "object";
}

function textOf(facts: ExchangeFacts): string {
  if (facts.kind !== "answered") return "";
  const { body } = facts;
  if (body.kind === "complete") return body.text;
  return body.kind === "unreadable" ? (body.partial ?? "") : "";
}
