/** `HTTPS_PROXY` and `NO_PROXY` as the server and the Python SDK read them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import net from "node:net";
import { test } from "node:test";
import { proxyFor } from "../src/proxy.ts";

type Table = {
  cases: { noProxy: string; directly: string[]; through: string[] }[];
  variables: { environment: Record<string, string>; proxy: string | null }[];
  target: string;
};
const file = new URL("../../../conformance/sdk/no-proxy.json", import.meta.url);
const { cases, variables, target } = JSON.parse(readFileSync(file, "utf8")) as Table;

test("reads NO_PROXY like the server and the Python SDK", () => {
  for (const { noProxy, directly, through } of cases) {
    const reading = (url: string) =>
      proxyFor(new URL(url), { HTTPS_PROXY: "proxy.test:3128", NO_PROXY: noProxy }, net) === null;
    for (const url of directly) assert.equal(reading(url), true, `"${noProxy}" names ${url}`);
    for (const url of through) assert.equal(reading(url), false, `"${noProxy}" doesn't name ${url}`);
  }
});

test("reads the variables in the same order", () => {
  for (const { environment, proxy } of variables) {
    const given = proxyFor(new URL(target), environment, net);
    const url = given === null ? null : URL.parse(given.includes("://") ? given : `http://${given}`);
    assert.equal(url === null ? null : `${url.hostname}:${url.port || "80"}`, proxy, JSON.stringify(environment));
  }
});
