/** Promises about overload and rates. */
import type { Requirement } from "../harness/requirements.ts";

/** Promises about overload and rates. */
export const requirements: readonly Requirement[] = [
  {
    id: "load.shed",
    source: "contract §1.9",
    text: "A request that the process can't accept is 503 OVERLOADED with Retry-After, before it is authenticated and before its key is claimed; health checks are answered.",
  },
  {
    id: "load.arriving",
    source: "contract §1.9",
    text: "An unfinished request occupies no slot: thousands of unfinished heads and bodies cause no 503 or closed connection for other callers.",
  },
  {
    id: "load.unread",
    source: "contract §1.9",
    text: "Responses that aren't read are bounded in bytes and in time: the connection is closed, and others are served. A slow reader gets the whole response.",
  },
  {
    id: "load.public-rates",
    source: "contract §1.9",
    text: "Every route that needs no key has a rate per address, counted for its group: over it, 429 with Retry-After. Other groups, good keys and health checks aren't affected.",
  },
  {
    id: "load.hang-up",
    source: "docs/self-hosting.md, Limits",
    text: "A caller that hangs up doesn't free the slot of its running execution.",
  },
  {
    id: "load.tenant-rate",
    source: "docs/self-hosting.md, Limits",
    text: "A tenant over its rate gets 429 and doesn't reduce the rate of its client's other tenants.",
  },
  {
    id: "load.token-rate",
    source: "contract §1.9",
    text: "A delegated token that asks as fast as it can gets 429; its client's backend doesn't, and can always revoke it.",
  },
  {
    id: "load.connection-rate",
    source: "docs/self-hosting.md, Limits",
    text: "A connection over its rate gets 429 before the key is claimed.",
  },
  {
    id: "load.delivery-rate",
    source: "docs/self-hosting.md, Limits",
    text: "A service client over its rate of :test and :redeliver gets 429 with Retry-After; other clients and other requests don't.",
  },
  {
    id: "load.listings",
    source: "contract §1.5",
    text: "A client that lists without a pause doesn't delay another client's executions.",
  },
  {
    id: "load.slots",
    source: "docs/self-hosting.md, Limits",
    text: "Concurrent executions are limited per tenant, client and process; if slots are scarce, a tenant over its share is refused first.",
  },
  {
    id: "load.circuit",
    source: "contract §1.9, §4.2",
    text: "After consecutive faults, only probes are sent to a provider until one succeeds; one connection's faults don't affect others.",
  },
];
