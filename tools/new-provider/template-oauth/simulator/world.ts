/** The simulated workspace: its notes, and the authorization server that authorizes apps. */
import {
  authorizationPositions,
  AuthorizationServer,
  authorizationSwitches,
  commonSwitches,
  prefixed,
  simulatedApp,
  Store,
  Tokens,
  type AuthorizationSwitches,
  type CommonSwitches,
  type OAuthToken,
} from "@svc/simulator";

/** The switches of the simulated workspace. */
export interface Switches extends CommonSwitches, AuthorizationSwitches {}

/** The app that a sandbox's operator configures. */
export const app = simulatedApp("acme-notes");

/** Tokens that the simulator accepts without authorization, by name. */
export const tokens = { everything: `token-${"everything".repeat(3)}` } as const;

/** A stored note. */
export type SimulatedNote = { id: string; title: string; text: string };

/** The state of the simulated API. */
export class AcmeNotesWorld extends Store<Switches> {
  readonly notes = this.collection<SimulatedNote, "id">({ key: "id", ids: prefixed("note") });
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly authorization = this.keep(
    new AuthorizationServer({
      name: "Acme Notes",
      apps: [app],
      users: () => [{ login: "robin", name: "Robin" }],
      tokens: this.tokens,
      switches: () => this.switches,
      clientAuthentication: ["post"],
      knownScopes: ["notes:read", "notes:write"],
    }),
  );

  constructor() {
    super({ defaults: { ...commonSwitches, ...authorizationSwitches }, positions: authorizationPositions });
    this.reset();
  }

  protected override seed(): void {
    this.notes.put({ id: "welcome", title: "Welcome", text: "This note is simulated." });
    this.tokens.add({
      value: tokens.everything,
      name: "everything",
      scopes: ["notes:read", "notes:write"],
      expiresAtMs: null,
      user: "robin",
      clientId: app.clientId,
      parameter: "scope",
    });
  }
}
