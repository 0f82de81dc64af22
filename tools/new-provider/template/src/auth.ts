/** The key that the provider accepts, and its account. Its format: the API's page on keys. */
import { sensitive } from "@svc/contract";
import { staticCredential } from "@svc/provider-kit";
import { Type } from "typebox";
import { isRecord, parseWorkspace, workspaceRequest } from "./client.ts";

const keyPattern = "^key-[0-9A-Za-z]{20,80}$";
const wanted = "Use an API key of the workspace (key-…).";

const submission = Type.Object(
  {
    access_token: sensitive(
      Type.String({ description: "An API key of Acme Notes (key-…).", maxLength: 84, pattern: keyPattern }),
    ),
  },
  { additionalProperties: false, description: "The key that Acme Notes's actions run under." },
);

/** An API key that the end user provides. */
export const keyAuth = staticCredential({
  submission,
  fields: [
    {
      name: "access_token",
      label: "API key",
      help: "An owner of the workspace creates it, and can revoke it at any time.",
      helpUrl: "https://docs.acme-notes.example/keys",
      pattern: keyPattern,
    },
  ],
  explain,
  credentialKind: () => "api_key",
  headers: ({ access_token }) => ({ authorization: `Bearer ${access_token}` }),
  identify: async (provider) => parseWorkspace((await provider.read(workspaceRequest)).body),
});

/** Returns why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const key = isRecord(submitted) ? submitted["access_token"] : undefined;
  if (typeof key !== "string") return `The field access_token is missing or not a string. ${wanted}`;
  if (/\s/u.test(key)) return "The key has a space or a line break in it. Copy it again without them.";
  return new RegExp(keyPattern).test(key) ? null : `This isn't an Acme Notes key. ${wanted}`;
}
