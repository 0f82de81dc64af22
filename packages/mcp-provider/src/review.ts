/**
 * The review file of a remote MCP server: what the server says about its tools, and what the operator decided about each.
 * A tool can be called only once its entry says `reviewed`, and only as long as its digest matches what the server says.
 */
import { actionEffects, actionIdempotencies, actionIdPattern, oneOf, slugPattern } from "@svc/contract";
import { Type, type Static } from "typebox";
import { limits } from "./limits.ts";

const strict = { additionalProperties: false } as const;
const AnyObject = (description: string) => Type.Unsafe<Record<string, unknown>>({ type: "object", description });
const Pointer = (description: string) => Type.String({ pattern: "^(/([^~/]|~[01])*)*$", maxLength: 500, description });
const Name = Type.String({
  minLength: 1,
  maxLength: limits.nameCharsMax,
  description: "The tool's name at the server.",
});

const Value = Type.Object(
  {
    from: Type.Optional(Pointer("The place of the value in the call's input.")),
    value: Type.Optional(Type.Unknown({ description: "A fixed value." })),
  },
  { ...strict, description: "A value: `from` the input, or a fixed one. Exactly one of the two." },
);

const Evidence = Type.Object(
  {
    tool: Name,
    arguments: Type.Record(Type.String(), Value, { description: "The arguments of that tool, by name." }),
    at: Pointer("The place in that tool's output that proves the effect."),
    equals: Type.Optional(Value),
    refusedIfAbsent: Type.Optional(
      Type.Boolean({
        description: "Whether that tool reports an error if, and only if, what it looks for isn't there.",
      }),
    ),
  },
  {
    ...strict,
    description:
      "How a read finds out whether a call took effect although its response was lost: another tool of the server, and a place " +
      "in its output that has this value, or any value without `equals`.",
  },
);

const Marks = (what: string) =>
  Type.Object(
    {
      input: Type.Array(Pointer("A field; `*` stands for each item of a list."), { maxItems: 100 }),
      output: Type.Array(Pointer("A field; `*` stands for each item of a list."), { maxItems: 100 }),
    },
    { ...strict, description: `Fields that are ${what}, as JSON Pointers into the input and the output.` },
  );

const ReviewedTool = Type.Object(
  {
    name: Name,
    id: Type.String({ pattern: actionIdPattern, maxLength: 100, description: "The action's id." }),
    title: Type.Union([Type.String({ maxLength: 200 }), Type.Null()], { description: "The server's title for it." }),
    description: Type.String({ maxLength: limits.descriptionCharsMax, description: "The server's own words." }),
    inputSchema: AnyObject("The server's JSON Schema of the arguments."),
    outputSchema: Type.Union([AnyObject("The server's JSON Schema of the result."), Type.Null()]),
    annotations: Type.Union([AnyObject("The server's hints. They are claims."), Type.Null()]),
    digest: Type.String({
      pattern: "^sha256:[0-9a-f]{64}$",
      maxLength: 71,
      description: "Digest of all of the above.",
    }),
    reviewed: Type.Boolean({
      description: "Whether the operator has decided about this tool. Without it, it's disabled.",
    }),
    effect: oneOf(actionEffects, "What it does to the server's state."),
    idempotency: oneOf(actionIdempotencies, "What happens if it's called twice: `safe` exactly for reads."),
    mcp: Type.Boolean({ description: "Whether agents may call it." }),
    sensitive: Marks("secret"),
    content: Marks("what a person wrote, and kept out of records"),
    evidence: Type.Union([Evidence, Type.Null()]),
  },
  { ...strict, description: "A tool, as the server describes it and as the operator reviewed it." },
);

const scopes = Type.Array(Type.String({ pattern: "^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$", maxLength: 200 }), {
  maxItems: 50,
  description: "The scopes to ask for.",
});

const Auth = Type.Union(
  [
    Type.Object({ kind: Type.Literal("none") }, { ...strict, description: "The server asks for no credential." }),
    Type.Object({ kind: Type.Literal("bearer") }, { ...strict, description: "Each user pastes a token of their own." }),
    Type.Object(
      {
        kind: Type.Literal("oauth"),
        issuer: Type.String({ maxLength: 500 }),
        authorizationEndpoint: Type.String({ maxLength: 500 }),
        tokenEndpoint: Type.String({ maxLength: 500 }),
        resource: Type.String({ maxLength: 500, description: "The server's identifier in token requests (RFC 8707)." }),
        sendsIss: Type.Boolean({ description: "Whether responses name their issuer (RFC 9207)." }),
        app: oneOf(
          ["document", "registered", "own"],
          "Which app users agree to: the document that svc serves at its client ID, one that svc registers at the server " +
            "(RFC 7591), or one that the operator registers.",
        ),
        registrationEndpoint: Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
          description: "Where svc registers an app; null if the server has no such place.",
        }),
        clientAuthentication: oneOf(
          ["client_secret_basic", "client_secret_post", "none"],
          "How the app authenticates. With `none` it has no secret.",
        ),
        scopes,
      },
      { ...strict, description: "Each user connects on the consent page of the server's authorization server." },
    ),
  ],
  { description: "How users connect." },
);

const Account = Type.Object(
  {
    tool: Name,
    arguments: AnyObject("Its fixed arguments."),
    id: Pointer("The place of the account's permanent id in its output."),
    name: Pointer("The place of the account's name in its output."),
  },
  { ...strict, description: "The reviewed read tool that says to which account a credential belongs." },
);

/** The schema of a review file. */
export const Review = Type.Object(
  {
    version: Type.Literal(1),
    slug: Type.String({ pattern: slugPattern, maxLength: 63, description: "The provider's name in URLs." }),
    url: Type.String({ maxLength: 500, description: "The server's MCP endpoint." }),
    protocol: Type.String({
      pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
      maxLength: 10,
      description: "Its revision of MCP.",
    }),
    server: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 200 }),
        title: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
        version: Type.String({ maxLength: 100 }),
      },
      { ...strict, description: "The server, in its own words." },
    ),
    auth: Auth,
    account: Type.Union([Account, Type.Null()], {
      description: "Without one, a connection is named after the server.",
    }),
    tools: Type.Array(ReviewedTool, { maxItems: limits.toolsMax }),
  },
  { ...strict, description: "The review of a remote MCP server." },
);

/** A review file. */
export type Review = Static<typeof Review>;
/** What the server says about one tool, and what the operator decided. */
export type ReviewedTool = Review["tools"][number];
/** How a tool's effect is found by a read. */
export type ReviewedEvidence = NonNullable<ReviewedTool["evidence"]>;

/** A fault of a review file: the place as a JSON Pointer (RFC 6901), and what is wrong there. */
export type ReviewFault = { pointer: string; message: string };
