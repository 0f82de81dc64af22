/** Previews of changing actions, from reads only, for the person who approves them (contract §1.16). */
import type { Static, TObject } from "typebox";
import type { ReadPort } from "./request.ts";

/** What an action would change in the current state. */
export type Preview = {
  /**
   * One or two sentences in your own words, such as "API_KEY exists and would be replaced." Never a secret. Put names
   * and titles from the provider through `quoted()`.
   */
  text: string;
  /**
   * The state that the text depends on, such as the version that would be replaced. If it has changed when svc executes
   * the action, nothing is sent. JSON of at most 256 KB; svc keeps only a keyed hash.
   */
  precondition: unknown;
};

/** How an action previews itself, as its author declares it. */
export type PreviewDefinition<Input extends TObject = TObject> = {
  /**
   * Ids of the read actions whose requests the preview uses, besides the reads of the action itself. A connection that
   * may not execute all of them gets no preview.
   */
  needs: readonly string[];
  /**
   * Reads what the action would change. The number of reads and the time are limited, as for a look.
   * @param input without its secrets and content. @param withheld the names of the fields that the call has and that
   *   are therefore not in `input`.
   * @throws ProviderFailure if a read fails, or if the action is certain to be refused; nothing is proposed then.
   */
  read: (input: Partial<Static<Input>>, provider: ReadPort, withheld: readonly string[]) => Promise<Preview>;
};

/** An action's preview without its type parameter. */
export type ActionPreview = {
  needs: readonly string[];
  read: (input: unknown, provider: ReadPort, withheld: readonly string[]) => Promise<Preview>;
};

/** The maximum size of a precondition, in bytes of JSON. */
export const preconditionMaxBytes = 256 * 1024;
