/** A step that changes something and appends events, for audit-events.test.ts. */
import type { CreatedConnectSession } from "@svc/contract";
import { signInPage } from "./agent-sign-in-fixture.ts";
import {
  Frontend,
  openSession,
  testOrigin,
  updateClient,
  type Caller,
  type Connected,
  type Fixture,
} from "../harness/index.ts";

/** A Connect session with its one-time token. */
export type Session = CreatedConnectSession & { token: string };

/** The resources for steps. Each tenant is a step's own, or the connection's. */
export interface StepContext {
  readonly fixture: Fixture;
  readonly caller: Caller;
  readonly tenantId: string;
  readonly connected: Connected;
  readonly frontend: Frontend;
  session(fields?: Readonly<Record<string, unknown>>): Promise<Session>;
}

/** A step: preparation, which isn't checked, and the function that it returns, which must append `events`. */
export interface Step {
  readonly route: string;
  readonly case: string;
  readonly does: (context: StepContext) => Promise<() => Promise<{ status: number; text: string }>>;
  readonly status: number;
  readonly events: readonly string[];
}

/** Creates the steps' context, for a client that may use every provider. */
export async function makeContext(fixture: Fixture): Promise<StepContext> {
  const { caller } = fixture;
  await updateClient(fixture.server, fixture.client.id, "--allow-action", "*/*", "--agent-sign-in-url", signInPage);
  const connected = await fixture.connected();
  const { tenantId } = connected;
  const frontend = new Frontend(caller.http, testOrigin);
  return { fixture, caller, tenantId, connected, frontend, session: (fields) => openSession(caller, tenantId, fields) };
}
