/** The data that the simulated mailbox stores. */

/** A header of a message, decoded. */
export type Header = readonly [name: string, value: string];

/** A text or an attached file in a message. */
export interface StoredPart {
  readonly mimeType: string;
  /** Empty for a text. */
  readonly filename: string;
  readonly content: string;
}

/** A message. A draft's message has the label `DRAFT`. */
export interface StoredMessage {
  readonly id: string;
  readonly threadId: string;
  readonly labelIds: readonly string[];
  readonly headers: readonly Header[];
  readonly parts: readonly StoredPart[];
  readonly internalMs: number;
}

/** A draft and its message. */
export interface StoredDraft {
  readonly id: string;
  readonly messageId: string;
}

export interface StoredLabel {
  readonly id: string;
  readonly name: string;
  readonly type: "system" | "user";
}

/** The first header with a name; empty if there is none. */
export function headerOf({ headers }: Pick<StoredMessage, "headers">, name: string): string {
  return headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1] ?? "";
}
