/** What a step is that changes something and leaves its events, for audit-events.test.ts. */
import type { CreatedConnectSession } from "@svc/contract";
import type { Caller, Connected, Frontend, Fixture } from "../harness/index.ts";

/** A Connect session with its one-time token. */
export type Session = CreatedConnectSession & { token: string };

/** What the steps are done with. Each tenant is a step's own, or the connection's. */
export interface StepContext {
  readonly fixture: Fixture;
  readonly caller: Caller;
  readonly tenantId: string;
  readonly connected: Connected;
  readonly frontend: Frontend;
  session(fields?: Readonly<Record<string, unknown>>): Promise<Session>;
}

/** A step: what makes it ready, and what it does; `does` alone is held against `events`. */
export interface Step {
  readonly route: string;
  readonly case: string;
  readonly does: (context: StepContext) => Promise<() => Promise<{ status: number; text: string }>>;
  readonly status: number;
  readonly events: readonly string[];
}
