/** What a provider's author calls to declare events. */
import { DeclarationError } from "../failure.ts";
import type { ProviderEvents } from "./declaration.ts";
import { eventsFaults } from "./rules.ts";

/**
 * Declares a provider's events.
 * @throws DeclarationError for the first rule that the declaration breaks, such as a signature that doesn't cover the
 * body.
 */
export function defineEvents(events: ProviderEvents): ProviderEvents {
  const [fault] = eventsFaults(events);
  if (fault !== undefined) throw new DeclarationError("events", fault);
  return events;
}
