/** The contract's examples: they name a provider that the contract doesn't know, and must match its texts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { operationExamples } from "@svc/contract";
import { validateAgainst } from "@svc/contract/validation";
import { registeredProviders } from "@svc/server/reference";

const github = registeredProviders.find(({ provider }) => provider.slug === "github")?.provider;
const action = github?.actions.find(({ id }) => id === "issues.create");
assert.ok(github !== undefined && action !== undefined);

test("the executed action accepts the example's input and returns its output", () => {
  const { body, response } = operationExamples.executeAction;
  assert.deepEqual(validateAgainst(action.input, body.input), { ok: true });
  assert.deepEqual(validateAgainst(action.output, response.output), { ok: true });
});

test("the catalog's example has the provider's and the action's own texts", () => {
  const [provider] = operationExamples.listCatalogProviders.response.providers;
  const { slug, name, description, docsUrl } = github;
  const authKinds = github.auth.map(({ kind }) => kind);
  const { logo } = provider ?? assert.fail("no provider");
  assert.ok(logo !== null && logo !== "" && github.logo?.startsWith(logo));
  assert.deepEqual(provider, { slug, name, description, authKinds, credentialFields: [], docsUrl, logo });
  const [event] = operationExamples.getProvider.response.events;
  const declared = github.events?.types.find(({ type }) => type === event?.type);
  assert.ok(event !== undefined && declared !== undefined);
  const { consent: _consent, data, ...about } = declared;
  assert.deepEqual(event, { ...about, dataSchema: event.dataSchema });
  for (const field of Object(event.dataSchema["required"])) assert.ok(field in data.properties, field);
  const [found] = operationExamples.searchActions.response.actions;
  const { id, title, effect, idempotency, mcp, sensitiveOutput, evidence } = action;
  assert.ok(evidence !== null);
  const { strength, needs, quietSeconds } = evidence;
  assert.deepEqual(found, {
    id,
    provider: slug,
    title,
    description: action.description,
    effect,
    idempotency,
    requiredScopes: [...action.requiredScopes],
    mcp,
    sensitiveOutput,
    evidence: { strength, needs, quietSeconds },
  });
});
