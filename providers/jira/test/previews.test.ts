/** Preview texts for the simulated Jira, and the changes that make a plan stale. */
import { exercisePlans } from "@svc/provider-kit/testing";
import { jira } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const door = { issueKey: "ENG-1" };
const other = "5b10a2844c20165700ede22g";
const task = { projectKey: "ENG", issueType: "Task", summary: "The door squeaks" };
const starting = { ...door, transitionId: "21" };
const saying = { ...door, body: "It needs oil." };
const assigning = { ...door, assigneeId: other };

exercisePlans(jira, () => openSimulated(), {
  texts: [
    ["issues.create", task, "Creates an issue of type “Task” in the project “Engineering” (ENG)."],
    [
      "issues.update",
      { ...door, summary: "t", description: "d", priority: "High", dueDate: "2026-03-10" },
      "ENG-1 “The front door sticks (1)” is in “To Do”. Its title, description, priority (now “Medium”) and due date (now none) would be set.",
    ],
    [
      "issues.update",
      { ...door, addLabels: ["paint", "door"], removeLabels: ["none"] },
      "ENG-1 “The front door sticks (1)” is in “To Do”. Its labels (1 added, 0 removed) would be set.",
    ],
    [
      "issues.assign",
      assigning,
      "ENG-1 “The front door sticks (1)” is assigned to no one, and would be assigned to “Robin Rivera”.",
    ],
    [
      "issues.assign",
      { ...door, assigneeId: null },
      "ENG-1 “The front door sticks (1)” is assigned to no one, and would be assigned to no one.",
    ],
    [
      "issues.transition",
      starting,
      "ENG-1 “The front door sticks (1)” is in “To Do” and would move to “In Progress” with the transition “In Progress”.",
    ],
    ["comments.add", saying, "Comments on ENG-1 “The front door sticks (1)”, which is in “To Do”."],
    [
      "links.add",
      { ...door, url: "https://example.com/door", title: "Door manual" },
      "Adds a link to ENG-1 “The front door sticks (1)”, which is in “To Do”.",
    ],
    [
      "worklogs.add",
      { ...door, startedAt: "2026-03-10T09:00:00Z", timeSpentSeconds: 1800 },
      "Logs work on ENG-1 “The front door sticks (1)”, which is in “To Do”.",
    ],
  ],
  meanwhile: [
    ["issues.create", task, ["issues.create", task], "same"],
    ["issues.update", { ...door, priority: "High" }, ["comments.add", saying], "same"],
    ["issues.update", { ...door, priority: "High" }, ["issues.transition", starting], "same"],
    ["issues.update", { ...door, priority: "High" }, ["issues.update", { ...door, priority: "Low" }], "stale"],
    ["issues.update", { ...door, description: "d" }, ["issues.update", { ...door, description: "e" }], "stale"],
    ["issues.update", { ...door, description: "d" }, ["comments.add", saying], "same"],
    ["issues.update", { ...door, addLabels: ["a"] }, ["issues.update", { ...door, addLabels: ["b"] }], "same"],
    ["issues.update", { ...door, addLabels: ["a"] }, ["issues.update", { ...door, addLabels: ["a"] }], "stale"],
    ["issues.assign", assigning, ["comments.add", saying], "same"],
    ["issues.assign", assigning, ["issues.assign", assigning], "stale"],
    ["issues.transition", starting, ["issues.update", { ...door, priority: "High" }], "same"],
    ["issues.transition", starting, ["issues.transition", { ...door, transitionId: "31" }], "stale"],
    ["comments.add", saying, ["issues.transition", starting], "same"],
    ["comments.add", saying, ["issues.update", { ...door, summary: "Another" }], "stale"],
  ],
  refused: [
    ["issues.create", { ...task, projectKey: "NONE" }, "RESOURCE_NOT_FOUND"],
    ["issues.transition", { ...door, transitionId: "99" }, "PROVIDER_REJECTED"],
    ["comments.add", { ...saying, issueKey: "ENG-99" }, "RESOURCE_NOT_FOUND"],
  ],
});
