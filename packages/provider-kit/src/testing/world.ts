/** What a provider's author passes to `exerciseProvider`: examples, and an environment in which the actions succeed. */
import type { EvidenceWorld } from "./evidence-world.ts";
import type { Send } from "./port.ts";

/** A real or simulated provider. Each test opens its own and closes it. */
export type ProviderWorld = {
  /** A credential with all permissions: a valid submission, what its auth keeps of one, or an `OAuthCredential`. */
  credential: unknown;
  /** Sends with that credential, through the real transport if the test has one. */
  send: Send;
  /**
   * What the suite needs to lose answers. Null if this environment can't; then run the suite in another one that can. It may
   * be left out only if no action declares evidence.
   */
  evidence?: EvidenceWorld | null;
  close(): Promise<void>;
};

/** A submission that is rejected before any call. */
export type RefusedSubmission = {
  submission: unknown;
  /** What the explanation for its owner must mention. */
  explains: RegExp;
};

/** Examples of one action. */
export type ActionExamples = {
  /** Inputs that succeed in a fresh environment, one after the other. */
  inputs: readonly [unknown, ...unknown[]];
  /** Inputs that the schema rejects. */
  refusedInputs: readonly unknown[];
  /**
   * The body of a 200 with which this API returns nothing, such as `[]` for a bare list. A read of it succeeds. If omitted,
   * no empty body is documented, and each is treated as malformed.
   */
  emptyAnswer?: unknown;
  /** Words that stand for an id in its paths, such as `latest`. */
  aliases?: readonly string[];
};

/** Examples of one provider. */
export type ProviderExamples = {
  /** For a static credential; empty if the provider has none. */
  acceptedSubmissions: readonly unknown[];
  refusedSubmissions: readonly RefusedSubmission[];
  /** By action id; every action of the provider needs some. */
  actions: Readonly<Record<string, ActionExamples>>;
  /** Error bodies in the provider's form that contain `text`. `refuse` must never pass it on. */
  errorBodies: (text: string) => readonly unknown[];
  /** What the provider calls its own things in every language; such texts need no translation. */
  ownWords?: readonly RegExp[];
};

/** What a provider's `test/lab.ts` exports as `lab`, so that the server's own suites can try its actions. */
export type ProviderLab = { examples: ProviderExamples; open(): Promise<ProviderWorld> };
