/** Previews: what a person who approves a changing action sees, from reads alone (contract §1.16). */
import type { Static, TObject } from "typebox";
import type { ReadPort } from "./request.ts";

/** What an action would change, as things stand. */
export type Preview = {
  /**
   * One or two sentences of your own, such as "API_KEY exists and would be replaced." Never a secret. A name or a title from the
   * provider is `quoted()`.
   */
  text: string;
  /**
   * The state that the text depends on, such as the version that would be replaced. If it is another one when svc executes the
   * action, nothing is sent. JSON, at most 256 KB, of which svc keeps only a keyed hash.
   */
  precondition: unknown;
};

/** How an action previews itself, as its author declares it. */
export type PreviewDefinition<Input extends TObject = TObject> = {
  /**
   * Ids of the read actions whose requests it uses, besides those that the action itself reads. Without the right to all of them,
   * there is no preview.
   */
  needs: readonly string[];
  /**
   * Reads what the action would change. The number of reads and the time are limited, as for a look.
   * @param input without its sensitive fields.
   * @throws ProviderFailure if a read fails, or if the action is certain to be refused; nothing is proposed then.
   */
  read: (input: Partial<Static<Input>>, provider: ReadPort) => Promise<Preview>;
};

/** An action's preview without its type parameter. */
export type ActionPreview = {
  needs: readonly string[];
  read: (input: unknown, provider: ReadPort) => Promise<Preview>;
};

/** The most bytes of a precondition, as JSON. */
export const preconditionMaxBytes = 256 * 1024;
