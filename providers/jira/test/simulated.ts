/** The provider against the simulated API. */
import { runAction, sendTo, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { startJiraSimulator, tokens, type JiraSimulator } from "../simulator/index.ts";
import { keyAuth } from "../src/auth.ts";
import { jira } from "../src/index.ts";

/** A simulated provider with a key to talk to it. */
export type Simulated = ProviderWorld & {
  simulator: JiraSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

/** Starts the simulator. */
export async function openSimulated(): Promise<Simulated> {
  const simulator = await startJiraSimulator();
  const credential = { access_token: tokens.apiKey };
  const send = sendTo(jira, simulator, keyAuth.headers(credential));
  return {
    simulator,
    credential,
    send,
    async run(id, input) {
      const action = jira.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      return (await runAction(jira, action, input, { credentialKind: "api_key", send })).end;
    },
    close: () => simulator.close(),
  };
}
