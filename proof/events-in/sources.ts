/** The providers that send events: their simulators, where people connect, and their signed deliveries. */
import * as githubSimulator from "@svc/provider-github/simulator";
import * as linearSimulator from "@svc/provider-linear/simulator";
import * as notionSimulator from "@svc/provider-notion/simulator";
import * as slackSimulator from "@svc/provider-slack/simulator";
import * as stripeSimulator from "@svc/provider-stripe/simulator";
import type { SignEvent } from "@svc/simulator";

/** A provider that sends events. */
export interface Source {
  readonly slug: string;
  /** Its types of events, as docs/events-in.md lists them. */
  readonly types: readonly string[];
  /** A user of its simulator. */
  readonly login: string;
  /** The account that deliveries name for a connection's account. */
  readonly accountOf: (slug: string) => string;
  readonly app: { readonly clientId: string; readonly clientSecret: string };
  /** Signs a delivery as the simulator does. */
  readonly sign: SignEvent;
  /** How long the provider waits for an answer, in milliseconds; the shortest of the others if it doesn't say. */
  readonly answerMsMax: number;
  /** An action that its connections may ask for. */
  readonly action: string;
  start(): Promise<{ readonly url: string; close(): Promise<void> }>;
}

/** The secret with which every source signs. It is public, like the simulated apps. */
export const eventsSecret = "a-secret-for-events-of-the-proof";

/**
 * All of them. The time limits are from the providers' documentation, read on 2026-11-30:
 * https://docs.github.com/en/webhooks/using-webhooks/best-practices-for-using-webhooks,
 * https://docs.slack.dev/apis/events-api, https://linear.app/developers/webhooks
 */
export const sources: readonly Source[] = [
  {
    slug: "github",
    login: "octocat",
    types: ["issues", "issue_comment", "pull_request", "push"],
    accountOf: (slug) => slug,
    app: githubSimulator.oauthApp,
    sign: githubSimulator.signEvent,
    answerMsMax: 10_000,
    action: "issues.list",
    start: () => githubSimulator.startSimulator(),
  },
  {
    slug: "slack",
    login: "robin",
    types: ["message", "reaction_added", "reaction_removed", "app_mention"],
    accountOf: (slug) => slug,
    app: slackSimulator.oauthApp,
    sign: slackSimulator.signEvent,
    answerMsMax: 3000,
    action: "channels.list",
    start: () => slackSimulator.startSimulator(),
  },
  {
    slug: "linear",
    login: "alex",
    types: ["issue", "comment"],
    // An account is a workspace and its user.
    accountOf: (slug) => slug.split("/", 1)[0] ?? slug,
    app: linearSimulator.oauthApp,
    sign: linearSimulator.signEvent,
    answerMsMax: 5000,
    action: "issues.get",
    start: () => linearSimulator.startSimulator(),
  },
  {
    slug: "stripe",
    login: "alex",
    types: ["customer", "subscription", "invoice", "payment_intent", "charge"],
    accountOf: (slug) => slug,
    app: stripeSimulator.oauthApp,
    sign: stripeSimulator.signEvent,
    answerMsMax: 3000,
    action: "customers.list",
    start: () => stripeSimulator.startSimulator(),
  },
  {
    slug: "notion",
    login: "alex",
    types: ["page", "data_source", "database", "comment"],
    accountOf: (slug) => slug,
    app: notionSimulator.oauthApp,
    sign: notionSimulator.signEvent,
    answerMsMax: 3000,
    action: "pages.get",
    start: () => notionSimulator.startSimulator(),
  },
];

/** The variables with which a server has the sources' apps and their secret for events. */
export function variablesOf(these: readonly Pick<Source, "slug" | "app">[]): Readonly<Record<string, string>> {
  const each = these.flatMap(({ slug, app }) => {
    const name = `SVC_OAUTH_${slug.toUpperCase()}`;
    return [
      [`${name}_CLIENT_ID`, app.clientId],
      [`${name}_CLIENT_SECRET`, app.clientSecret],
      [`${name}_EVENTS_SECRET`, eventsSecret],
    ];
  });
  return Object.fromEntries(each) as Record<string, string>;
}
