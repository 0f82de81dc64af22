/** Every host whose habits are known. */
import { chatgpt } from "./chatgpt.ts";
import { claudeAi } from "./claude-ai.ts";
import { claudeAiDocument } from "./claude-ai-document.ts";
import { claudeCode } from "./claude-code.ts";
import { vsCode } from "./vs-code.ts";
import { cursor } from "./cursor.ts";
import { codex } from "./codex.ts";
import { geminiCli } from "./gemini-cli.ts";
import { mcpRemote } from "./mcp-remote.ts";
import { pythonSdk1 } from "./python-sdk-1.ts";
import { pythonSdk2 } from "./python-sdk-2.ts";
import { typescriptSdk112 } from "./typescript-sdk-1.12.ts";
import { typescriptSdk1 } from "./typescript-sdk-1.ts";
import { typescriptSdk2 } from "./typescript-sdk-2.ts";
import { crewAi } from "./crewai.ts";
import { openaiAgents } from "./openai-agents.ts";
import type { Host } from "./host.ts";

/** The hosts, as docs/agent-sign-in.md lists them. */
export const hosts: readonly Host[] = [
  chatgpt,
  claudeAi,
  claudeAiDocument,
  claudeCode,
  vsCode,
  cursor,
  codex,
  geminiCli,
  mcpRemote,
  pythonSdk1,
  pythonSdk2,
  typescriptSdk112,
  typescriptSdk1,
  typescriptSdk2,
  crewAi,
  openaiAgents,
];
