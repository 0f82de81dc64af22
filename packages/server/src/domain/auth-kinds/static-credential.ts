/** Credentials that users create at the provider and submit in a form, such as API tokens. */
import type { StaticCredentialAuth } from "@svc/provider-kit";
import { unrecordedTexts, textsIn } from "../schemas/compile.ts";
import type { AuthStrategy } from "./strategy.ts";

function toCredentialOf({ kept }: StaticCredentialAuth): (submission: unknown) => unknown {
  return (submission) => (kept === undefined ? submission : kept.from(submission));
}

/** The strategy for `static_credential`. */
export const staticCredential: AuthStrategy<StaticCredentialAuth> = {
  connectsWith: "form",
  needsApp: () => false,
  form: (auth) => ({ ...auth, toCredential: toCredentialOf(auth) }),
  importForm: (auth) => {
    const { submission, fields, explain } = auth;
    return { submission, fields, explain, toCredential: toCredentialOf(auth) };
  },
  issuer: () => null,
  endsAt: () => null,
  bearer: ({ bearer }, credential) => bearer?.(credential) ?? null,
  tokenOrigin: ({ tokenOrigin }) => tokenOrigin ?? null,
  facts: ({ connectionFacts }, credential) => connectionFacts?.(credential) ?? {},
  signer: ({ signer }, credential) => signer?.(credential),
  secretTexts({ submission, kept, secretPart }, credential) {
    if (secretPart !== undefined) return [secretPart(credential)];
    const marked = unrecordedTexts(kept?.schema ?? submission, credential);
    return marked.length > 0 ? marked : textsIn(credential);
  },
  // The user chose the token, so retrying with a denied one would not help.
  isInvalid: (code) =>
    code === "PROVIDER_UNAUTHORIZED" || code === "PROVIDER_REJECTED" || code === "PROVIDER_FORBIDDEN",
  granted: (_auth, requested) => ({ actions: requested.map(({ id }) => id), scopes: [] }),
  presentConfig: () => ({}),
};
