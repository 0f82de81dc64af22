/** Issues and pull requests of the default data. */
import type { Issue, PullPart, Repository } from "./model.ts";
import { shaOf } from "./shapes/view.ts";
import { seededAtMs } from "./world.ts";
import type { GithubWorld, NewIssue } from "./world.ts";

const dayMs = 86_400_000;

/**
 * Fills the repositories. `hello` gets 45 numbers: 1 with everything, 2 locked, 3 closed by a deleted account,
 * 4 transferred to `rocket`, 5 deleted, 6 to 9 pull requests (open, merged, draft in conflict, from a deleted fork), and
 * plain issues to fill pages.
 */
export function seedIssues(
  world: GithubWorld,
  { hello, garden, rocket, diary }: Readonly<Record<"hello" | "garden" | "rocket" | "diary", Repository>>,
): void {
  seedLabels(world, hello);
  const first = world.addIssue(hello, {
    title: "Found a bug",
    body: "I'm having a problem with this. @hubot, can you look?\r\n\r\n- [ ] 🐛 one\n- [x] two",
    author: "monalisa",
    labels: ["bug", "good first issue"],
    assigneeIds: [1, 2],
    milestoneNumber: 1,
  });
  world.addComment(first, "octocat", "Me too");
  world.addComment(first, "hubot", "beep <b>boop</b> & more");
  world.addIssue(hello, { title: "Too heated", author: "hubot", locked: true, lockReason: "too heated" });
  world.addIssue(hello, {
    title: "Answered",
    body: "",
    author: null,
    state: "closed",
    stateReason: "not_planned",
    closedAtMs: seededAtMs + dayMs,
    closedById: 1,
    updatedAtMs: seededAtMs + dayMs,
  });
  world.addIssue(hello, { title: "Belongs elsewhere", body: "canary-moved", author: "octocat" });
  world.addIssue(hello, { title: "Spam", author: "monalisa" });
  seedPulls(world, hello);
  for (let number = 10; number <= 45; number += 1) {
    const isClosed = number % 5 === 0;
    const createdAtMs = seededAtMs + number * 60_000;
    const closed: Partial<Issue> = {
      state: "closed",
      stateReason: "completed",
      closedAtMs: createdAtMs,
      closedById: 1,
    };
    const plain: NewIssue = { title: `Plain issue ${number}`, body: `Number ${number}`, author: "octocat" };
    world.addIssue(hello, { ...plain, ...(isClosed ? closed : {}), labels: number % 2 === 0 ? ["docs"] : [] });
  }
  world.addIssue(garden, { title: "canary-garden-issue", body: "canary-garden-body", author: "octocat" });
  world.addIssue(rocket, { title: "canary-rocket-issue", body: "canary-rocket-body", author: "hubot" });
  world.addIssue(diary, { title: "canary-diary-issue", body: "canary-diary-body", author: "monalisa" });
  world.departIssue("octocat/hello-world", 4, "octo-org/rocket");
  world.departIssue("octocat/hello-world", 5, "deleted");
  const quiet = world.repository("octocat/quiet");
  world.addIssue(quiet, { title: "Only a pull request", author: "hubot", pull: pullOf(world, quiet, "patch-1") });
  const attic = world.repository("octocat/attic");
  world.addIssue(attic, { title: "Dusty", author: "octocat" });
}

function seedLabels(world: GithubWorld, repository: Repository): void {
  const bug = { name: "bug", color: "d73a4a", description: "Something isn't working", isDefault: true };
  const first = { name: "good first issue", color: "7057ff", description: "Good for newcomers", isDefault: true };
  const docs = { name: "docs", color: "0075ca", description: null, isDefault: false };
  for (const label of [bug, first, docs]) repository.labels.push({ id: world.newId(), ...label });
  repository.milestones.push({
    id: world.newId(),
    number: 1,
    title: "v1.0",
    description: "Tracking milestone for version 1.0",
    creatorId: 1,
    state: "open",
    dueOnMs: seededAtMs + 30 * dayMs,
    createdAtMs: seededAtMs,
  });
}

function seedPulls(world: GithubWorld, hello: Repository): void {
  const fork = world.repository("hubot/hello-world");
  const body = "Please pull these awesome changes in!";
  world.addIssue(hello, {
    title: "Amazing new feature",
    body,
    author: "hubot",
    labels: ["bug"],
    assigneeIds: [1],
    milestoneNumber: 1,
    pull: { ...pullOf(world, fork, "new-topic"), reviewerIds: [1] },
  });
  const mergedAtMs = seededAtMs + 2 * dayMs;
  const merged = { mergedAtMs, mergedById: 1, mergeCommitSha: shaOf("merge") };
  const closed: Partial<Issue> = { state: "closed", closedAtMs: mergedAtMs, closedById: 1, updatedAtMs: mergedAtMs };
  const pull = { ...pullOf(world, hello, "done"), ...merged };
  world.addIssue(hello, { title: "Merged work", body: null, author: "octocat", ...closed, pull });
  const draft = { ...pullOf(world, hello, "draft"), draft: true, mergeable: false };
  world.addIssue(hello, { title: "Unfinished", body, author: "octocat", pull: draft });
  const orphan = { ...pullOf(world, hello, "gone"), headRepositoryId: null, headOwnerId: 3, mergeable: null };
  world.addIssue(hello, { title: "From a deleted fork", body, author: "monalisa", ...closed, pull: orphan });
}

function pullOf(world: GithubWorld, head: Repository, headRef: string): PullPart {
  return {
    id: world.newId(),
    headRepositoryId: head.id,
    headOwnerId: head.ownerId,
    headRef,
    headSha: shaOf(`head ${headRef}`),
    baseRef: "main",
    baseSha: shaOf("base"),
    draft: false,
    mergedAtMs: null,
    mergedById: null,
    mergeCommitSha: shaOf(`test merge ${headRef}`),
    mergeable: true,
    reviewerIds: [],
    commits: 3,
    additions: 10,
    deletions: 3,
    changedFiles: 2,
  };
}
