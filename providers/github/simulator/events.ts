/**
 * Deliveries of a GitHub App's webhook, in the form of
 * https://docs.github.com/webhooks/webhook-events-and-payloads
 */
import { eventSigner, hmacSha256, type SampleEvent } from "@svc/simulator";

const octocat = { id: 1, login: "octocat" };

function shared({ account }: SampleEvent): object {
  const owner = { ...octocat, id: Number(account) };
  return { repository: { id: 1_296_269, full_name: "octocat/hello-world", owner }, sender: octocat };
}

function issueAt(atMs: number): object {
  return { id: 1, number: 1, state: "open", title: "Found a bug", updated_at: new Date(atMs).toISOString() };
}

const bodies = {
  issues: (event: SampleEvent) => ({ action: "opened", issue: issueAt(event.atMs), ...shared(event) }),
  issue_comment: (event: SampleEvent) => ({
    action: "created",
    issue: issueAt(event.atMs),
    comment: { id: 99, body: "Me too", updated_at: new Date(event.atMs).toISOString() },
    ...shared(event),
  }),
  pull_request: (event: SampleEvent) => ({
    action: "opened",
    number: 2,
    pull_request: {
      number: 2,
      state: "open",
      merged_at: null,
      head: { sha: "6dcb09b5b57875f334f61aebed695e2e4193db5e" },
      base: { ref: "main" },
      updated_at: new Date(event.atMs).toISOString(),
    },
    ...shared(event),
  }),
  push: (event: SampleEvent) => ({
    ref: "refs/heads/main",
    before: "0".repeat(40),
    after: "6dcb09b5b57875f334f61aebed695e2e4193db5e",
    commits: [],
    ...shared(event),
  }),
};

/** Signs a sample: https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
export const signEvent = eventSigner(bodies, ({ type, id, secret, body }) => ({
  "x-github-event": type,
  "x-github-delivery": id,
  "x-hub-signature-256": `sha256=${hmacSha256(secret, body)}`,
}));
