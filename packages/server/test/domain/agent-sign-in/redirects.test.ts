/** Redirect addresses of agents' hosts: the registered ones, and no near matches. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isRegisteredRedirect,
  readRedirectUri,
  redirectOriginOf,
  withParameters,
} from "../../../src/domain/agent-sign-in/requests.ts";

test("accepts https, http on this machine and a program's own scheme, and nothing that a browser runs", () => {
  const good = [
    "https://h.example/cb",
    "http://127.0.0.1/cb",
    "http://[::1]:7/cb",
    "http://localhost:1/cb",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "vscode://publisher.extension/cb",
    "com.example.app:/cb",
    "com.example.my-app:/oauth?x=1",
  ];
  for (const text of good) assert.notEqual(readRedirectUri(text), null, text);
  const bad = [
    "http://h.example/cb",
    "javascript:alert(1)",
    "ms-msdt:/id",
    "chrome://settings",
    "intent://x",
    "search-ms:x",
    "app://cb",
    "ftp://h.example/cb",
    "wss://h.example/cb",
    "data:text/html,x",
    "file:///etc/passwd",
    "blob:https://h.example/x",
    "view-source:https://h.example/",
    "https://user@h.example/cb",
    "https://h.example/cb#x",
    "https://h.example\\cb",
    "https://h.example/c b",
    "https://h.example/ümlaut",
    "//h.example/cb",
    "",
    `https://h.example/${"x".repeat(2048)}`,
  ];
  for (const text of bad) assert.equal(readRedirectUri(text), null, text);
});

test("compares character by character, except for the port of a program on this machine", () => {
  const registered = ["https://h.example/cb", "http://127.0.0.1:7000/cb?a=1", "http://[::1]/cb", "a.pp://cb"];
  const same = [...registered, "http://127.0.0.1:65000/cb?a=1", "http://127.0.0.1/cb?a=1", "http://[::1]:9/cb"];
  for (const text of same) assert.equal(isRegisteredRedirect(text, registered), true, text);
  const others = [
    "https://h.example/cb/",
    "https://h.example:443/cb",
    "https://H.example/cb",
    "https://h.example/cb?",
    "http://127.0.0.1:7000/cb",
    "http://127.0.0.1:7000/cb?a=2",
    "http://127.0.0.1:7000/CB?a=1",
    "http://127.0.0.2:7000/cb?a=1",
    "http://localhost:7000/cb?a=1",
    "http://127.0.0.1:7000@evil.example/cb?a=1",
    "a.pp://cb/",
    "a.pp://cb:7",
    "",
  ];
  for (const text of others) assert.equal(isRegisteredRedirect(text, registered), false, text);
});

test("adds parameters to the address and keeps its own query", () => {
  assert.equal(
    withParameters("https://h.example/cb?a=1", { code: "x y", state: null }),
    "https://h.example/cb?a=1&code=x+y",
  );
  assert.equal(withParameters("app://cb", { code: "x" }), "app://cb?code=x");
});

test("shows the address that a browser is sent to", () => {
  assert.equal(redirectOriginOf("https://h.example:8443/cb?x=1"), "https://h.example:8443");
  assert.equal(redirectOriginOf("cursor://anysphere/cb"), "cursor:");
});
