/** A custom provider as a folder of JavaScript with its own simulator: notes that a key unlocks. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "./requirements.ts";

/** The key that its simulator accepts. */
export const shelfKey = "key-shelf-0123456789";

const manifest = {
  name: "@acme/svc-provider-shelf",
  version: "2.0.1",
  type: "module",
  exports: { ".": "./index.js", "./simulator": "./simulator.js" },
  peerDependencies: { "@svc/provider-kit": "^0.1.0" },
};

const main = `
import { sensitive } from "@svc/contract";
import { defineAction, defineProvider, staticCredential } from "@svc/provider-kit";
import { list, record, shape, text } from "@svc/provider-kit/shape";
import { Type } from "typebox";

const note = shape({ id: text("id", "Id of the note."), title: text("title", "Title of the note.") });
const strict = { additionalProperties: false };
const keyPattern = "^key-[a-z0-9-]{8,40}$";
const common = { requiredScopes: [], mcp: true, sensitiveOutput: false };

const notesList = defineAction({
  ...common, id: "notes.list", title: "List notes", description: "Lists the notes.", consent: "See your notes",
  effect: "read", idempotency: "safe", input: Type.Object({}, strict),
  output: Type.Object({ notes: Type.Array(note.schema, { description: "The notes." }) }, strict),
  run: async (_input, provider) => ({ notes: list((await provider.read({ method: "GET", path: ["notes"] })).body).map(note.read) }),
});

const notesCreate = defineAction({
  ...common, id: "notes.create", title: "Create a note", description: "Writes a note.", consent: "Write notes",
  effect: "write", idempotency: "unsafe",
  input: Type.Object({ title: Type.String({ description: "Title of the note.", minLength: 1, maxLength: 100 }) }, strict),
  output: note.schema,
  run: async ({ title }, provider) =>
    note.read((await provider.change({ method: "POST", path: ["notes"], json: { title } }, { accept: [201] })).body),
});

export const provider = defineProvider({
  slug: "shelf", name: "Shelf", description: "Notes on a shelf.", docsUrl: "https://docs.shelf.example/",
  origin: "https://api.shelf.example", requestIdHeader: "x-request-id",
  refuse: ({ status }) => ({ code: status === 401 ? "PROVIDER_UNAUTHORIZED" : status < 500 ? "PROVIDER_REJECTED" : "PROVIDER_ERROR" }),
  auth: [staticCredential({
    submission: Type.Object(
      { access_token: sensitive(Type.String({ description: "A key.", maxLength: 44, pattern: keyPattern })) },
      { ...strict, description: "The key of the shelf." },
    ),
    fields: [{ name: "access_token", label: "Key", help: "A key of the shelf.", helpUrl: "https://docs.shelf.example/keys", pattern: keyPattern }],
    explain: () => null, credentialKind: () => "key",
    headers: ({ access_token }) => ({ authorization: \`Bearer \${access_token}\` }),
    async identify(provider) {
      const { slug, name } = record((await provider.read({ method: "GET", path: ["me"] })).body);
      return { slug: String(slug), name: String(name) };
    },
  })],
  actions: [notesList, notesCreate],
});
`;

const simulator = `
import { commonSwitches, fieldsOf, prefixed, Refusal, simulatedApi, startStore, Store, tokenIn } from "@svc/simulator";

export const sandboxCredentials = { apiKey: "${shelfKey}" };

class Shelf extends Store {
  notes = this.collection({ key: "id", ids: prefixed("note_") });
  constructor() { super({ defaults: commonSwitches }); this.reset(); }
  seed() { this.notes.put({ id: "welcome", title: "Welcome" }); }
}

const api = simulatedApi({
  routes: {
    "GET /me": { run: () => ({ json: { slug: "shelf", name: "The shelf" } }) },
    "GET /notes": { run: ({ store }) => ({ json: store.notes.values() }) },
    "POST /notes": {
      run({ store, request }) {
        const note = store.notes.create({ title: String(fieldsOf(request).title) });
        return { status: 201, json: note, effects: [{ kind: "note.create", id: note.id }] };
      },
    },
  },
  caller({ headers }) {
    if (tokenIn(headers) !== sandboxCredentials.apiKey) throw new Refusal(401, "Unknown key");
    return null;
  },
  refused: ({ status, message }) => ({ status, json: { message } }),
});

export const startSimulator = () => startStore({ api, world: new Shelf() });
`;

/**
 * Writes the provider into a server's folder, with the packages that it imports. `SVC_PROVIDERS=./shelf` loads it.
 * @param change replaces a text in its main module, for a provider that breaks a rule.
 */
export function writeShelf(folder: string, change: readonly [from: string, to: string] = ["", ""]): void {
  const at = join(folder, "shelf");
  const installed = join(at, "node_modules");
  mkdirSync(join(installed, "@svc"), { recursive: true });
  for (const name of ["@svc/contract", "@svc/provider-kit", "@svc/simulator", "typebox"]) {
    const link = join(installed, name);
    if (!existsSync(link)) symlinkSync(join(projectFolder, "node_modules", name), link);
  }
  writeFileSync(join(at, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(at, "index.js"), main.replace(...change));
  writeFileSync(join(at, "simulator.js"), simulator);
}
