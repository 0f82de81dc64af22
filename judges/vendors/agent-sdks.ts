/** The agents' SDKs that accept our tools. */
export type { default as Anthropic } from "@anthropic-ai/sdk";
export { asSchema, generateText } from "ai";
export type { LanguageModel } from "ai";
export type { default as OpenAI } from "openai";
