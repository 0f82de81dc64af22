/** Promises about policy, and about calls that need a person's approval. */
import type { Requirement } from "../harness/requirements.ts";

const of = (id: string, text: string): Requirement => ({ id: `approval.${id}`, source: "contract §1.16", text });

/** Promises about policy, and about calls that need a person's approval. */
export const requirements: readonly Requirement[] = [
  of(
    "ask",
    "If a policy requires approval, :execute is 202 with a proposal, the same for the same key, and only reads are sent.",
  ),
  of("once", "An approved call is executed once, by svc, under the proposal's key, which then returns its response."),
  of("end", "A call that was denied, expired or withdrawn is never executed, and its key reports that."),
  of(
    "decide",
    "A decision needs a key that may decide and isn't the proposer's, and the proposal's digest; the first decision counts.",
  ),
  of(
    "places",
    "Each key and token has a share of a connection's places, waiting proposals count towards budgets, and no preview is read without a place.",
  ),
  of("drawn", "Every character that isn't drawn is shown as its code point on the pages where a person decides."),
  of("stale", "If state, connection or action have changed since, nothing is sent: 409 PLAN_STALE."),
  of(
    "policy",
    "Each layer decides by its first matching rule, and the strictest layer wins; deny is 403 POLICY_DENIED.",
  ),
  of("policy-set", "A rule that is malformed or could never match is refused when it is set."),
  of("test", "policy:test returns what would happen and why, and does nothing."),
  of(
    "secrets",
    "A proposal has only what records keep, its content is for the person who decides, and no input outlives it.",
  ),
  of("isolation", "A token sees only proposals within its rights, and never decides."),
  of("mcp", "An agent's pending call is a normal result; get_proposal shows its result only to the same grant."),
  of("elicitation", "A client that opens URLs is asked to open the page; the agent never repeats the arguments."),
  of("altered", "A proposal whose row was changed in the database, or approved there, is never executed."),
  of(
    "page",
    "A person decides on a page that svc shows only to the browser that began, once the consumer's app has identified them.",
  ),
  of(
    "page-keys",
    "The key that identifies the person may decide, isn't the proposer's, directly or through a token, and is in the trail.",
  ),
  of("page-attacks", "No link, secret, form or frame decides for another person; every refusal says what to do next."),
  of(
    "restored",
    "Every pending proposal is withdrawn when a restored database is accepted, and each withdrawal has its events.",
  ),
  of("trail", "Events and the audit trail record each step, and who decided."),
];
