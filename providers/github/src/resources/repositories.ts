/** Repositories (`repository` in lists, `full-repository` alone, in GitHub's description). */
import { count, flag, orNull, part, shape, text, textsOf, time } from "@svc/provider-kit/shape";
import { account } from "./accounts.ts";

const permissions = shape(
  {
    admin: flag("admin", "Whether the user can administer it."),
    maintain: orNull(flag("maintain", "Whether the user can maintain it.")),
    push: flag("push", "Whether the user can push to it."),
    triage: orNull(flag("triage", "Whether the user can triage its issues.")),
    pull: flag("pull", "Whether the user can read it."),
  },
  { description: "The permissions of the connection's user; null if GitHub doesn't say." },
);

export const repository = shape({
  id: count("id", "Id of the repository. It doesn't change if the repository is renamed or transferred."),
  name: text("name", "Name without the owner."),
  fullName: text("full_name", "Owner and name, such as octocat/hello-world."),
  owner: part("owner", account),
  private: flag("private", "Whether it is hidden from the public."),
  visibility: orNull(text("visibility", "Visibility: public, private or internal.")),
  description: orNull(text("description", "Description of the repository.")),
  homepage: orNull(text("homepage", "Its website.")),
  htmlUrl: text("html_url", "URL of the repository on github.com."),
  cloneUrl: text("clone_url", "URL to clone it over HTTPS."),
  fork: flag("fork", "Whether it is a fork."),
  archived: flag("archived", "Whether it is read-only."),
  disabled: flag("disabled", "Whether GitHub has disabled it."),
  isTemplate: orNull(flag("is_template", "Whether it is a template for other repositories.")),
  defaultBranch: text("default_branch", "Name of its default branch."),
  language: orNull(text("language", "Its main programming language.")),
  topics: textsOf("topics", "Its topics."),
  license: orNull(text("license.spdx_id", "SPDX id of its license (GitHub's `license.spdx_id`).")),
  hasIssues: flag("has_issues", "Whether issues are enabled."),
  stargazersCount: count("stargazers_count", "Number of accounts that starred it."),
  forksCount: count("forks_count", "Number of forks."),
  openIssuesCount: count("open_issues_count", "Number of open issues and pull requests."),
  size: count("size", "Size in kilobytes."),
  permissions: orNull(part("permissions", permissions)),
  createdAt: orNull(time("created_at", "When it was created.")),
  updatedAt: orNull(time("updated_at", "When it last changed.")),
  pushedAt: orNull(time("pushed_at", "When it was last pushed to.")),
});
