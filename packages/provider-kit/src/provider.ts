/** A provider: a fixed origin, the credentials it accepts, and its actions. */
import type { Static, TObject } from "typebox";
import type { ProviderAccount } from "./account.ts";
import type { Action } from "./action.ts";
import { needFaults } from "./evidence-rules.ts";
import type { Refusal } from "./failure.ts";
import type { OAuthAuth } from "./oauth.ts";
import type { ProviderAnswer, ReadPort } from "./request.ts";

/** What the prefix of a credential says about it, for a form that explains it while the user types. */
export type CredentialHint = {
  prefix: string;
  /** Whether the submission schema accepts it. */
  accepted: boolean;
  /** Whether an accepted credential can't do everything that was requested. */
  limited?: boolean;
  /** Which kind it is; why it is rejected or, if it is accepted, what it can't do. */
  message: string;
};

/** The smallest grant for some actions, described for the person who creates the credential. */
export type GrantAdvice = {
  /** The provider's own name for the grant. */
  title: string;
  why: string;
};

/** A field of the form for the end user. */
export type CredentialField = {
  /** The submission's field, such as `access_token`. */
  name: string;
  label: string;
  /** One sentence about which credential is needed. */
  help: string;
  /** Where to create such a credential. */
  helpUrl: string;
  /** A regular expression without flags that a valid value matches. For hints only; the server decides. */
  pattern: string;
  /** Hints by prefix; the first match wins. They take the requested actions into account, if there are any. */
  hints?: (actionIds: readonly string[]) => readonly CredentialHint[];
};

/** A credential that the end user provides, such as an API token. */
export type StaticCredentialAuth = {
  kind: "static_credential";
  /** The strict schema of the submission. It rejects every other kind of token before any call. */
  submission: TObject;
  fields: readonly CredentialField[];
  /** Explains to its owner why a submission is rejected, without quoting it; null if there's nothing to add. */
  explain: (submission: unknown) => string | null;
  /** The smallest grant at the provider for these actions. */
  grantAdvice?: (actionIds: readonly string[]) => GrantAdvice;
  /** The kind of a valid credential, such as `service_token`. */
  credentialKind: (credential: unknown) => string;
  /** The headers that carry the credential. */
  headers: (credential: unknown) => Readonly<Record<string, string>>;
  /**
   * Asks the provider which account this credential belongs to.
   * @throws ProviderFailure; only `PROVIDER_UNAUTHORIZED` means that the credential is invalid.
   */
  identify: (provider: ReadPort) => Promise<ProviderAccount>;
};

/** How a provider's credentials are obtained. */
export type ProviderAuth = StaticCredentialAuth | OAuthAuth;

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
  /** The only origin that this provider's credentials are ever sent to. */
  origin: string;
  auth: readonly [ProviderAuth, ...ProviderAuth[]];
  /** The response header with the provider's request id. */
  requestIdHeader: string;
  /** Names of response headers that actions and `refuse` may read, such as links and limits; none by default. */
  answerHeaders?: readonly string[];
  /**
   * Judges an answer that an action didn't accept: which code it is, in svc's own words.
   * @param context.credentialKind as the auth names it; @param context.change whether it was the changing request.
   */
  refuse: (answer: ProviderAnswer, context: { credentialKind: string; change: boolean }) => Refusal;
  actions: readonly Action[];
  /**
   * Translations of what end users read: BCP 47 language → the exact English text of a label, help, hint, advice or consent
   * → its translation. A text without a translation stays English.
   */
  translations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/**
 * Declares a provider.
 * @throws RangeError if the origin is more than scheme, host and port, if the logo is anything but path data, if two actions
 *   share an id or two auths a kind, if a required scope has no description, or if evidence needs anything but a read action.
 */
export function defineProvider(provider: Provider): Provider {
  const oauth = oauthAuthOf(provider);
  for (const text of oauth === null ? [provider.origin] : [provider.origin, oauth.server.origin]) {
    const origin = new URL(text);
    if (origin.origin !== text || origin.protocol !== "https:") {
      throw new RangeError(`${provider.slug}: origin must be https://host[:port] and nothing else.`);
    }
  }
  if (provider.logo !== undefined && !/^[MmZzLlHhVvCcSsQqTtAa\d\s.,+-]{1,4096}$/.test(provider.logo)) {
    throw new RangeError(`${provider.slug}: the logo must be SVG path data of at most 4096 characters.`);
  }
  if (new Set(provider.auth.map(({ kind }) => kind)).size !== provider.auth.length) {
    throw new RangeError(`${provider.slug}: two auths have the same kind.`);
  }
  const scopes = provider.actions.flatMap(({ requiredScopes }) => requiredScopes);
  const silent = scopes.find((scope) => !Object.hasOwn(oauth?.scopeWords ?? {}, scope));
  if (silent !== undefined) throw new RangeError(`${provider.slug}: the scope ${silent} has no description.`);
  const ids = new Set(provider.actions.map((action) => action.id));
  if (ids.size !== provider.actions.length) throw new RangeError(`${provider.slug}: two actions share an id.`);
  const [fault] = needFaults(provider.actions);
  if (fault !== undefined) throw new RangeError(`${provider.slug}: ${fault}`);
  return provider;
}

/** The provider's auth for credentials that end users provide; null if it has none. */
export function staticAuthOf({ auth }: Pick<Provider, "auth">): StaticCredentialAuth | null {
  return auth.find((known) => known.kind === "static_credential") ?? null;
}

/** The provider's OAuth auth; null if it has none. */
export function oauthAuthOf({ auth }: Pick<Provider, "auth">): OAuthAuth | null {
  return auth.find((known) => known.kind === "oauth2_authorization_code") ?? null;
}

/**
 * Declares an auth for credentials that end users provide.
 * @param auth typed by its submission schema; the server calls its functions only with validated submissions.
 */
export function staticCredential<Submission extends TObject>(auth: {
  submission: Submission;
  fields: readonly CredentialField[];
  explain: (submission: unknown) => string | null;
  grantAdvice?: (actionIds: readonly string[]) => GrantAdvice;
  credentialKind: (credential: Static<Submission>) => string;
  headers: (credential: Static<Submission>) => Readonly<Record<string, string>>;
  identify: (provider: ReadPort) => Promise<ProviderAccount>;
}): StaticCredentialAuth {
  return {
    kind: "static_credential",
    submission: auth.submission,
    fields: auth.fields,
    explain: auth.explain,
    ...(auth.grantAdvice === undefined ? {} : { grantAdvice: auth.grantAdvice }),
    credentialKind: (credential) => auth.credentialKind(credential as Static<Submission>),
    headers: (credential) => auth.headers(credential as Static<Submission>),
    identify: auth.identify,
  };
}
