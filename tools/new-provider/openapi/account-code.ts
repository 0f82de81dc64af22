/**
 * Code that identifies a credential's account. Descriptions rarely say which request does that, so a person confirms it,
 * and the kit's suite runs it against the simulator.
 */
import { stringCode, wordsOf } from "./code-names.ts";
import { DescriptionError } from "./description.ts";
import type { Description } from "./description.ts";
import { unwrapped } from "./input-code.ts";
import { describedOperations } from "./described.ts";
import type { Described } from "./described.ts";
import { planAction } from "./provider-code.ts";
import type { Place, PlannedAction } from "./provider-code.ts";
import { asObject, schemaFacts } from "./schema-facts.ts";
import type { Kind } from "./schema-facts.ts";

/** A request that names the account, and the members of its response that do. */
export interface AccountRead {
  readonly action: PlannedAction;
  readonly wrapper: string | null;
  readonly id: { readonly name: string; readonly kind: Kind };
  readonly name: string;
}

const accounts = [
  "me",
  "self",
  "whoami",
  "viewer",
  "current",
  "user",
  "profile",
  "account",
  "workspace",
  "organization",
  "team",
];
const ids = ["id", "uuid", "gid", "slug", "account_id", "user_id"];
const names = ["name", "login", "username", "display_name", "displayName", "email", "title"];

/** The operation that most likely names the account; null if there is none. */
export function accountReadOf(description: Description): AccountRead | null {
  const rank = ({ template }: Described): number => {
    const words = wordsOf(template.split("/").at(-1) ?? "");
    const found = accounts.findIndex((account) => words.includes(account));
    return found < 0 ? Infinity : found + template.split("/").length;
  };
  const likely = describedOperations(description)
    .filter((one) => one.method === "GET" && !one.template.includes("{") && rank(one) < Infinity)
    .sort((one, other) => rank(one) - rank(other));
  for (const described of likely) {
    const read = readAt(description, described);
    if (read !== null) return read;
  }
  return null;
}

function readAt(description: Description, described: Described): AccountRead | null {
  try {
    const action = planAction(description, described, "account.get");
    const { response } = action.operation;
    const isFree =
      action.input.fields.every(({ required }) => !required) && Object.keys(action.input.headers).length === 0;
    const whole = response.kind === "json" ? asObject(schemaFacts(description, response.schema)) : null;
    if (whole === null || !isFree) return null;
    const { wrapper, facts } = unwrapped(description, whole);
    const kindAt = (name: string): Kind => schemaFacts(description, facts.properties[name]).kind;
    const id = ids.find((name) => ["string", "integer"].includes(kindAt(name)));
    const name = names.find((one) => kindAt(one) === "string");
    return id === undefined || name === undefined
      ? null
      : { action, wrapper, id: { name: id, kind: kindAt(id) }, name };
  } catch (error) {
    if (error instanceof DescriptionError) return null;
    throw error;
  }
}

const open = "which request and which members name the account?";

export function accountCode(read: AccountRead | null, { basePath }: Place): string {
  const { action, wrapper, id, name } = read ?? {
    action: null,
    wrapper: null,
    id: { name: "id", kind: "string" },
    name: "name",
  };
  const path = [...basePath, ...(action?.operation.template ?? "/me").split("/").slice(1)];
  const pathCode = `[${path.map(stringCode).join(", ")}]`;
  const request =
    action === null
      ? `unconfirmed(${pathCode}, "no operation of the description seems to name the account")`
      : pathCode;
  const members = wrapper === null ? "record(body)" : `record(record(body)[${stringCode(wrapper)}])`;
  const slug =
    id.kind === "integer"
      ? `String(integerOf(account[${stringCode(id.name)}]))`
      : `textOf(account[${stringCode(id.name)}])`;
  return [
    "/** The account of a credential. */",
    `import { unconfirmed, type ProviderAccount, type ReadPort } from "@svc/provider-kit";`,
    `import { ${id.kind === "integer" ? "integerOf, " : ""}record, textOf } from "@svc/provider-kit/shape";`,
    "",
    "/** Requests the account from the API. @throws ProviderFailure if it refuses, or answers in another format. */",
    "export async function identify(provider: ReadPort): Promise<ProviderAccount> {",
    `  const { body } = await provider.read({ method: "GET", path: ${request} });`,
    `  const account = ${members};`,
    `  return unconfirmed({ slug: ${slug}, name: textOf(account[${stringCode(name)}]) }, ${stringCode(open)});`,
    "}",
    "",
  ].join("\n");
}
