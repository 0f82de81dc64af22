/** The simulated workspace: its notes, and the key that opens it. */
import { commonSwitches, prefixed, Store } from "@svc/simulator";

/** The keys that the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"0123456789".repeat(3)}` } as const;

/** A stored note. */
export type SimulatedNote = { id: string; title: string; text: string };

/** The state of the simulated API. */
export class AcmeNotesWorld extends Store {
  readonly notes = this.collection<SimulatedNote, "id">({ key: "id", ids: prefixed("note") });

  constructor() {
    super({ defaults: commonSwitches });
    this.reset();
  }

  protected override seed(): void {
    this.notes.put({ id: "welcome", title: "Welcome", text: "This note is simulated." });
  }
}
