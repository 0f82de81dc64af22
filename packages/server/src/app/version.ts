/** The version in the API description and the user agent. */
export const version = "0.1.0";
