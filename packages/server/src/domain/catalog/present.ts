/** Presents providers and actions in the contract's form. */
import type { Action as ActionView, Provider as ProviderView } from "@svc/contract";
import { staticAuthOf, type Action, type Provider } from "@svc/provider-kit";
import { describeField } from "../auth-kinds/submission.ts";

/** Presents a provider without its actions. */
export function presentProvider(provider: Provider): ProviderView {
  return {
    slug: provider.slug,
    name: provider.name,
    description: provider.description,
    authKinds: provider.auth.map(({ kind }) => kind),
    credentialFields: presentFields(provider),
    docsUrl: provider.docsUrl,
    logo: provider.logo ?? null,
  };
}

/** Presents the fields that a user must fill in, in English. The options of a field depend on the deployment. */
function presentFields(provider: Provider): ProviderView["credentialFields"] {
  const auth = staticAuthOf(provider);
  return (auth?.fields ?? []).map(({ name, label, help }) => {
    const { sensitive, required } = describeField(auth?.submission ?? {}, name);
    return { name, label, help, sensitive, required };
  });
}

/** Presents an action with its schemas as plain JSON Schema, including our own keywords. */
export function presentAction(slug: string, action: Action): ActionView {
  return {
    id: action.id,
    provider: slug,
    title: action.title,
    description: action.description,
    effect: action.effect,
    idempotency: action.idempotency,
    requiredScopes: [...action.requiredScopes],
    mcp: action.mcp,
    sensitiveOutput: action.sensitiveOutput,
    evidence: presentEvidence(action),
    inputSchema: plainSchema(action.input),
    outputSchema: plainSchema(action.output),
  };
}

function presentEvidence({ evidence }: Action): ActionView["evidence"] {
  if (evidence === null) return { strength: "none", needs: [], quietSeconds: null };
  const { strength, needs, quietSeconds } = evidence;
  return { strength, needs: [...needs], quietSeconds };
}

/** Removes the symbols and hidden properties that TypeBox adds to a schema. */
function plainSchema(schema: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
}
