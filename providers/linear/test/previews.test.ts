/** Preview texts for the simulated Linear, and the changes that make a plan stale. */
import { exercisePlans } from "@svc/provider-kit/testing";
import { linear } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const id = (number: number) => `00000000-0000-4000-a000-${String(number).padStart(12, "0")}`;
const door = { issueId: "ENG-1" };
const creation = { teamId: id(1), title: "The door squeaks" };
const moving = { ...door, stateId: id(13) };
const link = { ...door, url: "https://example.com/door", title: "Door manual" };

exercisePlans(linear, () => openSimulated(), {
  texts: [
    ["issues.create", creation, "Creates an issue in the team “Engineering” (ENG)."],
    ["issues.update", moving, "ENG-1 “The front door sticks” is in “Todo”. Its state (to “Done”) would be set."],
    [
      "issues.update",
      {
        ...door,
        title: "t",
        description: "d",
        priority: 1,
        assigneeId: id(22),
        projectId: id(41),
        dueDate: "2026-03-10",
      },
      "ENG-1 “The front door sticks” is in “Todo”. Its assignee (from none to “Robin Rivera”), title, description, priority " +
        "(now none), project (now none) and due date (now none) would be set.",
    ],
    [
      "issues.update",
      { ...door, addLabelIds: [id(32)], removeLabelIds: [id(31)] },
      "ENG-1 “The front door sticks” is in “Todo”. Its labels (1 added, 1 removed) would be set.",
    ],
    ["issues.archive", { issueId: "ENG-2" }, "ENG-2 “Paint the door” is in “Todo” and would be archived."],
    [
      "comments.create",
      { issueId: id(101), body: "Yes." },
      "Comments on ENG-1 “The front door sticks”, which is in “Todo”, and notifies its subscribers.",
    ],
    ["attachments.link", link, "ENG-1 “The front door sticks” has no link to this URL and would get one."],
  ],
  meanwhile: [
    ["issues.create", creation, ["issues.create", creation], "same"],
    ["issues.update", moving, ["comments.create", { ...door, body: "Meanwhile." }], "same"],
    ["issues.update", moving, ["issues.update", { ...door, priority: 1 }], "same"],
    ["issues.update", moving, ["issues.update", { ...door, stateId: id(12) }], "stale"],
    ["issues.update", moving, ["issues.update", { ...door, title: "Another" }], "stale"],
    ["issues.update", { ...door, priority: 1 }, ["issues.update", { ...door, priority: 2 }], "stale"],
    [
      "issues.update",
      { ...door, addLabelIds: [id(32)] },
      ["issues.update", { ...door, addLabelIds: [id(32)] }],
      "stale",
    ],
    ["issues.update", { ...door, description: "d" }, ["issues.update", { ...door, description: "e" }], "stale"],
    ["issues.archive", door, ["issues.archive", door], "stale"],
    ["issues.archive", door, ["comments.create", { ...door, body: "Meanwhile." }], "same"],
    ["comments.create", { ...door, body: "b" }, ["issues.update", moving], "same"],
    ["comments.create", { ...door, body: "b" }, ["issues.archive", door], "stale"],
    ["attachments.link", link, ["attachments.link", link], "stale"],
  ],
  refused: [
    ["issues.create", { ...creation, teamId: id(9) }, "RESOURCE_NOT_FOUND"],
    ["issues.update", { ...door, stateId: id(9) }, "RESOURCE_NOT_FOUND"],
    ["issues.archive", { issueId: "ENG-9" }, "PROVIDER_REJECTED"],
  ],
});
