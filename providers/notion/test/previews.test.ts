/** Preview texts for the simulated Notion, and the changes that make a plan stale. */
import { exercisePlans } from "@svc/provider-kit/testing";
import { notion } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const id = (number: number) => `00000000-0000-4000-a000-${String(number).padStart(12, "0")}`;
const page = { pageId: id(1) };
const inDoors = { pageId: id(11) };
const trash = { pageId: id(2) };
const closing = { ...inDoors, properties: [{ name: "Status", status: "Done" }] };
const append = { blockId: id(1), text: "It needs oil." };
const creation = { parentPageId: id(1), title: "The door squeaks" };

exercisePlans(notion, () => openSimulated(), {
  texts: [
    ["pages.create", creation, "Creates a page in the page “The front door”."],
    ["pages.create", { dataSourceId: id(51), title: "Side" }, "Creates a page in the data source “Doors”."],
    ["pages.update", closing, "Sets “Status” (now “Open”) on the page “Front”."],
    [
      "pages.update",
      { ...inDoors, properties: [...closing.properties, { name: "Notes", text: "x" }] },
      "Sets “Status” (now “Open”) and “Notes” (now empty) on the page “Front”.",
    ],
    ["pages.trash", trash, "Moves the page “Old notes” to the trash, with everything in it."],
    ["blocks.append", append, "Adds text at the end of the page “The front door”."],
    ["blocks.append", { ...append, blockId: id(7) }, `Adds text to the block ${id(7)}.`],
    ["comments.create", { ...page, text: "x" }, "Comments on the page “The front door”."],
    ["comments.create", { discussionId: id(71), text: "x" }, `Replies in the discussion ${id(71)}.`],
  ],
  meanwhile: [
    ["pages.create", creation, ["pages.create", creation], "same"],
    ["pages.create", creation, ["pages.trash", page], "stale"],
    ["pages.update", closing, ["pages.update", { ...inDoors, properties: [{ name: "Width", number: 91 }] }], "same"],
    ["pages.update", closing, ["comments.create", { ...inDoors, text: "x" }], "same"],
    ["pages.update", closing, ["pages.update", closing], "stale"],
    [
      "pages.update",
      closing,
      ["pages.update", { ...inDoors, properties: [{ name: "Name", title: "Other" }] }],
      "stale",
    ],
    ["pages.trash", trash, ["blocks.append", { blockId: id(2), text: "x" }], "same"],
    ["pages.trash", trash, ["pages.trash", trash], "stale"],
    ["blocks.append", append, ["blocks.append", append], "same"],
    ["blocks.append", append, ["pages.trash", page], "stale"],
    ["comments.create", { ...page, text: "x" }, ["comments.create", { ...page, text: "y" }], "same"],
    ["comments.create", { ...page, text: "x" }, ["pages.trash", page], "stale"],
  ],
  refused: [
    ["pages.create", { title: "x" }, "PROVIDER_REJECTED"],
    ["comments.create", { ...page, discussionId: id(71), text: "x" }, "PROVIDER_REJECTED"],
    ["pages.trash", { pageId: id(9) }, "RESOURCE_NOT_FOUND"],
  ],
});
