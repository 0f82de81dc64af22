/** What svc promises over HTTP, each promise with the part of the contract that makes it. The suites cite the ids. */
import type { Requirement } from "./harness/requirements.ts";
import { httpRequirements } from "./requirements/http.ts";

/** Every promise that the suites of this folder prove. */
export const requirements: readonly Requirement[] = [...httpRequirements];
