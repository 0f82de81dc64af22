/** Access tokens that credentials were exchanged for. They are kept only in memory. */
import type { IssuedBearer } from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import { minuteMs, secondMs } from "../clock/units.ts";

/** A token for a call. `isKept`: it is from an earlier call, so the provider may have revoked it since. */
export type BearerToken = { token: string; isKept: boolean };

/** Keeps tokens until shortly before they expire. */
export type BearerTokens = {
  /**
   * Returns the key's token. If there is none, `issue` gets one. It never runs concurrently for the same key:
   * concurrent callers share its result.
   */
  get(key: string, issue: () => Promise<IssuedBearer>): Promise<BearerToken>;
  /** Discards a token that the provider refused, unless another has replaced it. */
  drop(key: string, token: string): void;
};

/** A token is discarded this long before it expires. Every call finishes in less time. */
const marginMs = 2 * minuteMs;
/** The longest time to keep a token, regardless of its lifetime. */
const keptMsMax = 60 * minuteMs;
const tokensMax = 10_000;

/** @param max how many tokens to keep. Beyond that, the oldest is dropped. */
export function createBearerTokens({ uptimeMs }: Pick<Platform, "uptimeMs">, max = tokensMax): BearerTokens {
  const kept = new Map<string, { token: string; untilMs: number }>();
  const issuing = new Map<string, Promise<IssuedBearer>>();

  const keep = (key: string, { token, lifetimeSeconds }: IssuedBearer): void => {
    const keptMs = Math.min(lifetimeSeconds * secondMs - marginMs, keptMsMax);
    kept.delete(key);
    if (keptMs > 0) kept.set(key, { token, untilMs: uptimeMs() + keptMs });
    if (kept.size > max) for (const oldest of kept.keys()) if (kept.delete(oldest)) break;
  };
  const start = async (key: string, issue: () => Promise<IssuedBearer>): Promise<IssuedBearer> => {
    try {
      const issued = await issue();
      keep(key, issued);
      return issued;
    } finally {
      issuing.delete(key);
    }
  };
  return {
    async get(key, issue) {
      const found = kept.get(key);
      if (found !== undefined && uptimeMs() < found.untilMs) return { token: found.token, isKept: true };
      const running = issuing.get(key) ?? start(key, issue);
      issuing.set(key, running);
      return { token: (await running).token, isKept: false };
    },
    drop(key, token) {
      if (kept.get(key)?.token === token) kept.delete(key);
    },
  };
}
