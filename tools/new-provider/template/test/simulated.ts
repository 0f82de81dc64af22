/** The provider against the simulated API. */
import { runAction, sendTo, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { startAcmeNotesSimulator, tokens, type AcmeNotesSimulator } from "../simulator/index.ts";
import { keyAuth } from "../src/auth.ts";
import { acmeNotes } from "../src/index.ts";

/** A simulated provider with a key for it. */
export type Simulated = ProviderWorld & {
  simulator: AcmeNotesSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

/** Starts the simulator. */
export async function openSimulated(): Promise<Simulated> {
  const simulator = await startAcmeNotesSimulator();
  const credential = { access_token: tokens.apiKey };
  const send = sendTo(acmeNotes, simulator, keyAuth.headers(credential));
  return {
    simulator,
    credential,
    send,
    async run(id, input) {
      const action = acmeNotes.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      return (await runAction(acmeNotes, action, input, { credentialKind: "api_key", send })).end;
    },
    close: () => simulator.close(),
  };
}
