/** GraphQL's own implementation, which checks requests with a schema. */
export * from "graphql";
