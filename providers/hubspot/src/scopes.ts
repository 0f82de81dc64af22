/** HubSpot's scopes: https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/scopes */

const own = (name: string) => `crm.objects.${name}`;

/** Every app's token has it. */
const always = "oauth";

/** Returns the scopes for reading a type of object. Tickets have one scope for everything. */
export function reading(type: "contacts" | "companies" | "deals" | "tickets" | "owners"): readonly string[] {
  return type === "tickets" ? [always, "tickets"] : [always, own(`${type}.read`)];
}

/**
 * Returns the scopes for writing a type of object. They include reading: before the change, or to settle a lost
 * response.
 */
export function writing(type: "contacts" | "companies" | "deals" | "tickets"): readonly string[] {
  return type === "tickets" ? [always, "tickets"] : [always, own(`${type}.read`), own(`${type}.write`)];
}

/** The scopes for associating contacts, companies and deals. */
export const associating: readonly string[] = [
  ...new Set([...writing("contacts"), ...writing("companies"), ...writing("deals")]),
];

/** The scopes for reading their associations. */
export const readingAssociations: readonly string[] = [
  ...new Set([...reading("contacts"), ...reading("companies"), ...reading("deals")]),
];

/** Each required scope, described for the person who grants it. */
export const scopeWords: Readonly<Record<string, string>> = {
  [always]: "Connect to your HubSpot account",
  [own("contacts.read")]: "See your contacts",
  [own("contacts.write")]: "Create and change your contacts",
  [own("companies.read")]: "See your companies",
  [own("companies.write")]: "Create and change your companies",
  [own("deals.read")]: "See your deals",
  [own("deals.write")]: "Create and change your deals",
  [own("owners.read")]: "See the users who own records",
  tickets: "See, create and change your tickets",
};

/** Scopes that allow more than the actions that require them. */
export const broadScopes: readonly string[] = [
  own("contacts.write"),
  own("companies.write"),
  own("deals.write"),
  "tickets",
];
