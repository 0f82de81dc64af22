export * from "./ids.ts";
export * from "./errors.ts";
export * from "./keywords.ts";
export * from "./sensitive.ts";
export * from "./resources.ts";
export * from "./fields.ts";
