/** Revokes an account's access to the platform: https://docs.stripe.com/connect/oauth-reference#post-deauthorize */
import { fieldsOf, tokenIn, type SimRequest, type SimResponse } from "@svc/simulator";
import { account, app, type StripeWorld } from "./world.ts";

/** `POST /oauth/deauthorize`, with the platform's secret key. It ends every token of the account. */
export function deauthorize(request: SimRequest, { authorization }: StripeWorld): SimResponse {
  const { client_id, stripe_user_id } = fieldsOf(request);
  if (client_id === undefined || stripe_user_id === undefined) return refused(400, "invalid_request");
  const isPlatform = tokenIn(request.headers, ["bearer", "basic-user"]) === app.clientSecret;
  if (!isPlatform || client_id !== app.clientId || stripe_user_id !== account.id) return refused(401, "invalid_client");
  for (const { login } of authorization.options.users()) authorization.revokeAuthorization(login, app.clientId);
  return {
    status: 200,
    json: { stripe_user_id },
    effects: [{ kind: "token.revoke", clientId: app.clientId, account: account.id }],
  };
}

function refused(status: number, error: string): SimResponse {
  return { status, json: { error, error_description: "The account isn't connected to this application." } };
}
