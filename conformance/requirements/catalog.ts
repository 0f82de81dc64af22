/** Promises about the actions that a tenant can use. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string, source = "contract §3.2"): Requirement => ({ id, source, text });

/** Promises about the actions that a tenant can use. */
export const requirements: readonly Requirement[] = [
  of("catalog.effective", "A tenant's listings contain what deployment and policy allow."),
  of("catalog.provider-absent", "A provider without any allowed action is absent."),
  of("catalog.empty-list", "An empty allow list allows nothing; * must be written out.", "contract §1.8"),
  of("catalog.disabled", "An action that is not enabled is absent, and 404 ACTION_NOT_FOUND at execute."),
  of("catalog.public-all", "The public catalog lists everything in the code, enabled or not."),
  of("catalog.metadata", "All six actions: requiredScopes [], mcp false, sensitiveOutput true.", "contract §6.1"),
  of("catalog.marks", "Fields that hold secrets carry x-sensitive; value is limited in bytes.", "contract §2.2, §6.1"),
];
