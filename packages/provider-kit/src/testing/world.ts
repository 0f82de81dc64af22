/** What a provider's author hands to `exerciseProvider`: examples, and a world that the actions succeed in. */
import type { Send } from "./port.ts";

/** A provider to talk to, real or simulated. Each test opens its own and closes it. */
export type ProviderWorld = {
  /** A credential that may do everything in this world: a valid submission, or an `OAuthCredential`. */
  credential: unknown;
  /** Sends under that credential, through the real transport where the test has one. */
  send: Send;
  close(): Promise<void>;
};

/** A submission that is refused before any call. */
export type RefusedSubmission = {
  submission: unknown;
  /** What the explanation to its owner must name. */
  explains: RegExp;
};

/** Examples of one action. */
export type ActionExamples = {
  /** Inputs that succeed in a fresh world, one after the other. */
  inputs: readonly [unknown, ...unknown[]];
  /** Inputs that the schema refuses. */
  refusedInputs: readonly unknown[];
  /**
   * The body of a 200 by which this API says that there is nothing, such as `[]` of a listing that is a bare list: a read
   * of it succeeds. Left out: no body without content is documented, and each is malformed.
   */
  emptyAnswer?: unknown;
};

/** Examples of one provider. */
export type ProviderExamples = {
  /** Of a static credential; empty where the provider takes none. */
  acceptedSubmissions: readonly unknown[];
  refusedSubmissions: readonly RefusedSubmission[];
  /** By action id; every action of the provider must have some. */
  actions: Readonly<Record<string, ActionExamples>>;
  /** Error bodies as the provider words them, with `text` inside: what `refuse` must never pass on. */
  errorBodies: (text: string) => readonly unknown[];
};
