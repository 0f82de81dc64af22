/** The actions on contacts, in the catalog's order. */
import { defineAction } from "@svc/provider-kit";
import { flag, list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { upsertRequest } from "../client.ts";
import { findObject, hasValues, settleValues } from "../evidence.ts";
import { email, toValues, values } from "../fields.ts";
import { previewUpsert } from "../previews.ts";
import { getAction } from "../reading.ts";
import { objectSchema, readObject } from "../resources.ts";
import { reading, writing } from "../scopes.ts";
import { searchAction } from "../search.ts";
import { updateAction } from "../updating.ts";

const contactsSearch = searchAction({
  type: "contacts",
  many: "contacts",
  consent: "Search your contacts",
  requiredScopes: reading("contacts"),
  properties: ["email", "firstname", "lastname", "phone", "company"],
  example: { query: "rivera" },
});

const contactsGet = getAction({
  type: "contacts",
  one: "contact",
  consent: "Read your contacts",
  requiredScopes: reading("contacts"),
  properties: ["email", "firstname", "lastname", "phone", "company"],
  example: { id: "101" },
});

const isNew = flag("new", "Whether the contact was created.");
const facts = Type.Object(
  {
    wasDifferent: Type.Boolean({ description: "Whether the contact had different values before the change." }),
    wasThere: Type.Boolean({ description: "Whether the contact existed before." }),
  },
  { additionalProperties: false },
);

const contactsUpsert = defineAction({
  id: "contacts.upsert",
  title: "Create or update a contact",
  description: "Creates a contact, or updates the given properties of the contact with this email address.",
  consent: "Create and change contacts by their email address",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: writing("contacts"),
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ email, values }, { additionalProperties: false }),
  output: Type.Object(
    { contact: objectSchema, created: Type.Boolean({ description: "Whether the contact was created." }) },
    { additionalProperties: false },
  ),
  example: { email: "robin@example.com", values: [{ name: "firstname", value: "Robin" }] },
  evidence: {
    strength: "state",
    needs: ["contacts.get"],
    facts,
    async settle({ input: { email: id = "", values: given = [] }, ...look }) {
      const target = { type: "contacts", id, idProperty: "email" } as const;
      const { verdict, found } = await settleValues(look, target, { ...toValues(given), email: id });
      if (verdict.verdict !== "applied" || found === null) return verdict;
      return { ...verdict, output: { contact: found, created: look.facts?.wasThere === false } };
    },
  },
  preview: {
    needs: ["contacts.get"],
    read: async (input, provider) => await previewUpsert(input, provider),
  },
  async run({ email: id, values: given }, provider) {
    const wanted = { ...toValues(given), email: id };
    const before = await findObject(provider, { type: "contacts", id, idProperty: "email" }, Object.keys(wanted));
    const seen = { wasDifferent: before === null || !hasValues(before, wanted), wasThere: before !== null };
    const request = upsertRequest("contacts", "email", id, wanted);
    const { body } = await provider.change(request, { accept: [200, 207], facts: seen });
    const [made] = list(record(body)["results"]);
    return { contact: readObject(made), created: isNew.read(record(made)["new"]) };
  },
});

const contactsUpdate = updateAction({
  type: "contacts",
  one: "contact",
  consent: "Change your contacts",
  requiredScopes: writing("contacts"),
  needs: ["contacts.get"],
  example: { id: "101", values: [{ name: "phone", value: "+41 44 000 00 00" }] },
});

export const contactActions = [contactsSearch, contactsGet, contactsUpsert, contactsUpdate];
