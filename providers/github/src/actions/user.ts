/** The profile of the connected account. */
import { summary } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { userRequest } from "../requests.ts";
import { user } from "../resources/accounts.ts";
import { profileScope } from "../scopes.ts";

const { properties } = user.schema;

const userGet = defineAction({
  id: "user.get",
  title: "Get the connected user",
  description: "Reads the profile of the connected account.",
  consent: "Read your profile",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [profileScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object(
    {
      ...properties,
      id: summary(properties.id),
      login: summary(properties.login),
      htmlUrl: summary(properties.htmlUrl),
    },
    { additionalProperties: false },
  ),
  example: {},
  async run(_input, provider) {
    const { body } = await provider.read(userRequest, { accept: [200] });
    return user.read(body);
  },
});

export const userActions = [userGet];
