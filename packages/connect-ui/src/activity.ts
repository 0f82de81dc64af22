/** The activity of an open session: a credential form, or the trip to the provider and back. */
import type { FrontendSession } from "@svc/contract";

/** A running activity. */
export type Activity = {
  /** Checks whether the page still shows the session's current status. */
  recheck(): Promise<void>;
  /** Whether leaving may cancel the session: no credential is being verified or may have been. */
  mayBeCancelled(): boolean;
  /** Stops all requests and updates, and closes a window at the provider. */
  stop(): void;
};

/** Called when an activity ends. */
export type ActivityEvents = {
  /** The session is no longer open. */
  present(session: FrontendSession): void;
  /** The session refuses further calls. */
  refused(code: string): void;
};
