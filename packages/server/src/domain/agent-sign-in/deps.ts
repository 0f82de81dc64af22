/** What a sign-in's steps share: their dependencies, their limits, and the form of the token endpoint's responses. */
import type { IdPrefix } from "@svc/contract";
import type { DelegatedTokenStore, ServiceKeys } from "../service-clients/port.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "../clock/units.ts";
import type { Platform } from "../../platform.ts";
import type { KeyedHashes, SealedTexts } from "../vault/port.ts";
import type { AgentHosts } from "./hosts.ts";
import type { TokenBuckets } from "../limits/rates.ts";
import type { UrlRules } from "../webhooks/url.ts";
import type { AgentPages } from "./pages.ts";
import type { AgentSignInStore } from "./port.ts";

/** Counts a registration. @param network that it comes from. @throws ServiceError RATE_LIMITED. */
export type RegistrationRate = (network: string) => void;

/** How long a user has to decide. */
export const decisionMs = 10 * minuteMs;
/** How long the return from the consumer's app may take. */
export const continueMs = 2 * minuteMs;
/** How long a code can be redeemed. RFC 6749 §4.1.2 recommends ten minutes at most. */
export const codeMs = minuteMs;
/** How long an access token is valid. */
export const accessMs = hourMs;
/** How long a sign-in lasts before the user must sign in again. */
export const grantMs = 30 * dayMs;
/** How long the same refresh token gets the same response, unless its successor was used. */
export const repeatMs = 30 * secondMs;
/**
 * How often a sign-in may be refreshed, and how often in a row. A host needs a new token every hour; each one is a row
 * that is kept for weeks.
 */
export const refreshesPerSecond = 1 / 60;
export const refreshesBurst = 60;
/** How many signed requests one sign-in may send. */
export const proofsPerSecond = 1;
export const proofsBurst = 60;

/** Returns a number of bytes. Every call continues where the last one ended. */
export type ByteStream = (count: number) => Uint8Array;

/** Prefixes of the secrets: in the browser's cookie, in the return address, of a code, and of a refresh token. */
type SignInSecret = "cob_" | "aas_" | "aac_" | "art_";

/** Dependencies of the steps. */
export type AgentSignInDeps = {
  store: AgentSignInStore;
  tokens: DelegatedTokenStore;
  hosts: AgentHosts;
  pages: AgentPages;
  keys: Pick<ServiceKeys, "makeDelegatedToken" | "hashToken" | "parseDelegatedToken" | "verifyToken">;
  /** The rate at which a sign-in may be refreshed, by the id of its token. */
  refreshRate: TokenBuckets;
  registrationRate: RegistrationRate;
  /** The rate at which a sign-in may send signed requests, each of which is a signature to check and a row. */
  proofRate: TokenBuckets;
  /** Which addresses a host may name for its keys. */
  urlRules: UrlRules;
  hashes: KeyedHashes;
  /** Seals requests into the ids with which apps are called. */
  requestSeals: SealedTexts;
  /** @param randomBytes the platform's if omitted. */
  makeSecret: (prefix: SignInSecret, randomBytes?: ByteStream) => string;
  hasSecretForm: (prefix: SignInSecret, text: string) => boolean;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
  /** The API's external base URL, which is the issuer. */
  apiUrl: string;
};

export function seconds(durationMs: number): number {
  return durationMs / secondMs;
}

export type TokenResponse = { status: 200 | 400 | 401; body: Readonly<Record<string, string | number>> };

/** Returns a refusal. @param error as RFC 6749 §5.2 names it. */
export function refused(error: string, error_description: string, status: 400 | 401 = 400): TokenResponse {
  return { status, body: { error, error_description } };
}
