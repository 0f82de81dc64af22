/** Preview texts for the simulated HubSpot, and the changes that make a plan stale. */
import { exercisePlans } from "@svc/provider-kit/testing";
import { hubspot } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const value = (name: string, own: string) => ({ name, value: own });
const phone = { id: "101", values: [value("phone", "+41 44 000 00 00")] };
const winning = { id: "301", values: [value("dealstage", "closedwon")] };
const upsert = { email: "robin@example.com", values: [value("firstname", "Robyn")] };
const fresh = { email: "new@example.com", values: [value("firstname", "New")] };
const note = { on: "contact", id: "101", text: "Called.", at: "2026-03-10T09:00:00Z" };
const link = { from: "contacts", id: "101", to: "companies", toId: "202" };
const renaming = { id: "101", values: [value("lastname", "Rivers")] };

exercisePlans(hubspot, () => openSimulated(), {
  texts: [
    ["contacts.update", phone, "Sets “phone” (now empty) on the contact “Robin Rivera”."],
    ["deals.update", winning, "Sets “dealstage” (now “appointmentscheduled”) on the deal “Three doors”."],
    [
      "contacts.upsert",
      upsert,
      "Sets “firstname” (now “Robin”) on the contact “Robin Rivera”, which has this address.",
    ],
    ["contacts.upsert", fresh, "No contact has this address, so one would be created."],
    ["notes.create", note, "Writes a note on the contact “Robin Rivera”."],
    ["notes.create", { ...note, on: "company", id: "202" }, "Writes a note on the company “Other”."],
    ["associations.set", link, "Associates the contact “Robin Rivera” with the company “Other”."],
    [
      "associations.set",
      { ...link, toId: "201" },
      "The contact “Robin Rivera” and the company “Example” are already associated.",
    ],
  ],
  meanwhile: [
    ["contacts.update", phone, ["notes.create", note], "same"],
    ["contacts.update", phone, ["contacts.update", { id: "101", values: [value("company", "Doors")] }], "same"],
    ["contacts.update", phone, ["contacts.update", { id: "101", values: [value("phone", "1")] }], "stale"],
    ["contacts.update", phone, ["contacts.update", renaming], "stale"],
    ["deals.update", winning, ["deals.update", { id: "301", values: [value("dealstage", "closedlost")] }], "stale"],
    ["deals.update", winning, ["deals.update", { id: "301", values: [value("amount", "1")] }], "same"],
    ["contacts.upsert", fresh, ["contacts.upsert", upsert], "same"],
    ["contacts.upsert", fresh, ["contacts.upsert", fresh], "stale"],
    ["contacts.upsert", upsert, ["contacts.upsert", upsert], "stale"],
    ["notes.create", note, ["notes.create", note], "same"],
    ["notes.create", note, ["contacts.update", renaming], "stale"],
    ["associations.set", link, ["associations.set", { ...link, id: "102" }], "same"],
    ["associations.set", link, ["associations.set", link], "stale"],
  ],
  refused: [
    ["contacts.update", { ...phone, id: "999" }, "RESOURCE_NOT_FOUND"],
    ["associations.set", { ...link, toId: "999" }, "RESOURCE_NOT_FOUND"],
  ],
});
