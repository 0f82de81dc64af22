/** Pull requests (`pull-request-simple` in lists, `pull-request` alone, in GitHub's description). */
import { markedText } from "../markers.ts";
import { count, flag, listOf, orNull, part, shape, text, time } from "@svc/provider-kit/shape";
import { account } from "./accounts.ts";
import { label, milestone } from "./issues.ts";

const branchRepository = shape(
  {
    id: count("id", "Id of the repository."),
    fullName: text("full_name", "Owner and name of the repository."),
  },
  { description: "The branch's repository; null if it has been deleted." },
);

const branch = shape({
  label: text("label", "Owner and branch, such as octocat:new-topic."),
  ref: text("ref", "Name of the branch."),
  sha: text("sha", "The branch's current commit."),
  repo: orNull(part("repo", branchRepository)),
});

/** A pull request in a list. */
export const listedPull = shape({
  id: count("id", "Global id of the pull request."),
  number: count("number", "Number in the repository: the `number` that other actions take."),
  title: text("title", "Title."),
  body: markedText("body", "Its text in GitHub's Markdown."),
  state: text("state", "State: open or closed."),
  draft: orNull(flag("draft", "Whether it is a draft.")),
  locked: flag("locked", "Whether only collaborators can comment."),
  htmlUrl: text("html_url", "URL of the pull request on github.com."),
  user: orNull(part("user", account)),
  labels: listOf("labels", "Its labels.", label),
  assignees: listOf("assignees", "Its assignees.", account),
  requestedReviewers: listOf("requested_reviewers", "The requested reviewers.", account),
  milestone: orNull(part("milestone", milestone)),
  head: part("head", branch),
  base: part("base", branch),
  authorAssociation: text("author_association", "The author's relation to the repository, such as MEMBER."),
  createdAt: time("created_at", "When it was created."),
  updatedAt: time("updated_at", "When it last changed."),
  closedAt: orNull(time("closed_at", "When it was closed.")),
  mergedAt: orNull(time("merged_at", "When it was merged.")),
});

/** A single pull request, with GitHub's counts for it. */
export const pull = shape({
  ...listedPull.fields,
  merged: flag("merged", "Whether it is merged."),
  mergeable: orNull(flag("mergeable", "Whether it can be merged; null while GitHub is still checking, so try again.")),
  mergeableState: text("mergeable_state", "Why it can or can't be merged, such as clean, dirty or blocked."),
  rebaseable: orNull(flag("rebaseable", "Whether it can be rebased.")),
  mergedBy: orNull(part("merged_by", account)),
  maintainerCanModify: flag("maintainer_can_modify", "Whether maintainers can push to its branch."),
  comments: count("comments", "Number of comments."),
  reviewComments: count("review_comments", "Number of review comments."),
  commits: count("commits", "Number of commits."),
  additions: count("additions", "Number of added lines."),
  deletions: count("deletions", "Number of removed lines."),
  changedFiles: count("changed_files", "Number of changed files."),
});
