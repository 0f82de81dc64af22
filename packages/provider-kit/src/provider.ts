/** A provider: a fixed origin, the credentials it takes, and its actions. */
import type { Static, TObject } from "typebox";
import type { ProviderAccount } from "./account.ts";
import type { Action } from "./action.ts";
import type { Refusal } from "./failure.ts";
import type { OAuthAuth } from "./oauth.ts";
import type { ProviderAnswer, ReadPort } from "./request.ts";

/** What the first characters of a credential tell, for a form that explains it as it is typed. */
export type CredentialHint = {
  prefix: string;
  /** Whether the submission schema takes it. */
  accepted: boolean;
  /** Whether one that is accepted cannot do all that is asked for. */
  limited?: boolean;
  /** Which kind it is; why it is refused or, for one that is accepted, what it cannot do. */
  message: string;
};

/** The smallest grant that serves some actions, in words for the one who makes the credential. */
export type GrantAdvice = {
  /** The grant by the provider's own name for it. */
  title: string;
  why: string;
};

/** What a form asks the end user for. */
export type CredentialField = {
  /** The submission's field, such as `access_token`. */
  name: string;
  label: string;
  /** One sentence on which credential is wanted. */
  help: string;
  /** Where such a credential is made. */
  helpUrl: string;
  /** A regular expression without flags that a fitting value matches; for hints, the server decides. */
  pattern: string;
  /** Kinds by their prefix, the first that fits counts; for the actions that are asked for, none where it is absent. */
  hints?: (actionIds: readonly string[]) => readonly CredentialHint[];
};

/** A credential that the end user brings, such as an API token. */
export type StaticCredentialAuth = {
  kind: "static_credential";
  /** The strict schema of what a frontend submits; it refuses every other kind of token before any call. */
  submission: TObject;
  fields: readonly CredentialField[];
  /** Says in words for its owner why a submission is refused, without quoting it; null where it has nothing to add. */
  explain: (submission: unknown) => string | null;
  /** The smallest grant at the provider that serves these actions. */
  grantAdvice?: (actionIds: readonly string[]) => GrantAdvice;
  /** Names the kind of a valid credential, such as `service_token`. */
  credentialKind: (credential: unknown) => string;
  /** The headers that carry the credential. */
  headers: (credential: unknown) => Readonly<Record<string, string>>;
  /**
   * Asks the provider whose credential this is.
   * @throws ProviderFailure; `PROVIDER_UNAUTHORIZED` alone says that the credential is dead.
   */
  identify: (provider: ReadPort) => Promise<ProviderAccount>;
};

/** How a provider's credentials come to be. */
export type ProviderAuth = StaticCredentialAuth | OAuthAuth;

/** A provider as its author writes it. */
export type Provider = {
  /** Lower-case name in URLs, such as `doppler`. */
  slug: string;
  name: string;
  description: string;
  /** The provider's own documentation of the API that is used. */
  docsUrl: string;
  /** The only origin that a credential of this provider is ever sent to. */
  origin: string;
  auth: readonly [ProviderAuth, ...ProviderAuth[]];
  /** Response header that carries the provider's request id. */
  requestIdHeader: string;
  /** Response headers that actions and `refuse` may look at, by name: links, limits. None unless given. */
  answerHeaders?: readonly string[];
  /**
   * Judges an answer that an action did not accept: which code it is, in words of ours.
   * @param context.credentialKind as the auth names it; @param context.change whether the request was the changing one.
   */
  refuse: (answer: ProviderAnswer, context: { credentialKind: string; change: boolean }) => Refusal;
  actions: readonly Action[];
  /**
   * What end users read, in other languages: BCP 47 language → the English text as it stands in labels, helps, hints,
   * advice and consents → its translation. A text without one stays English.
   */
  translations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/**
 * Declares a provider.
 * @throws RangeError for an origin that is more than scheme, host and port, for two actions of one id, for two auths of
 *   one kind, and for a required scope that has no words.
 */
export function defineProvider(provider: Provider): Provider {
  const oauth = oauthAuthOf(provider);
  for (const text of oauth === null ? [provider.origin] : [provider.origin, oauth.server.origin]) {
    const origin = new URL(text);
    if (origin.origin !== text || origin.protocol !== "https:") {
      throw new RangeError(`${provider.slug}: origin must be https://host[:port] and nothing else.`);
    }
  }
  if (new Set(provider.auth.map(({ kind }) => kind)).size !== provider.auth.length) {
    throw new RangeError(`${provider.slug}: two auths are of one kind.`);
  }
  const scopes = provider.actions.flatMap(({ requiredScopes }) => requiredScopes);
  const silent = scopes.find((scope) => !Object.hasOwn(oauth?.scopeWords ?? {}, scope));
  if (silent !== undefined) throw new RangeError(`${provider.slug}: the scope ${silent} has no words.`);
  const ids = new Set(provider.actions.map((action) => action.id));
  if (ids.size !== provider.actions.length) throw new RangeError(`${provider.slug}: two actions share an id.`);
  return provider;
}

/** How end users of the provider bring a credential of their own; null where they do not. */
export function staticAuthOf({ auth }: Pick<Provider, "auth">): StaticCredentialAuth | null {
  return auth.find((known) => known.kind === "static_credential") ?? null;
}

/** How the provider authorizes by OAuth; null where it does not. */
export function oauthAuthOf({ auth }: Pick<Provider, "auth">): OAuthAuth | null {
  return auth.find((known) => known.kind === "oauth2_authorization_code") ?? null;
}

/**
 * Declares how end users bring a credential of their own.
 * @param auth typed by its submission schema; the server calls the functions only with what passed that schema.
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
