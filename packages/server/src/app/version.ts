/** The version that the API description and the user agent name. */
export const version = "0.1.0";
