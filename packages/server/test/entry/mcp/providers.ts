/** The providers of these tests: tools of every kind, and actions that must not become tools. */
import { content, sensitive, summary, summaryCount } from "@svc/contract";
import { defineAction, staticCredential, type Action, type Provider } from "@svc/provider-kit";
import { Type, type TObject } from "typebox";

const closed = { additionalProperties: false };
const name = Type.String({ minLength: 1, maxLength: 40, description: "Its name." });
const secretField = sensitive(Type.String({ maxLength: 40, description: "Its secret." }));

/** A canary that no result, log or record may contain. */
export const canary = "canary-7f3a";

const listThings = defineAction({
  id: "things.list",
  title: "List things",
  description: "Lists things.",
  consent: "See your things",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })) }, closed),
  output: Type.Object(
    { things: Type.Array(Type.Object({ name, token: secretField }, closed)), total: Type.Integer() },
    closed,
  ),
  async run(_input, provider) {
    await provider.read({ method: "GET", path: ["things"] });
    return { things: [{ name: "first", token: canary }], total: 1 };
  },
});

const createThing = defineAction({
  id: "things.create",
  title: "Create a thing",
  description: "Creates a thing.",
  consent: "Create things",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { name, note: Type.Optional(content(Type.String({ maxLength: 40 }))), secret: Type.Optional(secretField) },
    closed,
  ),
  output: Type.Object({ id: Type.Integer(), name, secret: secretField }, closed),
  async run(input, provider) {
    await provider.change({ method: "POST", path: ["things"], json: input }, { accept: [201] });
    return { id: 7, name: input.name, secret: canary };
  },
});

const { evidence: _none, preview: _noPreview, ...changing } = createThing;
const removeThing = defineAction({
  ...changing,
  sensitiveOutput: true,
  id: "things.remove",
  title: "Remove a thing",
  effect: "destructive",
  idempotency: "idempotent",
  input: Type.Object({ name }, closed),
  output: Type.Object(
    { removed: summary(Type.Boolean()), body: Type.String(), parts: summaryCount(Type.Array(Type.String())) },
    closed,
  ),
  async run(_input, provider) {
    await provider.change({ method: "DELETE", path: ["things"] }, { accept: [204] });
    return { removed: true, body: "what it said", parts: ["a", "b"] };
  },
});

const { evidence: _noneEither, preview: _noPreviewEither, ...reading } = listThings;
const revealThing = defineAction({
  ...reading,
  id: "things.reveal",
  title: "Reveal a thing",
  sensitiveOutput: true,
  input: Type.Object({ name }, closed),
  output: Type.Object({ name: summary(name), body: Type.String(), value: secretField }, closed),
  run: (input) => Promise.resolve({ name: input.name, body: "what it says", value: canary }),
});

const hiddenThing: Action = { ...listThings, id: "things.hidden", title: "Hidden", mcp: false };

/** Creates a provider with these actions; its credentials are any text. */
export function createProvider(slug: string, actions: readonly Action[]): Provider {
  const submission: TObject = Type.Object({ access_token: sensitive(Type.String()) }, closed);
  return {
    slug,
    name: slug.toUpperCase(),
    description: `The provider ${slug}.`,
    docsUrl: "https://docs.example",
    logo: "M2 2h20v20z",
    origin: `https://${slug}.example`,
    requestIdHeader: "x-request-id",
    actions,
    refuse: ({ status }) => ({ code: status === 404 ? "RESOURCE_NOT_FOUND" : "PROVIDER_REJECTED" }),
    auth: [
      staticCredential({
        submission,
        fields: [],
        explain: () => null,
        credentialKind: () => "token",
        headers: () => ({ authorization: `Bearer ${canary}` }),
        identify: () => Promise.resolve({ slug: "acme", name: "Acme" }),
      }),
    ],
  };
}

/** The provider of the tools. */
export const acme = createProvider("acme", [listThings, createThing, removeThing, revealThing, hiddenThing]);

/** Another one, with an action of the same id that agents may not call. */
export const keeper = createProvider("keeper", [{ ...createThing, mcp: false }]);
