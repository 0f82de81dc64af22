/** A provider: its fixed origins, the credentials it accepts, and its actions. */
import type { TObject } from "typebox";
import type { IdentifiedAccount } from "./account.ts";
import type { Action } from "./action.ts";
import type { BearerSource } from "./bearer.ts";
import type { BodyVerdict } from "./body-verdict.ts";
import type { ProviderEvents } from "./events/declaration.ts";
import { type Refusal } from "./failure.ts";
import type { OAuthAuth } from "./oauth.ts";
import type { ProviderResponse, ReadPort } from "./request.ts";
import type { RequestSigner } from "./signing.ts";

/** An explanation of a credential based on its prefix, which the form shows while the user types. */
export type CredentialHint = {
  prefix: string;
  /** Whether the submission schema accepts it. */
  accepted: boolean;
  /** Whether an accepted credential can't do everything that was requested. */
  limited?: boolean;
  /** The kind of credential; why it is rejected or, if it is accepted, what it can't do. */
  message: string;
};

/** The smallest grant for some actions, described for the person who creates the credential. */
export type GrantAdvice = {
  /** The provider's own name for the grant. */
  title: string;
  why: string;
  /** The grant in the provider's format, such as the text of a policy, to copy and paste there. */
  policy?: string;
};

/**
 * A field of the end user's form. The submission's schema determines how the form shows it: a field that isn't marked
 * `sensitive` is visible while typing, an optional one may stay empty, and one with an `enum` is a choice.
 */
export type CredentialField = {
  /** The submission's field, such as `access_token`. Each of its fields needs one of these. */
  name: string;
  label: string;
  /** One sentence about which credential is needed. */
  help: string;
  /** Where to create the credential. */
  helpUrl: string;
  /** A regular expression without flags that a valid value matches. For hints only; the server decides. */
  pattern: string;
  /** Hints by prefix; the first match wins. They take the requested actions into account, if there are any. */
  hints?: (actionIds: readonly string[]) => readonly CredentialHint[];
};

/** One of several credentials of which the end user enters one: an AppRole, or a service token. */
export type CredentialWay = {
  /** What the end user chooses. */
  label: string;
  /** The names of the fields that only this credential has. */
  fields: readonly string[];
};

/**
 * The parts of a submission that svc keeps, if it doesn't keep all of it. The rest is dropped before anything is sent.
 */
export type KeptCredential<Credential = unknown> = {
  /** The schema of the kept parts, with its secrets marked. */
  schema: TObject;
  /** Returns the kept parts of a submission that matches its schema; null if the submission can't be used. */
  from: (submission: unknown) => Credential | null;
};

/** A credential that the end user provides, such as an API token. */
export type StaticCredentialAuth = {
  kind: "static_credential";
  /** The strict schema of the submission. It rejects every other kind of token before any call. */
  submission: TObject;
  fields: readonly CredentialField[];
  /** The provider's own word for the credential, as in a sentence: `access key`. By default, pages say "token". */
  noun?: string;
  /** The credentials to choose from, if there are several. A field of none of them belongs to each. */
  ways?: readonly CredentialWay[];
  /** Explains to its owner why a submission is rejected, without quoting it; null if there's nothing to add. */
  explain: (submission: unknown) => string | null;
  /** The smallest grant at the provider for these actions. */
  grantAdvice?: (actionIds: readonly string[]) => GrantAdvice;
  /** The value that the functions below receive instead of the submission. */
  kept?: KeptCredential;
  /** Facts about the connection that its requests need, such as a region or a project id; never secret. */
  connectionFacts?: (credential: unknown) => Readonly<Record<string, string>>;
  /**
   * The secret part of a credential whose beginning is public, such as a key that starts with the account's id. By
   * default, every sensitive field is secret as a whole, and an account's name must not repeat any part of it.
   */
  secretPart?: (credential: unknown) => string;
  /** The kind of a valid credential, such as `service_token`. */
  credentialKind: (credential: unknown) => string;
  /** The headers that carry the credential; with a `bearer`, the headers besides the token. */
  headers: (credential: unknown) => Readonly<Record<string, string>>;
  /** Creates the signer of a credential that signs each request instead. */
  signer?: (credential: unknown) => RequestSigner;
  /**
   * How the credential becomes the bearer token of each request, if it isn't sent itself; null if the headers carry it.
   */
  bearer?: (credential: unknown) => BearerSource | null;
  /**
   * Scheme, host and port of the token endpoint, where a `bearer` exchanges the credential. By default, it is the
   * connection's own origin, and the request has the credential's headers.
   */
  tokenOrigin?: string;
  /**
   * Asks the provider which account this credential belongs to, and when it expires if the provider says so.
   * @throws ProviderFailure; only `PROVIDER_UNAUTHORIZED` means that the credential is invalid.
   */
  identify: (provider: ReadPort) => Promise<IdentifiedAccount>;
};

/** How a provider's credentials are obtained. */
export type ProviderAuth = StaticCredentialAuth | OAuthAuth;

/**
 * The request that a response belongs to: its kind of credential, as named by the auth, and whether it is the changing
 * request.
 */
export type ResponseContext = { credentialKind: string; change: boolean };

/**
 * A header that says when to try again. `seconds` and `milliseconds` are a delay, with or without decimals; the other
 * forms are points in time (`seconds_or_date` is either).
 */
export type RetryAfterHeader = {
  name: string;
  form: "seconds" | "milliseconds" | "seconds_or_date" | "epoch_seconds" | "epoch_milliseconds" | "iso_date";
};

/** A provider as its author declares it. */
export type Provider = {
  /** Lowercase name in URLs, such as `doppler`. */
  slug: string;
  name: string;
  /** Its logo in one color, as SVG path data on a grid of 24 by 24; without it, pages show its first letter. */
  logo?: string;
  description: string;
  /** The provider's own documentation of the API. */
  docsUrl: string;
  /**
   * The origin of its API. Credentials are only ever sent to this origin, to `origins`, and to an auth's `tokenOrigin`.
   */
  origin: string;
  /**
   * Whether customers host the product themselves. Then `origin` is only an example, and nothing is sent there. Each
   * connection has one of the origins that the operator lists, by the name in its submission's `origin`.
   */
  isSelfHosted?: true;
  /** Further fixed origins, by the name that requests use. */
  origins?: Readonly<Record<string, string>>;
  /**
   * The regions, if each has its own hosts. `{region}` in each origin is replaced with the connection's region: one of
   * these, from the credential's `region` field, which the auth returns as a fact.
   */
  regions?: readonly string[];
  /**
   * Path segments before every request's own path at `origin`, for a provider that has the workspace in the path. A
   * `{ fact }` is one of the connection's facts.
   */
  connectionPath?: readonly (string | { readonly fact: string })[];
  auth: readonly [ProviderAuth, ...ProviderAuth[]];
  /** The response header with the provider's request id. */
  requestIdHeader: string;
  /**
   * Names of response headers that actions and `refuse` may read, such as links and limits; none by default. `date` is
   * among them if a credential signs requests or tokens: svc then tells its own wrong clock from a dead credential.
   */
  responseHeaders?: readonly string[];
  /** Names of headers that a request may set, such as `Idempotency-Key`; none by default. */
  requestHeaders?: readonly string[];
  /** Requests by POST that only read, such as searches. */
  postReads?: readonly PostRead[];
  /** Its GraphQL endpoint: a query there is a read, and a mutation a change. */
  graphql?: PostRead;
  /**
   * The headers that say when to try again; the first that is present counts. By default, `Retry-After` as in RFC 9110.
   */
  retryAfter?: readonly RetryAfterHeader[];
  /**
   * Statuses besides 429 that can mean a rate limit. A read is retried if `refuse` or `judge` then reports a rate
   * limit.
   */
  limitStatuses?: readonly number[];
  /** Maps a response that an action didn't accept to an error code, with a detail in svc's own words. */
  refuse: (response: ProviderResponse, context: ResponseContext) => Refusal;
  /**
   * Judges the body of a response with an accepted or a refused status, if the status alone doesn't say what happened.
   * It can doubt or refuse what the status accepts, but never accept what the status doesn't. If it throws, it proves
   * nothing.
   */
  judge?: (response: ProviderResponse, context: ResponseContext) => BodyVerdict;
  actions: readonly Action[];
  /** The events that it sends to an app's address; none by default. */
  events?: ProviderEvents;
  /**
   * Translations of the texts for end users: the exact English text of a label, help, hint, advice or consent → BCP 47
   * language → its translation. A text without a translation stays in English.
   */
  translations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** Returns the provider's auth for credentials that end users provide; null if it has none. */
export function staticAuthOf({ auth }: Pick<Provider, "auth">): StaticCredentialAuth | null {
  return auth.find((known) => known.kind === "static_credential") ?? null;
}

/** Returns the provider's OAuth auth; null if it has none. */
export function oauthAuthOf({ auth }: Pick<Provider, "auth">): OAuthAuth | null {
  return auth.find((known) => known.kind === "oauth2_authorization_code") ?? null;
}

/**
 * A path of reads by POST. `*` matches any one segment. An API whose requests all have one path also declares a
 * `header`, a form `field`, or members of the JSON body by dotted name (`params.name`); then a request is a read only if
 * each of them has one of these values.
 */
export type PostRead = {
  origin?: string;
  path: readonly string[];
  header?: { readonly name: string; readonly values: readonly string[] };
  field?: { readonly name: string; readonly values: readonly string[] };
  json?: Readonly<Record<string, readonly string[]>>;
};
