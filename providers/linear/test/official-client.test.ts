/**
 * Linear's own client against the simulator: it has the same effects as the actions, and agrees with them on every
 * common field.
 */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { LinearClient, type Comment, type Issue } from "../../../judges/vendors/linear.ts";
import { parse, validate } from "graphql";
import { schema, seededId, tokens } from "../simulator/index.ts";
import * as documents from "../src/documents.ts";
import { openSimulated } from "./simulated.ts";

async function open(t: TestContext) {
  const world = await openSimulated();
  t.after(() => world.close());
  const client = new LinearClient({ accessToken: tokens.everything, apiUrl: `${world.simulator.url}/graphql` });
  const run = async (id: string, input: unknown) => {
    const end = await world.run(id, input);
    assert.equal(end.kind, "output", JSON.stringify(end));
    return end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  };
  return { client, run };
}

/** Converts the client's issue to the form of our output. */
async function ours(issue: Issue | undefined) {
  assert.ok(issue);
  const [team, state, assignee, project, parent] = await Promise.all([
    issue.team,
    issue.state,
    issue.assignee,
    issue.project,
    issue.parent,
  ]);
  const named = (one: { id: string; name: string } | undefined) =>
    one === undefined ? null : { id: one.id, name: one.name };
  return {
    id: issue.id,
    identifier: issue.identifier,
    title: issue.title,
    description: issue.description ?? null,
    url: issue.url,
    priority: issue.priority,
    dueDate: issue.dueDate ?? null,
    team: { id: team?.id, key: team?.key, name: team?.name },
    state: { id: state?.id, name: state?.name, type: state?.type },
    assignee: named(assignee),
    project: named(project),
    parent: parent === undefined ? null : { id: parent.id, identifier: parent.identifier },
    labelIds: issue.labelIds,
    createdAt: issue.createdAt.toISOString(),
    updatedAt: issue.updatedAt.toISOString(),
    archivedAt: issue.archivedAt?.toISOString() ?? null,
  };
}

async function oursOf(comment: Comment | undefined) {
  assert.ok(comment);
  const [user, issue] = await Promise.all([comment.user, comment.issue]);
  return {
    id: comment.id,
    body: comment.body,
    url: comment.url,
    user: { id: user?.id, name: user?.name },
    issue: { id: issue?.id, identifier: issue?.identifier },
    parentId: comment.parentId ?? null,
    createdAt: comment.createdAt.toISOString(),
    updatedAt: comment.updatedAt.toISOString(),
  };
}

test("each of our documents is valid in the schema that the client's documents run against", () => {
  const { listDocuments, ...single } = documents;
  for (const document of [...Object.values(listDocuments), ...Object.values(single)]) {
    assert.deepEqual(validate(schema, parse(document)), [], document);
  }
});

test("the actions and the client read the same issues, comments, teams, states, labels, users and projects", async (t) => {
  const { client, run } = await open(t);
  const issues = await client.issues();
  const listed = (await run("issues.list", {}))["issues"];
  assert.deepEqual(listed, await Promise.all(issues.nodes.map(ours)));
  const filter = { team: { id: { eq: seededId(2) } } };
  const { nodes: ops } = await client.issues({ filter });
  assert.deepEqual((await run("issues.list", { teamId: seededId(2) }))["issues"], await Promise.all(ops.map(ours)));
  assert.deepEqual(await run("issues.get", { issueId: "ENG-2" }), await ours(await client.issue("ENG-2")));
  const { nodes: found } = await client.searchIssues("door");
  assert.deepEqual(
    ((await run("issues.search", { term: "door" }))["issues"] as { id: string }[]).map(({ id }) => id),
    found.map(({ id }) => id),
  );
  const { nodes: comments } = await client.comments({ filter: { issue: { id: { eq: seededId(101) } } } });
  const said = (await run("comments.list", { issueId: seededId(101) }))["comments"];
  assert.deepEqual(said, await Promise.all(comments.map(oursOf)));
  const { nodes: teams } = await client.teams();
  assert.deepEqual(
    (await run("teams.list", {}))["teams"],
    teams.map(({ id, key, name, description = null }) => ({ id, key, name, description })),
  );
  const { nodes: states } = await client.workflowStates();
  assert.deepEqual(
    (await run("states.list", {}))["states"],
    states.map(({ id, name, type, position, teamId }) => ({ id, name, type, position, teamId })),
  );
  const { nodes: labels } = await client.issueLabels();
  assert.deepEqual(
    (await run("labels.list", {}))["labels"],
    labels.map(({ id, name, color, teamId = null }) => ({ id, name, color, teamId })),
  );
  const { nodes: users } = await client.users();
  assert.deepEqual(
    (await run("users.list", {}))["users"],
    users.map(({ id, name, displayName, email, active }) => ({ id, name, displayName, email, active })),
  );
  const { nodes: projects } = await client.projects();
  const shown = (await run("projects.list", {}))["projects"] as { id: string; state: string; targetDate: string }[];
  assert.deepEqual(
    shown.map(({ id, state, targetDate }) => [id, state, targetDate]),
    projects.map(({ id, state, targetDate }) => [id, state, targetDate]),
  );
});

test("the client reads what the actions write, and vice versa", async (t) => {
  const { client, run } = await open(t);
  const made = await run("issues.create", { teamId: seededId(1), title: "Made", priority: 3, parentId: seededId(101) });
  assert.deepEqual(made, await ours(await client.issue(String(made["id"]))));
  const changed = await run("issues.update", {
    issueId: made["id"],
    assigneeId: seededId(22),
    addLabelIds: [seededId(32)],
  });
  assert.deepEqual(changed, await ours(await client.issue(made["id"])));
  const payload = await client.createIssue({ teamId: seededId(1), title: "By the client" });
  const created = await payload.issue;
  assert.equal((await run("issues.get", { issueId: created?.id }))["title"], "By the client");
  const comment = await run("comments.create", { issueId: made["id"], body: "Done." });
  assert.deepEqual(comment, await oursOf(await client.comment({ id: String(comment["id"]) })));
  const link = await run("attachments.link", { issueId: "ENG-1", url: "https://example.com/a", title: "A" });
  const attachment = await client.attachment(String(link["id"]));
  assert.deepEqual([attachment.title, attachment.url], [link["title"], link["url"]]);
  await client.createAttachment({ issueId: seededId(101), url: "https://example.com/a", title: "B" });
  const { attachments } = (await run("attachments.list", { url: "https://example.com/a" })) as {
    attachments: unknown[];
  };
  assert.deepEqual(attachments, [{ ...link, title: "B" }]);
  const archived = await run("issues.archive", { issueId: "ENG-2" });
  assert.equal((await client.issue("ENG-2")).archivedAt?.toISOString(), archived["archivedAt"]);
  await client.archiveIssue(seededId(101));
  assert.notEqual((await run("issues.get", { issueId: "ENG-1" }))["archivedAt"], null);
  const again = client.createIssue({ id: made["id"], teamId: seededId(1), title: "Again" });
  await assert.rejects(again, /already exists/);
});
