/** What is going on for an open session: a form that takes a credential, or the way to the provider and back. */
import type { FrontendSession } from "@svc/contract";

/** Something that is going on. */
export type Activity = {
  /** Looks whether the session is still what is shown. */
  recheck(): Promise<void>;
  /** Whether a user who leaves now has ended the session: nothing is being verified, and nothing was. */
  mayBeCancelled(): boolean;
  /** Nothing more is asked or shown; a window at the provider closes. */
  stop(): void;
};

/** Where an activity leads when it is over. */
export type ActivityEnds = {
  /** The session is no longer open. */
  present(session: FrontendSession): void;
  /** Its calls cannot be made any more. */
  refused(code: string): void;
};
