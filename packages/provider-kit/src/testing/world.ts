/** The arguments of `exerciseProvider`: examples, and an environment in which the actions succeed. */
import type { EvidenceWorld } from "./evidence-world.ts";
import type { Send } from "./port.ts";

/** A real or simulated provider. Each test opens its own and closes it. */
export type ProviderWorld = {
  /**
   * A credential with all permissions: a valid submission, the parts of one that its auth keeps, or an
   * `OAuthCredential`.
   */
  credential: unknown;
  /** Sends with that credential, through the real transport if the test has one. */
  send: Send;
  /**
   * The tools with which the suite loses responses. Null if this environment can't; then also run the suite in one that
   * can. Required if an action declares evidence.
   */
  evidence?: EvidenceWorld | null;
  /**
   * Leaves the credential only these scopes. Null if this environment can't; then also run the suite in one that can.
   * Required if the provider has OAuth.
   */
  narrow?: ((scopes: readonly string[]) => void) | null;
  close(): Promise<void>;
};

/** A submission that is rejected before any call. */
export type RefusedSubmission = {
  submission: unknown;
  /** Matches the explanation for the credential's owner. */
  explains: RegExp;
};

/** What the suite executes: inputs that succeed, and inputs that the schema rejects. */
export type ActionExamples = {
  /** Inputs that succeed in a fresh environment, one after the other. */
  inputs: readonly [unknown, ...unknown[]];
  /** Inputs that the schema rejects. */
  refusedInputs: readonly unknown[];
  /**
   * The body of a 200 that means there is nothing to return, such as `[]` for a bare list. A read of it succeeds. If
   * omitted, the API documents no empty body, and each one is treated as malformed.
   */
  emptyResponse?: unknown;
  /**
   * Why the action ends as failed if its change arrives twice, as behind a proxy that repeats it, although the first
   * one took effect. Omit it if such an end is a success or an unknown outcome, as it should be.
   */
  failsIfRepeated?: string;
  /** Words that replace an id in its paths, such as `latest`. */
  aliases?: readonly string[];
};

/** What the suite submits while connecting, and executes afterwards. */
export type ProviderExamples = {
  /** For a static credential; empty if the provider has none. */
  acceptedSubmissions: readonly unknown[];
  refusedSubmissions: readonly RefusedSubmission[];
  /** Examples for every action of the provider, by action id. */
  actions: Readonly<Record<string, ActionExamples>>;
  /** Returns error bodies in the provider's format that contain `text`. `refuse` must never pass it on. */
  errorBodies: (text: string) => readonly unknown[];
  /** The provider's own terms, which are the same in every language and need no translation. */
  ownWords?: readonly RegExp[];
};

/** The export `lab` of a provider's `test/lab.ts`, with which the server's own suites try its actions. */
export type ProviderLab = { examples: ProviderExamples; open(): Promise<ProviderWorld> };
