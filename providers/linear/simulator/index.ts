/** A simulator of Linear's GraphQL API, written from its documentation and independently of the client. */
export type { StoredComment, StoredIssue } from "./model.ts";
export { schema } from "./schema.ts";
export { oauthApp, startLinearSimulator, tokens } from "./start.ts";
export type { LinearSimulator } from "./start.ts";
export { LinearWorld, seededId } from "./world.ts";
export type { Switches } from "./world.ts";
