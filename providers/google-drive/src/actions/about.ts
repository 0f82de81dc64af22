/** Reads the Drive's user and storage usage. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { aboutRequest } from "../client.ts";
import { about } from "../resources.ts";
import { fileScope } from "../scopes.ts";

const aboutGet = defineAction({
  id: "about.get",
  title: "Get the account",
  description: "Reads the connected user's name and email address, and their storage usage.",
  consent: "See your name, your address and how much storage you use",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [fileScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({}, { additionalProperties: false }),
  output: about.schema,
  example: {},
  async run(_input, provider) {
    return about.read((await provider.read(aboutRequest, { accept: [200] })).body);
  },
});

export const aboutActions = [aboutGet];
