/**
 * The differences between auth kinds. A new kind is one implementation next to this file and a line in `table.ts`; the
 * rest of the domain uses the strategy and never compares kinds.
 */
import type { Connection } from "@svc/contract";
import type {
  BearerSource,
  OAuthAuth,
  ProviderAuth,
  ProviderFailureCode,
  RequestSigner,
  StaticCredentialAuth,
} from "@svc/provider-kit";

/** The form in which a user submits a credential. */
export type SubmissionForm = Pick<
  StaticCredentialAuth,
  "submission" | "fields" | "noun" | "ways" | "explain" | "grantAdvice"
> & {
  /** Converts a valid submission to the credential to store; null if it can't be used. */
  toCredential(submission: unknown): unknown;
};

/** The form of a credential that a backend imports. */
export type ImportForm = {
  submission: object;
  /** The fields that errors may name. */
  fields: readonly { name: string }[];
  /** Explains why a submission in a known but unsupported form is refused; null if there is no explanation. */
  explain: SubmissionForm["explain"];
  /** Converts a valid submission to a credential; null if it can't be used. */
  toCredential(submission: unknown): unknown;
};

/** How to handle the credentials of one auth kind. */
export type AuthStrategy<Auth extends ProviderAuth = ProviderAuth> = {
  /** How the user connects: with a form in the session's frontend, or with a redirect to the provider. */
  connectsWith: "form" | "redirect";
  /** Whether the operator must register an app with the provider first. */
  needsApp(auth: Auth): boolean;
  /** Returns the form that the user fills in; null if the user is redirected instead. */
  form(auth: Auth): SubmissionForm | null;
  /** Returns the form for importing a credential that the backend already has. */
  importForm(auth: Auth): ImportForm;
  /** Returns the server that issues and refreshes the credential; null if the credential never changes. */
  issuer(auth: Auth): OAuthAuth | null;
  /**
   * Returns when an issued credential that can't be refreshed ends, in milliseconds since the epoch; null if it is
   * refreshed.
   */
  endsAt(credential: unknown): number | null;
  /** Returns how to get a bearer token for the credential; null if it is sent in headers. */
  bearer(auth: Auth, credential: unknown): BearerSource | null;
  /** Returns the origin of the token endpoint; null if there is none, or if it's the connection's own origin. */
  tokenOrigin(auth: Auth): string | null;
  /** Returns the public facts about the connection in the credential. */
  facts(auth: Auth, credential: unknown): Readonly<Record<string, string>>;
  /** Returns the signer of requests with the credential; undefined if it is sent in headers. */
  signer(auth: Auth, credential: unknown): RequestSigner | undefined;
  secretTexts(auth: Auth, credential: unknown): string[];
  /**
   * Whether the provider's refusal means that the credential is invalid. If false, it may or may not be valid.
   * @param isConnected whether the credential belongs to an existing connection; false while a user is connecting.
   */
  isInvalid(code: ProviderFailureCode, isConnected: boolean): boolean;
  /** Returns the requested actions that a credential allows, with its scopes. */
  granted(
    auth: Auth,
    requested: readonly { id: string; requiredScopes: readonly string[] }[],
    credential: unknown,
  ): { actions: string[]; scopes: readonly string[] };
  /** Presents the part of a credential that a connection shows. */
  presentConfig(connection: { grantedScopes: readonly string[] }): Connection["auth_config"];
};
