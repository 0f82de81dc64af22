/** Promises about events and webhooks. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string, source = "contract §13.2"): Requirement => ({ id, source, text });

/** Promises about events and webhooks. */
export const requirements: readonly Requirement[] = [
  of(
    "events.log",
    "GET /v1/events returns each change once, oldest first, and continues from a stored cursor.",
    "contract §13.1",
  ),
  of("webhooks.signed", "The Standard Webhooks library verifies every delivery, even while a secret is rotated."),
  of("webhooks.listen", "svc webhooks listen sends new events to a URL, each once, like deliveries to an endpoint."),
  of("webhooks.again", "A failed delivery is retried with the same webhook-id, and can be redelivered."),
  of("webhooks.gone", "An endpoint that answers 410 is disabled, with an event; once re-enabled, it receives events."),
  of("webhooks.turns", "A client that creates events without a pause doesn't delay another client's deliveries."),
  of(
    "webhooks.exists",
    "A client has one endpoint per URL: a second is 409 WEBHOOK_ENDPOINT_EXISTS with webhook_endpoint_id.",
  ),
  of(
    "webhooks.url",
    "No URL inside the operator's network that the operator doesn't list, or with another scheme, is accepted as an endpoint.",
  ),
  of(
    "webhooks.networks",
    "A delivery to a private address arrives if the operator lists it, and none to a metadata service, whatever is listed.",
  ),
  of(
    "provider-events.verified",
    "A provider's delivery is refused unless it is signed with one of its app's secrets; nothing of it is kept.",
    "contract §13.3",
  ),
  of(
    "provider-events.agreed",
    "Only connections whose users agreed to a type of event get it, and none after they are disconnected.",
    "contract §13.3",
  ),
  of(
    "provider-events.once",
    "Each connection gets each of the provider's events once, also if the provider sends it again.",
    "contract §13.3",
  ),
  of(
    "provider-events.kept",
    "A delivery that was answered 200 is in the log, also if the server is killed.",
    "contract §13.3",
  ),
  of(
    "provider-events.offline",
    "With the documented commands, a sandbox sends a signed event of a connection to a developer's program, offline.",
    "docs/events-in.md, Try it offline",
  ),
];
