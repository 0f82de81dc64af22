/** The SDKs of OpenAI, Anthropic and Vercel accept our tools, and Vercel's calls them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { asSchema } from "../../../judges/vendors/agent-sdks.ts";
import { done, start } from "./agent-tools-server.ts";
import { compile } from "./compile/program.ts";
import { problem } from "./http/server.ts";

test("lets Vercel's SDK read the schema and execute a tool, and throws a refusal", async (context) => {
  const { tools } = await start(context, { executions: [done, problem(403, "ACTION_NOT_GRANTED")] });
  const tool = (await tools()).vercel()["notion_pages_create"];
  assert.ok(tool !== undefined);
  const schema = (await asSchema(tool.inputSchema).jsonSchema) as { properties: object };
  assert.deepEqual(Object.keys(schema.properties), ["connection_id", "title", "secret"]);
  assert.deepEqual(await tool.execute({ title: "a" }, {}), { id: "p1" });
  await assert.rejects(tool.execute({ title: "a" }, {}), /ACTION_NOT_GRANTED/);
});

const sdks = join(import.meta.dirname, "../../../judges/vendors/agent-sdks.ts");
const program = `
import type { ServiceClient } from "@svc/sdk";
import { generateText, type Anthropic, type LanguageModel, type OpenAI } from "${sdks}";
declare const [client, openai, anthropic, model]: [ServiceClient, OpenAI, Anthropic, LanguageModel];
const tools = await client.tenant("ten_1").agentTools();
await openai.chat.completions.create({ model: "m", messages: [], tools: tools.openAiChat() });
await openai.responses.create({ model: "m", input: "i", tools: tools.openAiResponses() });
await anthropic.messages.create({ model: "m", max_tokens: 1, messages: [], tools: tools.anthropic() });
await generateText({ model, prompt: "p", tools: tools.vercel() });
`;

test("returns tools with the types that the SDKs of OpenAI, Anthropic and Vercel accept", () => {
  const wrong = program.replace("tools.openAiChat()", "tools.anthropic()");
  const said = compile({ "agents.ts": program, "wrong.ts": wrong });
  assert.deepEqual(said.get("agents.ts"), []);
  assert.equal(said.get("wrong.ts")?.length, 1, "the compiler read the real types");
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as {
    dependencies: object;
  };
  assert.deepEqual(Object.keys(dependencies), ["@svc/contract"]);
});
