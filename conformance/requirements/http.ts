/** Promises about endpoints, lists, authentication and input. */
import type { Requirement } from "../harness/requirements.ts";

/** Promises about endpoints, lists, authentication and input. */
export const httpRequirements: readonly Requirement[] = [
  { id: "endpoints.service-client", source: "contract §3", text: "GET /v1/service-client gives the masked profile." },
];
