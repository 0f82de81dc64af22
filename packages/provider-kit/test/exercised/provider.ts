/**
 * A provider of three actions that passes the kit's suite, and one defect at a time that must make it fail. Run as
 * `node provider.ts <defect>`; the exit code is the suite's.
 */
import { sensitive, summary } from "@svc/contract";
import { Type } from "typebox";
import { defineAction, defineProvider, ProviderFailure, staticCredential } from "../../src/index.ts";
import type { ExchangeFacts, ProviderAnswer, ProviderPort, ProviderRequest } from "../../src/index.ts";
import { answered, exerciseProvider } from "../../src/testing/index.ts";

const defect = process.argv[2] ?? "none";
const has = (name: string) => defect === name;

const id = Type.String({ description: "Id of the note.", pattern: has("pattern") ? "^(?=a)a+$" : "^[a-z]{1,9}$" });
const strict = { additionalProperties: false };
const secretText = sensitive(Type.String({ description: "The text." }));

function shapeOf(body: unknown): string {
  const { text } = Object(body) as { text?: unknown };
  if (typeof text === "string") return text;
  throw has("type_error") ? new TypeError("text") : new ProviderFailure({ code: "PROVIDER_ERROR" });
}

const common = { requiredScopes: [], mcp: false, sensitiveOutput: true, title: "Note", consent: "Use notes" };

const noteGet = defineAction({
  ...common,
  id: "notes.get",
  description: has("undescribed") ? "" : "Reads a note.",
  effect: "read",
  idempotency: "safe",
  input: Type.Object({ id: has("undescribed_field") ? Type.String() : id }, strict),
  output: Type.Object(
    { id: has("no_summary") ? id : summary(id), text: has("kept_secret") ? summary(secretText) : secretText },
    has("lax_output") ? {} : strict,
  ),
  async run(input, provider) {
    if (has("change_in_read")) await change(provider, input.id);
    const query = has("credential_in_query") ? { token: "secret-token" } : {};
    const { body } = await provider.read({ method: "GET", path: ["notes", input.id], query });
    const output = { id: input.id, text: shapeOf(body) };
    return has("extra_field") ? { ...output, raw: body } : output;
  },
});

const noteList = defineAction({
  ...common,
  sensitiveOutput: false,
  id: "notes.list",
  description: "Lists notes.",
  effect: "read",
  idempotency: "safe",
  input: Type.Object({}, strict),
  output: Type.Object({ ids: Type.Array(id) }, strict),
  async run(_input, provider) {
    const { body } = await provider.read({ method: "GET", path: ["notes"] });
    const isList = Array.isArray(body) && body.every((one) => typeof one === "string");
    if (!isList || (has("nothing_refused") && body.length === 0)) throw new ProviderFailure({ code: "PROVIDER_ERROR" });
    return { ids: has("nothing_filled") && body.length === 0 ? ["A"] : body };
  },
});

const noteSet = defineAction({
  ...common,
  id: "notes.set",
  description: "Writes a note.",
  effect: "write",
  idempotency: "unsafe",
  input: Type.Object({ id }, strict),
  output: Type.Object({ id: summary(id) }, strict),
  async run(input, provider) {
    const probe = provider.read({ method: "GET", path: ["notes", input.id] });
    shapeOf((await (has("probe_ignored") ? probe.catch(() => ({ body: { text: "" } })) : probe)).body);
    await change(provider, input.id);
    if (has("two_changes")) await change(provider, input.id);
    return { id: input.id };
  },
});

function change(provider: ProviderPort, note: string): Promise<ProviderAnswer> {
  const path = has("vanishing_segment") ? ["notes", ""] : ["notes", note];
  const request: ProviderRequest = { method: "PUT", path, json: { text: "x" }, answerBody: "discard" };
  const sent = provider.change(request, { accept: [200] });
  // What an action must never do with a change that ended otherwise.
  return has("refusal_swallowed")
    ? sent.catch(() => ({ status: 200, body: null, requestId: null, headers: {} }))
    : sent;
}

const token = sensitive(Type.String({ description: "The token.", pattern: has("lax_token") ? "^.*$" : "^secret-.+$" }));

const provider = defineProvider({
  slug: "notes",
  name: "Notes",
  description: "Notes.",
  docsUrl: "https://example.com/docs",
  origin: "https://api.example.com",
  requestIdHeader: "x-request-id",
  auth: [
    staticCredential({
      submission: Type.Object({ token }, strict),
      fields: [{ name: "token", label: "Token", help: "A token.", helpUrl: "https://example.com", pattern: "^.+$" }],
      explain: (submission) => {
        const given = String((submission as { token?: unknown }).token);
        if (given.startsWith("secret-")) return null;
        return has("quoted_token") ? `Not a token: ${given}` : "Not a token.";
      },
      credentialKind: () => "token",
      headers: (credential) => ({ authorization: credential.token }),
      identify: async () => ({ slug: "a", name: "A" }),
    }),
  ],
  refuse: ({ status, body }) => ({
    code: status >= 500 ? "PROVIDER_ERROR" : "PROVIDER_REJECTED",
    detail: has("echo") ? `It said ${JSON.stringify(body)}` : "It was refused.",
  }),
  actions: [noteGet, noteList, noteSet],
});

async function send({ method, path }: ProviderRequest): Promise<ExchangeFacts> {
  if (path.length === 1) return answered(200, ["a"]);
  return method === "GET" ? answered(200, { text: "hello" }) : answered(200, {});
}

exerciseProvider(provider, async () => ({ credential: { token: "secret-token" }, send, close: async () => {} }), {
  acceptedSubmissions: [{ token: "secret-token" }],
  refusedSubmissions: [{ submission: { token: "wrong-token" }, explains: /token/ }],
  errorBodies: (text) => [{ message: text }],
  actions: {
    "notes.get": { inputs: [{ id: "a" }], refusedInputs: [{}, { id: 1 }] },
    "notes.list": {
      inputs: [{}],
      refusedInputs: [{ more: 1 }],
      ...(has("nothing_undeclared") ? {} : { emptyAnswer: [] }),
    },
    "notes.set": { inputs: [{ id: "a" }], refusedInputs: [{ id: "a", more: 1 }] },
  },
});
