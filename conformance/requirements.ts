/** What svc promises over HTTP, each promise with the part of the contract that makes it. The suites cite the ids. */
import type { Requirement } from "./harness/requirements.ts";
import { accessRequirements } from "./requirements/access.ts";
import { actionRequirements } from "./requirements/actions.ts";
import { auditRequirements } from "./requirements/audit.ts";
import { eventRequirements } from "./requirements/events.ts";
import { catalogRequirements } from "./requirements/catalog.ts";
import { connectRequirements } from "./requirements/connect.ts";
import { endpointRequirements } from "./requirements/endpoints.ts";
import { idempotencyRequirements } from "./requirements/idempotency.ts";
import { inputRequirements } from "./requirements/input.ts";
import { mcpRequirements } from "./requirements/mcp.ts";

/** Every promise that the suites of this folder prove. */
export const requirements: readonly Requirement[] = [
  ...endpointRequirements,
  ...accessRequirements,
  ...inputRequirements,
  ...idempotencyRequirements,
  ...connectRequirements,
  ...catalogRequirements,
  ...actionRequirements,
  ...auditRequirements,
  ...eventRequirements,
  ...mcpRequirements,
];
