/** The simulated workspace: its notes, and the key that opens it. */
import { commonSwitches, prefixed, Store } from "@svc/simulator";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"0123456789".repeat(3)}` } as const;

/** A note as it is stored. */
export type SimulatedNote = { id: string; title: string; text: string };

/** Everything that the simulated API knows. */
export class GmailWorld extends Store {
  readonly notes = this.collection<SimulatedNote, "id">({ key: "id", ids: prefixed("note") });

  constructor() {
    super({ defaults: commonSwitches });
    this.reset();
  }

  protected override seed(): void {
    this.notes.put({ id: "welcome", title: "Welcome", text: "This note is simulated." });
  }
}
