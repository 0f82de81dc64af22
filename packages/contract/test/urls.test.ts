import assert from "node:assert/strict";
import { test } from "node:test";
import { isLoopback, isRegisteredOrigin, isRegisteredReturnUrl, readOrigin, readReturnUrlPrefix } from "../src/urls.ts";
import { accepted, attacks, origins, prefix, refusedOrigins } from "./url-cases.ts";

for (const origin of origins) {
  test(`accepts the origin ${origin}`, () => {
    assert.deepEqual(readOrigin(origin), { kind: "ok", value: origin });
    assert.equal(isRegisteredOrigin(origin, ["https://other.example", origin]), true);
  });
}

for (const origin of refusedOrigins) {
  test(`rejects the origin ${JSON.stringify(origin).slice(0, 60)} with an explanation`, () => {
    const read = readOrigin(origin);
    assert.equal(read.kind, "refused");
    assert.ok(read.kind === "refused" && read.problem.length > 10);
    assert.equal(isRegisteredOrigin(origin, [origin]), false, "not even where a store holds it");
  });
}

test("does not mistake an unregistered origin for a similar registered one", () => {
  const registered = ["https://app.example.com"];
  for (const origin of [
    "https://app.example.com.evil.com",
    "https://app.example.co",
    "http://app.example.com",
    "https://app.example.com:444",
  ]) {
    assert.equal(isRegisteredOrigin(origin, registered), false, origin);
  }
  assert.equal(isRegisteredOrigin("https://app.example.com", []), false);
});

for (const url of accepted) {
  test(`may return to ${url}`, () => {
    assert.equal(isRegisteredReturnUrl(url, [prefix]), true);
  });
}

for (const [name, urls] of Object.entries(attacks)) {
  for (const url of urls) {
    test(`${name}: does not return to ${JSON.stringify(url)}`, () => {
      assert.equal(isRegisteredReturnUrl(url, [prefix]), false);
    });
  }
}

test("allows http on loopback, on the registered port", () => {
  for (const host of ["localhost:3000", "127.0.0.1:3000", "127.5.5.5", "[::1]:3000"]) {
    assert.equal(isRegisteredReturnUrl(`http://${host}/cb?x=1`, [`http://${host}/cb`]), true, host);
  }
  assert.equal(isRegisteredReturnUrl("http://localhost:3001/cb", ["http://localhost:3000/cb"]), false);
  assert.equal(isRegisteredReturnUrl("http://127.0.0.1:3000/cb", ["http://localhost:3000/cb"]), false);
  assert.equal(isRegisteredReturnUrl("https://localhost:3000/cb", ["http://localhost:3000/cb"]), false);
});

test("treats a bare origin and a folder as prefixes of everything below them", () => {
  assert.equal(isRegisteredReturnUrl("https://app.example.com/any/where", ["https://app.example.com"]), true);
  assert.equal(isRegisteredReturnUrl("https://app.example.com", ["https://app.example.com/"]), true);
  assert.equal(isRegisteredReturnUrl("https://app.example.com/cb/x", ["https://app.example.com/cb/"]), true);
  assert.equal(isRegisteredReturnUrl("https://app.example.com/cb", ["https://app.example.com/cb/"]), false);
  assert.equal(isRegisteredReturnUrl("https://app.example.com/x", []), false);
  // An invalid stored entry allows nothing and blocks nothing.
  assert.equal(isRegisteredReturnUrl("https://app.example.com/x", ["cb", "https://app.example.com/../"]), false);
  assert.equal(isRegisteredReturnUrl("https://app.example.com/x", ["cb", "https://app.example.com/"]), true);
});

test("checks a prefix at registration", () => {
  assert.deepEqual(readReturnUrlPrefix(prefix), { kind: "ok", value: prefix });
  for (const text of [
    "https://app.example.com/cb?x=1",
    "https://app.example.com/cb?",
    "http://app.example.com/cb",
    "cb",
    "https://u@a.example/",
    "https:///app.example.com/",
    "ftp://https://app.example.com/",
  ]) {
    assert.equal(readReturnUrlPrefix(text).kind, "refused", text);
  }
});

test("explains a rejection to the person who wrote the URL", () => {
  const problemOf = (read: ReturnType<typeof readOrigin>): string => (read.kind === "refused" ? read.problem : "taken");
  const origins: readonly (readonly [text: string, problem: RegExp])[] = [
    [
      "https://APP.example.com",
      /must be only scheme, host and port, in the form that browsers use: https:\/\/app\.example\.com$/,
    ],
    ["https://a b.example", /^A URL must be visible ASCII without spaces\. .* percent-encode the rest\.$/],
    ["https://a.example\\", /^A URL must not have a backslash\.$/],
    ["https://a.example#", /^The URL must not have a fragment\.$/],
    ["a.example", /^This is not an absolute http or https URL\.$/],
    ["https://u@a.example", /^The URL must not have a user name or password\.$/],
    ["https://a%2e.example", /^The host must not be percent-encoded\.$/],
    ["https://*.a.example", /^Wildcards are not supported in hosts\. Register each host\.$/],
    ["https://a.example.", /^The host is empty or ends with a dot\.$/],
    ["https://a;b.example", /^A host must consist of letters, digits, dots and hyphens, or be an IP address\.$/],
    ["http://a.example", /^Use https\. Only localhost, 127\.0\.0\.0\/8 and \[::1\] may use http\.$/],
  ];
  for (const [text, problem] of origins) assert.match(problemOf(readOrigin(text)), problem);
  const prefixes: readonly (readonly [text: string, problem: RegExp])[] = [
    [`${prefix}/a%2Fb`, /^The path contains an encoded slash or backslash\.$/],
    [`${prefix}/../b`, /^The path contains a dot segment\.$/],
    [`${prefix}/..;/b`, /^The path contains a semicolon\.$/],
    [`${prefix}/%0a`, /^The path contains an encoded control character\.$/],
    [`${prefix}?status`, /^The parameter status is reserved for svc\.$/],
    [`${prefix}?a`, /^A registered return URL must not have a query; sessions may add their own\.$/],
  ];
  for (const [text, problem] of prefixes) assert.match(problemOf(readReturnUrlPrefix(text)), problem);
});

test("rejects a URL longer than 2048 characters", () => {
  const longest = `${prefix}/`.padEnd(2048, "a");
  assert.deepEqual(readReturnUrlPrefix(longest), { kind: "ok", value: longest });
  assert.deepEqual(readReturnUrlPrefix(`${longest}a`), {
    kind: "refused",
    problem: "A URL must have at most 2048 characters.",
  });
});

test("recognizes the local machine by its whole name", () => {
  for (const host of ["localhost", "[::1]", "127.0.0.1", "127.255.255.254"]) assert.equal(isLoopback(host), true, host);
  for (const host of ["xlocalhost", "a127.0.0.1", "127.0.0.1a", "127.0.0", "127.0.0.1.2", "::1", "126.0.0.1", ""]) {
    assert.equal(isLoopback(host), false, host);
  }
});
