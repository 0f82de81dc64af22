/** Promises about policy, and about calls that wait for a person. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id: `approval.${id}`, source: "contract §1.16", text });

/** Promises about policy, and about calls that wait for a person. */
export const requirements: readonly Requirement[] = [
  of(
    "ask",
    "Where a policy asks, :execute is 202 with a proposal, the same for the same key, and only reads are sent.",
  ),
  of("once", "An approved call is executed once, by svc, under the proposal's key, which then gives its answer."),
  of("end", "A call that was denied, expired or withdrawn is never executed, and its key says so."),
  of(
    "decide",
    "A decision needs a key that may decide, other than the asker's, the proposal's digest, and is the first.",
  ),
  of("stale", "If state, connection or action have changed since, nothing is sent: 409 PLAN_STALE."),
  of("policy", "Each layer decides by its first matching rule, and the strictest decides; deny is 403 POLICY_DENIED."),
  of("policy-set", "A rule that is malformed, or that could never match, is refused when it is set."),
  of("test", "policy:test says what would happen and why, and does nothing."),
  of("secrets", "No sensitive field is in a proposal, and no input outlives it."),
  of("isolation", "A token sees only proposals within its rights, and never decides."),
  of("mcp", "An agent's call that waits is a normal result; get_proposal shows its end to the same grant alone."),
  of("elicitation", "A client that opens URLs is asked to open the page; the agent never repeats the arguments."),
  of("altered", "A proposal whose row was changed in the database, or approved there, is never executed."),
  of(
    "page",
    "A person decides on a page that svc shows only to the browser that began, once the consumer's app has said who they are.",
  ),
  of("page-attacks", "No link, secret, form or frame decides for somebody else; every refusal says what to do next."),
  of(
    "restored",
    "Every proposal that waits is withdrawn when a restored database is accepted, and each withdrawal has its events.",
  ),
  of("trail", "Events and the audit trail tell each step, and who decided."),
];
