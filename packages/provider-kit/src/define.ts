/** What a provider's author calls to declare actions and a provider. Declarations are checked at once. */
import type { Static, TObject, TSchema } from "typebox";
import { evidenceFaults } from "./evidence-rules.ts";
import { DeclarationError } from "./failure.ts";
import { type Evidence, type EvidenceDefinition, quietSecondsDefault } from "./evidence.ts";
import { checkNextPage, pageFieldsOf } from "./pages.ts";
import type { Action, ActionDefinition } from "./action.ts";
import type { IdentifiedAccount } from "./account.ts";
import type { BearerSource } from "./bearer.ts";
import { providerFaults } from "./provider-rules.ts";
import type { ReadPort } from "./request.ts";
import type { RequestSigner } from "./signing.ts";
import type {
  CredentialField,
  CredentialWay,
  GrantAdvice,
  KeptCredential,
  Provider,
  StaticCredentialAuth,
} from "./provider.ts";

/**
 * Declares an action.
 * @throws DeclarationError if the declaration contradicts itself (an unsafe read, a safe write), or its evidence breaks
 * a rule.
 */
export function defineAction<Input extends TObject, Output extends TSchema, Facts extends TObject = TObject>(
  definition: ActionDefinition<Input, Output, Facts>,
): Action {
  if ((definition.effect === "read") !== (definition.idempotency === "safe")) {
    throw new DeclarationError(definition.id, "an action is safe if and only if its effect is read.");
  }
  const input: TObject & { additionalProperties?: unknown } = definition.input;
  if (input.additionalProperties !== false) {
    throw new DeclarationError(definition.id, "its input must reject unknown fields (additionalProperties: false).");
  }
  if (definition.preview !== undefined && definition.effect === "read") {
    throw new DeclarationError(definition.id, "a read changes nothing, so it has no preview.");
  }
  if (definition.preview?.needs.length === 0) {
    throw new DeclarationError(definition.id, "its preview lists no read action in needs, so it can't read.");
  }
  const pageFields = pageFieldsOf(definition.output);
  const unsent = pageFields.find(({ sent }) => !Object.hasOwn(definition.input.properties, sent));
  if (unsent !== undefined) {
    throw new DeclarationError(definition.id, `its output has ${unsent.next}, but its input has no ${unsent.sent}.`);
  }
  const { run, evidence, preview, ...rest } = definition;
  const action: Action = {
    ...rest,
    evidence: evidence === undefined ? null : withoutTypes(evidence),
    preview:
      preview === undefined
        ? null
        : {
            needs: preview.needs,
            read: (input, port, withheld) => preview.read(input as Partial<Static<Input>>, port, withheld),
          },
    // The server validates the input against `input` before it calls run, so this cast is correct.
    run: async (input, provider) => checkNextPage(pageFields, input, await run(input as Static<Input>, provider)),
  };
  const [fault] = evidenceFaults(action);
  if (fault !== undefined) throw new DeclarationError(definition.id, fault);
  return action;
}

/** The server passes `settle` the same validated input and facts, so the cast is correct. */
function withoutTypes<Input extends TObject, Facts extends TObject>(
  evidence: EvidenceDefinition<Input, Facts>,
): Evidence {
  const { settle } = evidence;
  return {
    ...evidence,
    quietSeconds: evidence.quietSeconds ?? quietSecondsDefault,
    // `evidenceFaults` reports a missing `settle`.
    settle: typeof settle === "function" ? (look) => settle(look as Parameters<typeof settle>[0]) : settle,
  };
}

/**
 * Declares a provider.
 * @throws DeclarationError for the first rule of `providerFaults` that the declaration breaks.
 */
export function defineProvider(provider: Provider): Provider {
  const [fault] = providerFaults(provider);
  if (fault !== undefined) throw new DeclarationError(provider.slug, fault);
  return provider;
}

/**
 * Declares an auth for credentials that end users provide.
 * @param auth typed by its submission schema, or by the parts that it keeps. The server calls its functions only with
 * validated submissions.
 */
export function staticCredential<Submission extends TObject, Credential = Static<Submission>>(auth: {
  submission: Submission;
  fields: readonly CredentialField[];
  noun?: string;
  ways?: readonly CredentialWay[];
  explain: (submission: unknown) => string | null;
  grantAdvice?: (actionIds: readonly string[]) => GrantAdvice;
  kept?: KeptCredential<Credential>;
  connectionFacts?: (credential: Credential) => Readonly<Record<string, string>>;
  secretPart?: (credential: Credential) => string;
  credentialKind: (credential: Credential) => string;
  headers: (credential: Credential) => Readonly<Record<string, string>>;
  signer?: (credential: Credential) => RequestSigner;
  bearer?: (credential: Credential) => BearerSource | null;
  tokenOrigin?: string;
  identify: (provider: ReadPort) => Promise<IdentifiedAccount>;
}): StaticCredentialAuth {
  const { signer, connectionFacts, secretPart, bearer } = auth;
  return {
    kind: "static_credential",
    submission: auth.submission,
    fields: auth.fields,
    ...(auth.noun === undefined ? {} : { noun: auth.noun }),
    ...(auth.ways === undefined ? {} : { ways: auth.ways }),
    explain: auth.explain,
    ...(auth.grantAdvice === undefined ? {} : { grantAdvice: auth.grantAdvice }),
    ...(auth.kept === undefined ? {} : { kept: auth.kept }),
    ...(connectionFacts === undefined
      ? {}
      : { connectionFacts: (credential) => connectionFacts(credential as Credential) }),
    ...(secretPart === undefined ? {} : { secretPart: (credential) => secretPart(credential as Credential) }),
    credentialKind: (credential) => auth.credentialKind(credential as Credential),
    headers: (credential) => auth.headers(credential as Credential),
    ...(signer === undefined ? {} : { signer: (credential) => signer(credential as Credential) }),
    ...(bearer === undefined ? {} : { bearer: (credential) => bearer(credential as Credential) }),
    ...(auth.tokenOrigin === undefined ? {} : { tokenOrigin: auth.tokenOrigin }),
    identify: auth.identify,
  };
}
