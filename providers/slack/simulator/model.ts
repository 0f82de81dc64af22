/** The entities of the simulated workspace. */

/** A channel or a direct message. */
export interface StoredChannel {
  readonly id: string;
  readonly name: string | null;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  readonly members: readonly string[];
}

export interface StoredMessage {
  readonly ts: string;
  readonly text: string;
  /** The author's id. */
  readonly user: string;
  readonly threadTs?: string;
  readonly metadata?: unknown;
  /** Whether it was deleted, and stays only because of its replies. */
  readonly isTombstone?: boolean;
  readonly reactions: readonly { readonly name: string; readonly users: readonly string[] }[];
}

/** A person or a bot. */
export interface StoredUser {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  readonly email: string | null;
  readonly isBot: boolean;
}
