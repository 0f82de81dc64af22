import assert from "node:assert/strict";
import { test } from "node:test";
import { isLoopback, isRegisteredOrigin, isRegisteredReturnUrl, readOrigin, readReturnUrlPrefix } from "../src/urls.ts";

const origins = [
  "https://app.example.com",
  "https://app.example.com:8443",
  "http://localhost",
  "http://localhost:3000",
  "http://127.0.0.1:5173",
  "http://127.9.8.7",
  "http://127.10.200.30",
  "http://[::1]:3000",
  "https://xn--bcher-kva.example",
  "https://203.0.113.7",
  "https://[2001:db8::7]:8443",
];

for (const origin of origins) {
  test(`accepts the origin ${origin}`, () => {
    assert.deepEqual(readOrigin(origin), { kind: "ok", value: origin });
    assert.equal(isRegisteredOrigin(origin, ["https://other.example", origin]), true);
  });
}

const refusedOrigins = [
  "",
  "null",
  "*",
  "app.example.com",
  "https://",
  "https:app.example.com",
  "https:/app.example.com",
  "https:///app.example.com",
  "https://app.example.com/",
  "https://app.example.com/path",
  "https://app.example.com?",
  "https://app.example.com#",
  "https://APP.example.com",
  "HTTPS://app.example.com",
  "https://app.example.com:443",
  "https://app.example.com:",
  "https://app.example.com.",
  "https://app.example.com:99999",
  "https://*.example.com",
  ...Array.from(";,'!$&()+=_~`{}\"", (sign) => `https://a${sign}b.example`),
  "https://a.example;frame-ancestors",
  "https://user@app.example.com",
  "https://@app.example.com",
  "https://user:pass@app.example.com",
  "https://app%2eexample.com",
  "https://bücher.example",
  "https://ａpp.example.com",
  " https://app.example.com",
  "https://app.example.com\n",
  "https://app.exa\tmple.com",
  "https:\\\\app.example.com",
  "http://app.example.com",
  "http://localhost.",
  "http://app.localhost",
  "http://localhost.example.com",
  "http://127.0.0.1.example.com",
  "http://128.0.0.1",
  "http://[::2]",
  "http://0.0.0.0",
  "http://127.1",
  "ftp://app.example.com",
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc",
  `https://${"a".repeat(2100)}.example`,
];

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

const prefix = "https://app.example.com/connect/done";

const accepted = [
  "https://app.example.com/connect/done",
  "https://app.example.com/connect/done/",
  "https://app.example.com/connect/done/42",
  "https://app.example.com/connect/done?state=a%2Fb&next=%2Fhome",
  "https://app.example.com/connect/done/?",
  "https://app.example.com/connect/done/a.b/..c/...",
  "https://app.example.com/connect/done/%20%c3%bc%c2%a0!$&'()*+,=:@~_-",
  "https://app.example.com/connect/done?a;b=%00;",
  // The parser reads these as the same origin, so the browser goes to the same host.
  "https://APP.example.com/connect/done",
  "https://app.example.com:443/connect/done",
];

for (const url of accepted) {
  test(`may return to ${url}`, () => {
    assert.equal(isRegisteredReturnUrl(url, [prefix]), true);
  });
}

const attacks: Readonly<Record<string, readonly string[]>> = {
  suffix: [
    "https://app.example.com.evil.com/connect/done",
    "https://app.example.comevil.com/connect/done",
    "https://evil.com/https://app.example.com/connect/done",
    "https://app.example.com/connect/done.evil",
    "https://app.example.com/connect/doneevil",
    "https://app.example.com/connect",
    "https://app.example.com/",
    "https://app.example.com/connect/done;x=1",
  ],
  userinfo: [
    "https://user@app.example.com/connect/done",
    "https://user:pass@app.example.com/connect/done",
    "https://@app.example.com/connect/done",
    "https://app.example.com@evil.com/connect/done",
    "https://app.example.com:x@evil.com/connect/done",
    "https://evil.com\\@app.example.com/connect/done",
  ],
  backslash: [
    "https:\\\\app.example.com\\connect\\done",
    "https://app.example.com\\connect\\done",
    "https://app.example.com/connect/done\\..\\evil",
    "https://app.example.com/connect/done?x=\\",
    "https://app.example.com/connect/done%5c..%5cevil",
    "https://app.example.com/connect/done/%5Cevil",
    "https://app.example.com/connect/done/%255cevil",
  ],
  case: [
    "https://app.example.com/Connect/done",
    "https://app.example.com/connect/DONE",
    "https://app.example.com/connect/%64one",
  ],
  port: [
    "https://app.example.com:8443/connect/done",
    "https://app.example.com:80/connect/done",
    "https://app.example.com:444/connect/done",
  ],
  encoded: [
    "https://app.example.com/connect/done%2fx",
    "https://app.example.com/connect/done/%2F%2Fevil.com",
    "https://app.example.com/connect/done/%252fx",
    "https://app.example.com%2fconnect/done",
    "https://app.example.com%2eevil.com/connect/done",
  ],
  "dot segments": [
    "https://app.example.com/connect/done/../evil",
    "https://app.example.com/connect/done/./x",
    "https://app.example.com/connect/done/..",
    "https://app.example.com/connect/x/../done",
    "https://app.example.com/connect/done/%2e%2e/evil",
    "https://app.example.com/connect/done/.%2E/evil",
    "https://app.example.com/connect/done/%2e",
    "https://app.example.com/connect/done/%252e%252e/evil",
  ],
  "path parameters": [
    "https://app.example.com/connect/done/..;/evil",
    "https://app.example.com/connect/done/..;x=1/evil",
    "https://app.example.com/connect/done/.;/x",
    "https://app.example.com/connect/done/a;jsessionid=1",
    "https://app.example.com/connect/done/;",
    "https://app.example.com/connect/done/..%3b/evil",
    "https://app.example.com/connect/done/..%3B/evil",
    "https://app.example.com/connect/done/..%253b/evil",
  ],
  "encoded controls": [
    "https://app.example.com/connect/done/%00",
    "https://app.example.com/connect/done/a%0d%0aLocation:x",
    "https://app.example.com/connect/done/%1F",
    "https://app.example.com/connect/done/%7f",
    "https://app.example.com/connect/done/%2500",
    "https://app.example.com/connect/done/%c2%85",
    "https://app.example.com/connect/done/%C2%9F",
    "https://app.example.com/connect/done/%25c2%2580",
  ],
  "fragment and whitespace": [
    "https://app.example.com/connect/done#",
    "https://app.example.com/connect/done#x",
    " https://app.example.com/connect/done",
    "https://app.example.com/connect/done\n",
    "https://app.example.com/conn\tect/done",
    "https://app.example.com/connect/done/\u0000",
    "https://app.example.com/connect/done/\u202e",
  ],
  scheme: [
    "http://app.example.com/connect/done",
    "javascript://app.example.com/connect/done",
    "//app.example.com/connect/done",
    "/connect/done",
    "https:app.example.com/connect/done",
    "ftp://app.example.com/connect/done",
  ],
  "host forms": [
    // The parser would look for the host after the third slash.
    "https:///app.example.com/connect/done",
    "https:////app.example.com/connect/done",
    "https://app.example.com./connect/done",
    "https://ａpp.example.com/connect/done",
  ],
  "our own parameters": [
    "https://app.example.com/connect/done?connect_session_id=cs_1",
    "https://app.example.com/connect/done?a=1&status=completed",
    "https://app.example.com/connect/done?completion_code",
    "https://app.example.com/connect/done?%73tatus=completed",
  ],
};

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
