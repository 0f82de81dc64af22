/**
 * Declarations of OAuth auths that are rejected: the server, its scope parameters, and the facts of its connections.
 */
import type { OAuthAuth, Provider } from "../src/index.ts";
import { oauth, site, testRejections, type Rejection } from "./fixture/desk.ts";

const withServer = (change: object): Partial<Provider> => ({ connectionPath: [], auth: [oauth({}, change)] });
const withFacts = (change: Partial<OAuthAuth>): Partial<Provider> => ({ auth: [oauth(change)] });

const refused: readonly Rejection[] = [
  ["no token type", withServer({ tokenTypes: [] }), /tokenTypes must be/],
  ["a token type in capitals", withServer({ tokenTypes: ["Bot"] }), /tokenTypes must be/],
  ["another scope separator", withServer({ scopeSeparator: ";" }), /scopeSeparator must be/],
  ["another token request", withServer({ tokenRequest: "xml" }), /tokenRequest must be/],
  ["scopes without a path", withServer({ scopeMember: [] }), /scopeMember must be/],
  ["an age of a second", withServer({ refreshAfterSeconds: 1 }), /refreshAfterSeconds must be/],
  ["an age that isn't a number", withServer({ refreshAfterSeconds: Number.NaN }), /refreshAfterSeconds must be/],
  [
    "a revocation without a path",
    withServer({ revocation: { path: [], revokes: "access_token", authentication: "app" } }),
    /path/,
  ],
  [
    "a revocation of the wrong token",
    withServer({ revocation: { path: ["r"], revokes: "refresh_token", authentication: "bearer" } }),
    /must revoke the access token/,
  ],
  ...(
    [
      [{ fact: "other", field: "account" }, "secret"],
      [{ fact: "site_id", field: "client_id" }, "secret"],
      [{ fact: "site_id", field: "Account" }, "secret"],
      [{ fact: "site_id", field: "account" }, "bearer"],
    ] as const
  ).map(([names, authentication]): Rejection => [
    `a revocation with ${names.fact} as ${names.field} and ${authentication}`,
    {
      connectionPath: [],
      auth: [
        oauth(
          { connectionFacts: { site_id: site } },
          {
            revocation: { path: ["r"], revokes: "access_token", authentication, names },
          },
        ),
      ],
    },
    /must name a fact of the connection/,
  ]),
  ["state as a scope parameter", withServer({ scopeParameters: { state: [] } }), /must not have state/],
  ["scope as a scope parameter", withServer({ scopeParameters: { scope: [] } }), /must not have scope/],
  [
    "a scope parameter with a fixed value",
    withServer({ authorizationParameters: { owner: "user" }, scopeParameters: { owner: [] } }),
    /must not have owner/,
  ],
  [
    "a secret as a token parameter",
    withServer({ tokenParameters: { client_secret: "a" } }),
    /must not have client_sec/,
  ],
  [
    "a scope in two parameters",
    withServer({ scopeParameters: { a: ["users:read"], b: ["users:read"] } }),
    /lists a scope twice/,
  ],
  ["a scope without a description", withServer({ scopeParameters: { a: ["x"] } }), /scope x of scopeParameters/],
  [
    "a fact with a loose pattern",
    withFacts({ connectionFacts: { site_id: { member: ["s"], pattern: "[a-z]+" } } }),
    /from \^ to/,
  ],
  [
    "a fact with a broken pattern",
    withFacts({ connectionFacts: { site_id: { member: ["s"], pattern: "^[$" } } }),
    /from \^ to/,
  ],
  ["a fact with a name in capitals", withFacts({ connectionFacts: { site_id: site, Site: site } }), /the fact Site/],
  [
    "a fact with an empty path",
    withFacts({ connectionFacts: { site_id: { ...site, member: [] } } }),
    /path of member names/,
  ],
  ["a fact that nothing finds", withFacts({ connectionFacts: { site_id: { pattern: "^a$" } } }), /needs discover/],
  [
    "discover without a fact",
    withFacts({ connectionFacts: { site_id: site }, discover: async () => ({}) }),
    /no fact to find/,
  ],
  [
    "eleven facts",
    withFacts({ connectionFacts: Object.fromEntries("abcdefghijk".split("").map((name) => [name, site])) }),
    /at most ten facts/,
  ],
];

testRejections(refused);
