/** Starts the simulated Calendar on loopback. */
import { googleUser } from "@svc/google/simulator";
import { authorizationCommands, startStore, type StoreSimulator } from "@svc/simulator";
import { calendarApi } from "./api.ts";
import { app } from "./app.ts";
import { CalendarWorld, type Switches } from "./world.ts";

/** The tokens that the simulator accepts, by name. */
export const tokens = { everything: "ya29.everything", readOnly: "ya29.readonly" } as const;

/** A running simulator. */
export type GoogleCalendarSimulator = StoreSimulator<CalendarWorld>;

/** Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export async function startGoogleCalendarSimulator(
  options: { port?: number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<GoogleCalendarSimulator> {
  const { switches, ...more } = options;
  const world = new CalendarWorld(switches);
  const ofApp = { user: googleUser.email, clientId: app.clientId, parameter: "scope" };
  const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
  const add = (value: string, ...scopes: string[]) =>
    world.tokens.add({ ...ofApp, value, name: value, scopes: scopes.map(scope), expiresAtMs: null });
  add(
    tokens.everything,
    "calendar.calendarlist.readonly",
    "calendar.events.readonly",
    "calendar.events",
    "calendar.freebusy",
    "userinfo.email",
  );
  add(tokens.readOnly, "calendar.events.readonly", "userinfo.email");
  return startStore({ api: calendarApi, world, commands: authorizationCommands(world), ...more });
}

/** The OAuth app that a sandbox's operator configures. */
export const oauthApp = { clientId: app.clientId, clientSecret: app.clientSecret } as const;
