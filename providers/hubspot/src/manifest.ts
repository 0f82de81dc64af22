/** The provider's manifest: its origin, its authorization, its actions. */
import { defineProvider } from "@svc/provider-kit";
import { associationActions } from "./actions/associations.ts";
import { companyActions } from "./actions/companies.ts";
import { contactActions } from "./actions/contacts.ts";
import { dealActions } from "./actions/deals.ts";
import { noteActions } from "./actions/notes.ts";
import { ownerActions } from "./actions/owners.ts";
import { pipelineActions } from "./actions/pipelines.ts";
import { ticketActions } from "./actions/tickets.ts";
import { oauth, privateApp } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** HubSpot's CRM API, with the token of an OAuth app or a private app. */
export const hubspot = defineProvider({
  slug: "hubspot",
  name: "HubSpot",
  logo,
  description: "Contacts, companies, deals and tickets in the connected HubSpot account.",
  docsUrl: "https://developers.hubspot.com/docs/api-reference/overview",
  origin: "https://api.hubapi.com",
  auth: [oauth, privateApp],
  requestIdHeader: "x-hubspot-correlation-id",
  postReads: [{ path: ["crm", "v3", "objects", "*", "search"] }],
  limitStatuses: [423, 477],
  judge,
  refuse,
  actions: [
    ...contactActions,
    ...companyActions,
    ...dealActions,
    ...ticketActions,
    ...noteActions,
    ...associationActions,
    ...ownerActions,
    ...pipelineActions,
  ],
  translations,
});
