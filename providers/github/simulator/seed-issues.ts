/** Issues and pull requests of the default data. */
import type { Issue, PullPart, Repository } from "./model.ts";
import { seededAtMs } from "./world.ts";
import type { GithubWorld, NewIssue } from "./world.ts";

const dayMs = 86_400_000;

/**
 * Fills the repositories. `hello` gets 45 numbers: 1 with everything, 2 locked, 3 closed by a deleted account,
 * 4 transferred to `rocket`, 5 deleted, 6 to 9 pull requests (open, merged, draft in conflict, from a deleted fork),
 * and plain issues to fill pages.
 */
export function seedIssues(
  world: GithubWorld,
  { hello, garden, rocket, diary }: Readonly<Record<"hello" | "garden" | "rocket" | "diary", Repository>>,
): void {
  const bug = { name: "bug", color: "d73a4a", description: "Something isn't working" };
  const first = { name: "good first issue", color: "7057ff", description: "Good for newcomers" };
  hello.labels.push(bug, first, { name: "docs", color: "0075ca", description: null });
  const found = world.addIssue(hello, {
    title: "Found a bug",
    body: "I'm having a problem with this. @hubot, can you look?\r\n\r\n- [ ] 🐛 one\n- [x] two",
    author: "monalisa",
    labels: ["bug", "good first issue"],
    assigneeIds: [1, 2],
    milestoneNumber: 1,
  });
  world.addComment(found, "octocat", "Me too");
  world.addComment(found, "hubot", "beep <b>boop</b> & more");
  world.addIssue(hello, { title: "Too heated", author: "hubot", locked: true });
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
  world.addIssue(quiet, { title: "Only a pull request", author: "hubot", pull: pullOf(quiet, "patch-1") });
  const attic = world.repository("octocat/attic");
  world.addIssue(attic, { title: "Dusty", author: "octocat" });
}

function seedPulls(world: GithubWorld, hello: Repository): void {
  const fork = world.repository("hubot/hello-world");
  const body = "Please pull these awesome changes in!";
  const assigned = { labels: ["bug"], assigneeIds: [1], milestoneNumber: 1 };
  const feature = pullOf(fork, "new-topic");
  world.addIssue(hello, { title: "Amazing new feature", body, author: "hubot", ...assigned, pull: feature });
  const mergedAtMs = seededAtMs + 2 * dayMs;
  const closed: Partial<Issue> = { state: "closed", closedAtMs: mergedAtMs, closedById: 1, updatedAtMs: mergedAtMs };
  const pull = { ...pullOf(hello, "done"), mergedAtMs };
  world.addIssue(hello, { title: "Merged work", author: "octocat", ...closed, pull });
  const draft = { ...pullOf(hello, "draft"), draft: true, mergeable: false };
  world.addIssue(hello, { title: "Unfinished", body, author: "octocat", pull: draft });
  const orphan = { ...pullOf(hello, "gone"), headRepositoryId: null, headOwnerId: 3, mergeable: null };
  world.addIssue(hello, { title: "From a deleted fork", body, author: "monalisa", ...closed, pull: orphan });
}

function pullOf({ id, ownerId }: Repository, headRef: string): PullPart {
  const open = { draft: false, mergedAtMs: null, mergeable: true };
  return { headRepositoryId: id, headOwnerId: ownerId, headRef, ...open };
}
