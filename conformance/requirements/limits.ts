/** What svc promises when more is asked of it than it can do. */
import type { Requirement } from "../harness/requirements.ts";

/** These promises. */
export const requirements: readonly Requirement[] = [
  {
    id: "load.shed",
    source: "contract §1.9",
    text: "A request that the process cannot take is 503 OVERLOADED with Retry-After, before it is authenticated and before its key is claimed; health checks are answered.",
  },
  {
    id: "load.arriving",
    source: "contract §1.9",
    text: "A request that never becomes whole holds no place: thousands of unfinished heads and bodies get nobody else a 503 or a closed connection.",
  },
  {
    id: "load.hang-up",
    source: "docs/self-hosting.md, Limits",
    text: "A caller that hangs up frees nothing that is still worked on.",
  },
  {
    id: "load.tenant-rate",
    source: "docs/self-hosting.md, Limits",
    text: "A tenant over its rate is 429 and takes nothing of what its client's other tenants may ask.",
  },
  {
    id: "load.connection-rate",
    source: "docs/self-hosting.md, Limits",
    text: "A connection over its rate is 429 before the key is claimed.",
  },
  {
    id: "load.delivery-rate",
    source: "docs/self-hosting.md, Limits",
    text: "A service client over its rate of :test and :redeliver is 429 with Retry-After; other clients and other requests are not.",
  },
  {
    id: "load.slots",
    source: "docs/self-hosting.md, Limits",
    text: "Executions at once are bounded for a tenant, a client and the process; where slots are few, a tenant over its share is refused first.",
  },
  {
    id: "load.circuit",
    source: "contract §1.9, §4.2",
    text: "After faults in a row nothing is sent to a provider until a call is answered; one connection's faults are its own.",
  },
];
