/** Pull requests (`pull-request-simple` in lists, `pull-request` alone, in GitHub's description). */
import { markedText } from "../markers.ts";
import { count, flag, listOf, orNull, part, shape, text, time } from "@svc/provider-kit/shape";
import { account } from "./accounts.ts";
import { label, milestone } from "./issues.ts";

const branchRepository = shape(
  {
    id: count("id", "Number of the repository."),
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
  id: count("id", "Global number of the pull request."),
  number: count("number", "Number in the repository, which other actions take."),
  title: text("title", "Title."),
  body: markedText("body", "Its text, in GitHub's Markdown."),
  state: text("state", "open or closed."),
  draft: orNull(flag("draft", "Whether it is a draft.")),
  locked: flag("locked", "Whether only collaborators may comment."),
  htmlUrl: text("html_url", "The pull request on github.com."),
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
  mergeable: orNull(flag("mergeable", "Whether it can be merged; null while GitHub is checking, so ask again.")),
  mergeableState: text("mergeable_state", "Why it can or cannot be merged, such as clean, dirty or blocked."),
  rebaseable: orNull(flag("rebaseable", "Whether it can be rebased.")),
  mergedBy: orNull(part("merged_by", account)),
  maintainerCanModify: flag("maintainer_can_modify", "Whether maintainers may push to its branch."),
  comments: count("comments", "How many comments it has."),
  reviewComments: count("review_comments", "How many comments its reviews have."),
  commits: count("commits", "How many commits it has."),
  additions: count("additions", "Lines added."),
  deletions: count("deletions", "Lines removed."),
  changedFiles: count("changed_files", "How many files it changes."),
});
