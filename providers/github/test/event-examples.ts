/** Deliveries in the form of https://docs.github.com/webhooks/webhook-events-and-payloads. */
import type { EventExamples } from "@svc/provider-kit/testing";
import { signEvent } from "../simulator/index.ts";

const delivery = "72d3162e-cc78-11e3-81ab-4c9367dc0958";
const headers = (name: string) => ({ "x-github-event": name, "x-github-delivery": delivery });
const at = "2026-03-10T09:00:00Z";
const shared = {
  repository: { id: 1296, full_name: "octocat/hello", owner: { id: 583_231, login: "octocat" } },
  sender: { id: 583_231, login: "octocat" },
  installation: { id: 957_387 },
};
const issue = { id: 1, number: 42, state: "open", title: "Found a bug", body: "It fails.", updated_at: at };
const about = { id: delivery, account: "583231", occurredAt: "2026-03-10T09:00:00.000Z" };
const place = { repository: "octocat/hello", repositoryId: 1296, sender: "octocat" };
const [before, after] = ["0".repeat(40), "6dcb09b5b57875f334f61aebed695e2e4193db5e"];

/** Each type of event, and a ping. */
export const eventExamples: EventExamples = {
  signEvent,
  secret: "canary-of-a-signing-secret",
  slug: "583231",
  examples: {
    "an issue": {
      headers: headers("issues"),
      body: () => ({ action: "opened", issue, ...shared }),
      event: { ...about, type: "issues", data: { action: "opened", number: 42, state: "open", ...place } },
    },
    "a comment": {
      headers: headers("issue_comment"),
      body: () => ({ action: "created", issue, comment: { id: 99, body: "Me too", updated_at: at }, ...shared }),
      event: {
        ...about,
        type: "issue_comment",
        data: { action: "created", number: 42, state: "open", commentId: 99, ...place },
      },
    },
    "a pull request": {
      headers: headers("pull_request"),
      body: () => ({
        action: "opened",
        number: 43,
        pull_request: {
          number: 43,
          state: "open",
          merged_at: null,
          head: { sha: after },
          base: { ref: "main" },
          updated_at: at,
        },
        ...shared,
      }),
      event: {
        ...about,
        type: "pull_request",
        data: {
          action: "opened",
          number: 43,
          state: "open",
          mergedAt: null,
          headSha: after,
          baseRef: "main",
          ...place,
        },
      },
    },
    "a push": {
      headers: headers("push"),
      body: () => ({ ref: "refs/heads/main", before, after, commits: [], ...shared }),
      event: { ...about, occurredAt: null, type: "push", data: { ref: "refs/heads/main", before, after, ...place } },
    },
    "a ping": { headers: headers("ping"), body: () => ({ zen: "Design for failure.", hook_id: 1 }), event: null },
  },
};
