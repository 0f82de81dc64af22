/** The provider against the simulated API. */
import { runAction, sendTo, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { startAcmeNotesSimulator, tokens, type AcmeNotesSimulator } from "../simulator/index.ts";
import { oauth } from "../src/auth.ts";
import { acmeNotes } from "../src/index.ts";

/** A simulated provider with a token for it. */
export type Simulated = ProviderWorld & {
  simulator: AcmeNotesSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

/** Starts the simulator. By default, the token has every scope. */
export async function openSimulated(token: string = tokens.everything): Promise<Simulated> {
  const simulator = await startAcmeNotesSimulator();
  const credential = { accessToken: token, refreshToken: null, expiresAt: null, scopes: [] };
  const send = sendTo(acmeNotes, simulator, oauth.headers(credential));
  return {
    simulator,
    credential,
    send,
    narrow: (scopes) => simulator.world.tokens.narrow(token, scopes),
    async run(id, input) {
      const action = acmeNotes.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      return (await runAction(acmeNotes, action, input, { credentialKind: oauth.credentialKind(credential), send }))
        .end;
    },
    close: () => simulator.close(),
  };
}
