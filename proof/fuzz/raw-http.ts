/** Malformed HTTP on a raw socket, and the responses. */
import { connect } from "node:net";

/** One case: the bytes to write before closing our side. */
export interface RawCase {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const body = '{"externalId":"raw","displayName":"d"}';

/** One case for each kind of mistake. @param key a valid service key. */
export function rawCases(key: string): readonly RawCase[] {
  const good = ["host: x", `authorization: Bearer ${key}`, "content-type: application/json", "connection: close"];
  const post = (name: string, lines: readonly string[], sent: string = body): RawCase => {
    const head = ["POST /v1/tenants HTTP/1.1", ...good, ...lines].join("\r\n");
    return { name, bytes: Buffer.from(`${head}\r\n\r\n${sent}`, "latin1") };
  };
  const line = (name: string, first: string, lines: readonly string[] = good): RawCase => {
    return { name, bytes: Buffer.from(`${[first, ...lines].join("\r\n")}\r\n\r\n`, "latin1") };
  };
  const length = `content-length: ${body.length}`;
  const chunked = "transfer-encoding: chunked";
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const smuggled = `0\r\n\r\nGET /v1/service-client HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`;
  const lengths = [
    "-1",
    "+5",
    "0x10",
    "1e2",
    "5,5",
    "5, 6",
    "",
    " ",
    "abc",
    "99999999999999999999",
    "9007199254740993",
    "1.0",
    "１",
    "5\t5",
    "00038",
  ];
  const encodings = [
    "gzip",
    "chunked, gzip",
    "gzip, chunked",
    "identity",
    "chunked\x0b",
    "xchunked",
    "Chunked",
    " chunked",
    "chunked;q=1",
    "chunked, chunked",
  ];
  const methods = [
    "G",
    "get",
    "GE T",
    "G\x00T",
    "GET/",
    "POST\t",
    "CONNECT",
    "PRI",
    "0",
    "ÀÉ",
    "X".repeat(9000),
    "M-SEARCH",
    "<script>",
  ];
  const targets = [
    "",
    "*",
    "//",
    "http://evil.example/v1/tenants",
    "v1/tenants",
    "/v1/tenants HTTP/9.9 ",
    "/\x00",
    "/%00",
    "/é",
    "/v1/%2e%2e/x",
    "/%",
    "/%zz",
    "/v1//tenants",
    "/v1/tenants/%2f..%2f",
    "/\\..\\",
    "/?\x7f",
    "/#f",
    "/v1/tenants?limit=1&limit=1",
    `/${"a".repeat(20_000)}`,
    `/${"%41".repeat(3000)}`,
    `/?${"a=1&".repeat(3000)}`,
    "/v1/tenants/ten_01k0000000e8r9m2p4s6t8w0y2/connections/%3a%3aexecute",
    "/v1/tenants;a=b",
    "/\ud800",
  ];
  return [
    ...lengths.map((value) => post(`content-length "${value}"`, [`content-length: ${value}`])),
    ...encodings.map((value) => post(`transfer-encoding "${value}"`, [`transfer-encoding: ${value}`], chunks)),
    post("both lengths, chunked first", [chunked, length], chunks),
    post("both lengths, chunked last", [length, chunked], chunks),
    post("a second request in what one side takes for the body", ["content-length: 4", chunked], smuggled),
    post("two lengths", [length, `content-length: ${body.length + 1}`]),
    post("a length twice", [length, length]),
    post("a length too long", [`content-length: ${body.length + 10}`]),
    post("a length too short", ["content-length: 3"]),
    post("no length", []),
    ...[
      "zz\r\n",
      "-1\r\n{}\r\n0\r\n\r\n",
      "ffffffffffffffffff\r\n",
      '5;x="\r\n{}\r\n',
      "2\r\n{}x\r\n0\r\n\r\n",
      "2\n{}\n0\n\n",
      "2\r\n{}\r\n0\r\nx: y\r\nauthorization: z\r\n\r\n",
      `${"0".repeat(5000)}2\r\n{}\r\n0\r\n\r\n`,
      `2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    ].map((sent, index) => post(`chunks ${index}`, [chunked], sent)),
    ...[
      "a b: c",
      ": c",
      "a",
      "a:\x00",
      "a: \x01",
      "a\x00: b",
      "é: é",
      " folded: x",
      "a: b\r\n c: d",
      "a : b",
      "\ta: b",
      "a:\rb",
      "a:\nb",
      `a: ${"x".repeat(20_000)}`,
      `${"x".repeat(20_000)}: a`,
      "host: y",
      "expect: 999",
      "upgrade: websocket\r\nconnection: upgrade",
      "upgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: AAMAAABkAAQAAP__",
      "authorization: Bearer x",
      "idempotency-key: a\r\nidempotency-key: b",
      "content-type: \xff",
    ].map((more, index) => post(`header ${index}`, [length, more])),
    post("3,000 headers", [length, ...Array.from({ length: 3000 }, (_none, index) => `x-${index}: 1`)]),
    post("900 headers", [length, ...Array.from({ length: 900 }, (_none, index) => `x-${index}: 1`)]),
    post("the same header 900 times", [length, ...Array.from({ length: 900 }, () => "x-a: 1")]),
    line("no host", "GET /v1/tenants HTTP/1.1", good.slice(1)),
    ...methods.map((method) => line(`method ${JSON.stringify(method.slice(0, 20))}`, `${method} /v1/tenants HTTP/1.1`)),
    ...targets.map((target) => line(`target ${JSON.stringify(target.slice(0, 20))}`, `GET ${target} HTTP/1.1`)),
    ...[
      "HTTP/1.0",
      "HTTP/0.9",
      "HTTP/2.0",
      "HTTP/1.2",
      "HTTP/11.1",
      "http/1.1",
      "HTTP/1.1x",
      "",
      "HTTPS/1.1",
      "HTTP/-1.1",
    ].map((version) => line(`version "${version}"`, `GET /v1/tenants ${version}`)),
    ...[
      "\r\n",
      "\r\n\r\n\r\n",
      "\n\n",
      "\x00",
      "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "GET",
      "GET / HTTP/1.1\r\nhost: x",
      "{}",
      "SSH-2.0-x\r\n",
      "a".repeat(100_000),
    ].map((text, index) => ({ name: `no request ${index}`, bytes: Buffer.from(text, "latin1") })),
  ];
}

/** A valid request with some bytes changed. @param random numbers in [0, 1). */
export function damagedRequest(key: string, random: () => number): RawCase {
  const head = [
    "POST /v1/tenants?limit=5 HTTP/1.1",
    "host: x",
    `authorization: Bearer ${key}`,
    "content-type: application/json",
    "idempotency-key: damaged",
    `content-length: ${body.length}`,
  ];
  let bytes = Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
  const changes = 1 + Math.floor(random() * 6);
  for (let change = 0; change < changes; change += 1) {
    const at = Math.floor(random() * bytes.length);
    const way = Math.floor(random() * 4);
    const put = Buffer.from([Math.floor(random() * 256)]);
    if (way === 0) bytes[at] = put[0] ?? 0;
    else if (way === 1) bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at)]);
    else if (way === 2)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + Math.floor(random() * 9))]);
    else bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.floor(random() * bytes.length))]);
  }
  return { name: "a damaged request", bytes: bytes.subarray(0, 4000) };
}

const answeredWithinMs = 60_000;

/** Writes a case, closes our side and reads until the server closes. @throws Error if the server doesn't. */
export function sendRaw(baseUrl: string, { name, bytes }: RawCase): Promise<readonly RawResponse[]> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) });
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`${name}: the connection stays open`));
    }, answeredWithinMs);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    // A reset also ends the response: earlier bytes count.
    socket.on("error", () => undefined);
    socket.once("close", () => {
      clearTimeout(late);
      resolve(responsesIn(Buffer.concat(chunks)));
    });
    socket.once("connect", () => socket.end(bytes));
  });
}

/** The answers in the bytes, except for one that a reset cut off. */
function responsesIn(read: Buffer): readonly RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = read;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return responses;
    const [first = "", ...lines] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
    const from = end + 4;
    const length = Number(headers["content-length"] ?? 0);
    if (rest.length < from + length) return responses;
    responses.push({ status, headers, body: rest.subarray(from, from + length).toString() });
    rest = rest.subarray(from + length);
  }
}
