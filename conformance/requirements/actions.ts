/** Promises about the six actions of the secrets provider. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string, source = "contract §6.1"): Requirement => ({ id, source, text });

/** Promises about the six actions of the secrets provider. */
export const requirements: readonly Requirement[] = [
  of("actions.projects-list", "projects.list returns slug, name, description, createdAt, and the page."),
  of("actions.configs-list", "configs.list returns its six fields, and the page."),
  of("actions.names-list", "secrets.names.list always sends include_dynamic_secrets=false."),
  of("actions.get", "secrets.get returns only name and computed; an absent secret is SECRET_NOT_FOUND."),
  of(
    "actions.get-restricted",
    "A null computed with raw present is PROVIDER_REJECTED, never an empty value.",
    "contract §6.3",
  ),
  of("actions.set", "secrets.set sends one POST with one change request; 200 decides; the response is not read."),
  of("actions.set-bytes", "51,200 bytes are accepted and 51,201 refused, counted in bytes, not characters."),
  of("actions.set-escaped", "A value of 51,200 bytes fits into a request however its JSON is escaped."),
  of("actions.delete", "secrets.delete sends one DELETE and nothing else: 204 is deleted, 404 is already_absent."),
  of("actions.delete-mistyped", "A 404 for a mistyped or invisible project or config is already_absent too."),
  of("actions.names", "name matches ^[A-Z_][A-Z0-9_]{0,199}$."),
  of(
    "actions.refusals",
    "Each of the provider's refusals has its own code, and none echoes the provider's text.",
    "contract §6.3",
  ),
  of(
    "actions.unauthorized",
    "A 401, or a 400 with the invalid-token text, requires reconnecting; nothing else does.",
    "contract §6.3",
  ),
  of(
    "actions.service-token",
    "A dp.st. token can't list projects: the error names the required token.",
    "contract §6.3",
  ),
  of(
    "actions.unknown-outcome",
    "For a write, any other 2xx, 3xx, 408, 421, 425, 5xx or lost response is an unknown outcome.",
    "contract §4.3, §6.1",
  ),
  of("actions.read-faults", "Reads are retried within their deadline, and fail with their own codes.", "contract §4.5"),
  of("actions.paths", "Only the six paths and /v3/me are ever called, and never the revoke endpoint.", "contract §6.2"),
  of("actions.no-redirect", "No redirect is followed.", "contract §4.7"),
  of(
    "sandbox.rehearsal",
    "In a sandbox, a word in an action's input makes the simulated provider fail as docs/testing.md says.",
    "contract §11.4",
  ),
  of(
    "sandbox.connects",
    "What svc-server sandbox-credentials prints connects every provider, and the connections survive a restart.",
    "contract §11.4",
  ),
];
