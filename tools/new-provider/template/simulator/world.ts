/** The simulated workspace: its notes and the one key that opens it. */
import { commonSwitches, prefixed, Store, Tokens, type CommonSwitches } from "@svc/simulator";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"simulated0".repeat(3)}` } as const;

/** A note as it is kept. */
export type SimulatedNote = { id: string; title: string; text: string };

/** All that the simulated API knows. */
export class AcmeNotesWorld extends Store {
  readonly notes = this.collection<SimulatedNote, "id">({ key: "id", ids: prefixed("note", 1) });
  readonly tokens = this.keep(new Tokens());

  constructor(switches: Partial<CommonSwitches> = {}) {
    super({ defaults: commonSwitches }, switches);
    this.reset();
  }

  protected override seed(): void {
    this.tokens.add({ value: tokens.apiKey, name: "apiKey", scopes: [], expiresAtMs: null });
    this.notes.create({ id: "welcome", title: "Welcome", text: "This note is simulated." });
  }
}
