/** Promises about events and webhooks. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string, source = "contract §13.2"): Requirement => ({ id, source, text });

/** Promises about events and webhooks. */
export const requirements: readonly Requirement[] = [
  of(
    "events.log",
    "GET /v1/events gives each change once, oldest first, and goes on from a kept cursor.",
    "contract §13.1",
  ),
  of("webhooks.signed", "Every delivery is verified by the Standard Webhooks library, also while a secret is rotated."),
  of("webhooks.again", "A delivery that fails comes again under the same webhook-id, and can be asked for again."),
  of("webhooks.gone", "An endpoint that answers 410 is disabled, which is an event; enabled again, it gets events."),
  of("webhooks.url", "No URL inside the operator's network, or of another scheme, is taken as an endpoint."),
];
