/**
 * Events of a GitHub App, or of a repository's or an organization's webhook with the same secret.
 * https://docs.github.com/webhooks/webhook-events-and-payloads
 * https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
 */
import { defineEvents, jsonBody, type Delivery, type ProviderEventType, type ReadEvent } from "@svc/provider-kit";
import { count, orNull, shape, text, textOf, time, type Shape } from "@svc/provider-kit/shape";
import { repoScope } from "./scopes.ts";

const place = {
  repository: text("repository.full_name", "Full name of the repository, such as octocat/hello."),
  repositoryId: count("repository.id", "Id of the repository."),
};
const sender = { sender: text("sender.login", "Login of the account that caused the event.") };
const action = { action: text("action", "What happened, such as opened or closed.") };
const issue = {
  number: count("issue.number", "Number of the issue or pull request."),
  state: text("issue.state", "State: open or closed."),
};

/** A type with the shape of its fields, and the member with its time, if it has one. */
type Kind = { type: ProviderEventType; fields: Shape; at: string | null };

function kind(
  type: string,
  texts: { title: string; description: string; consent: string },
  fields: Shape,
  at: string | null,
): Kind {
  return { type: { type, ...texts, requiredScopes: [repoScope], data: fields.schema }, fields, at };
}

const issues = kind(
  "issues",
  {
    title: "Issue changed",
    description: "An issue was opened, edited, closed, labeled or otherwise changed: `action` says which.",
    consent: "Learn when issues change",
  },
  shape({ ...action, ...place, ...issue, ...sender }),
  "issue.updated_at",
);

const issueComment = kind(
  "issue_comment",
  {
    title: "Comment changed",
    description: "A comment on an issue or pull request was created, edited or deleted.",
    consent: "Learn when comments on issues and pull requests change",
  },
  shape({ ...action, ...place, ...issue, commentId: count("comment.id", "Id of the comment."), ...sender }),
  "comment.updated_at",
);

const pullRequest = kind(
  "pull_request",
  {
    title: "Pull request changed",
    description: "A pull request was opened, edited, synchronized, closed or otherwise changed.",
    consent: "Learn when pull requests change",
  },
  shape({
    ...action,
    ...place,
    number: count("pull_request.number", "Number of the pull request."),
    state: text("pull_request.state", "State: open or closed."),
    mergedAt: orNull(time("pull_request.merged_at", "When it was merged; null if it wasn't.")),
    headSha: text("pull_request.head.sha", "Newest commit of its branch."),
    baseRef: text("pull_request.base.ref", "Branch that it is to be merged into."),
    ...sender,
  }),
  "pull_request.updated_at",
);

const push = kind(
  "push",
  {
    title: "Commits pushed",
    description: "A branch or tag was pushed, created or deleted. `after` is 40 zeros if it was deleted.",
    consent: "Learn when commits are pushed",
  },
  shape({
    ...place,
    ref: text("ref", "Full name of the branch or tag, such as refs/heads/main."),
    before: text("before", "Commit before the push; 40 zeros if the ref was created."),
    after: text("after", "Commit after the push; 40 zeros if the ref was deleted."),
    ...sender,
  }),
  null,
);

const kinds: readonly [Kind, ...Kind[]] = [issues, issueComment, pullRequest, push];
const owner = shape({ id: count("repository.owner.id", "Id of the account that owns the repository.") });

/** Issues, comments, pull requests and pushes in repositories that the connected account owns. */
export const events = defineEvents({
  docsUrl: "https://docs.github.com/webhooks",
  verification: {
    kind: "hmac_sha256",
    header: "x-hub-signature-256",
    prefix: "sha256=",
    encoding: "hex",
    signed: ["body"],
  },
  read,
  types: [issues.type, issueComment.type, pullRequest.type, push.type],
});

function read(delivery: Delivery): ReadEvent | null {
  const found = kinds.find(({ type }) => type.type === delivery.header("x-github-event"));
  if (found === undefined) return null;
  const body = jsonBody(delivery);
  const { type, fields, at } = found;
  return {
    id: textOf(delivery.header("x-github-delivery")),
    account: String(owner.read(body).id),
    type: type.type,
    occurredAt: at === null ? null : utc(shape({ at: time(at, "Its time.") }).read(body).at),
    data: fields.read(body) as ReadEvent["data"],
  };
}

function utc(given: string): string {
  return new Date(given).toISOString();
}
