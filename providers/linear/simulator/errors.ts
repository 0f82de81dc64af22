/** Errors in Linear's form: https://linear.app/developers/graphql#errors */
import { GraphQLError } from "graphql";

const codes: Readonly<Record<string, string>> = {
  ratelimited: "RATELIMITED",
  "authentication error": "AUTHENTICATION_ERROR",
  forbidden: "FORBIDDEN",
  "invalid input": "INPUT_ERROR",
  "internal error": "INTERNAL_SERVER_ERROR",
  "graphql error": "GRAPHQL_VALIDATION_FAILED",
};

/** Builds an error of a type. Its message may repeat the input, as Linear's messages do. */
export function linearError(type: string, message: string): GraphQLError {
  const userError = type !== "internal error";
  const extensions = { type, code: codes[type] ?? type.toUpperCase(), userError, userPresentableMessage: message };
  return new GraphQLError(message, { extensions });
}

/** Builds the error for an unknown id. */
export function notFound(entity: string): GraphQLError {
  return linearError("invalid input", `Entity not found: ${entity} - Could not find referenced ${entity}.`);
}
