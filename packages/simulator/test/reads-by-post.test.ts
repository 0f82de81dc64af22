/** A fault for changes skips a search by POST, because the API declares that it only reads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  commonSwitches,
  losses,
  simulatedApi,
  startStore,
  Store,
  type CommonSwitches,
  type Refusal,
} from "../src/index.ts";

class Notes extends Store {
  readonly notes = this.collection<{ id: string }, "id">({ key: "id" });

  constructor() {
    super({ defaults: commonSwitches });
    this.reset();
  }

  protected override seed(): void {
    this.notes.put({ id: "a" });
  }
}

const api = simulatedApi<Notes, null, unknown, CommonSwitches>({
  routes: {
    "POST /search": { run: ({ store }) => ({ json: store.notes.values() }), reads: true },
    "POST /graphql": {
      run: ({ store, request }) => {
        if (!request.bodyText.includes("mutation")) return { json: store.notes.size };
        const { id } = store.notes.create({ id: `n${String(store.notes.size)}` });
        return { json: id, effects: [{ kind: "note.create", id }] };
      },
      reads: ({ bodyText }) => !bodyText.includes("mutation"),
    },
    "POST /token": { respond: () => ({ status: 200, json: "t" }), reads: true },
    "POST /broken": { run: ({ store }) => ({ json: store.notes.put({ id: "b" }) }), reads: true },
  },
  caller: () => null,
  refused: ({ status }: Refusal) => ({ status }),
});

test("doesn't spend a change's lost response on a read", async (t) => {
  const simulator = await startStore({ api, world: new Notes() });
  t.after(() => simulator.close());
  const post = (path: string, body: string) => fetch(simulator.url + path, { method: "POST", body });
  const { lose, effects } = losses(simulator);
  lose("after_effect");
  assert.equal((await post("/search", "{}")).status, 200);
  assert.equal((await post("/token", "")).status, 200);
  assert.equal((await post("/graphql", "query { notes }")).status, 200);
  await assert.rejects(post("/graphql", "mutation { add }"));
  assert.equal(effects(), 1);
  assert.equal((await post("/graphql", "mutation { add }")).status, 200);
  assert.equal((await post("/broken", "")).status, 500, "a route declared as a read can't change anything");
});
