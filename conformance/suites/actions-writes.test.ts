/** The two write actions of the secrets provider, and the behavior shared by all six. */
import assert from "node:assert/strict";
import type { ErrorCode, Execution } from "@svc/contract";
import type { FaultRule } from "@svc/simulator";
import {
  assertProblem,
  everyAction,
  devConfig,
  suite,
  uniqueName,
  verifies,
  type HttpResponse,
  type Connected,
} from "../harness/index.ts";
import { sendRaw } from "./raw-body.ts";

const namesPath = "/v3/configs/config/secrets/names";
const secretPath = "/v3/configs/config/secret";
const secretsPath = "/v3/configs/config/secrets";

suite(
  "changing actions",
  (fixture) => {
    let shared: Promise<Connected> | undefined;
    const connection = (): Promise<Connected> => (shared ??= fixture().connected());
    const requests = () => fixture().provider.ledger.requests;
    const execute = async (action: string, input: object, key = uniqueName("key")): Promise<HttpResponse> =>
      (await connection()).execute(action, input, { idempotencyKey: key });
    const recordOf = async (response: HttpResponse): Promise<Execution> => {
      const { caller, tenantId } = await connection();
      const id = response.problem().execution_id;
      return (await caller.get(`/v1/tenants/${tenantId}/action-executions/${id}`)).json as Execution;
    };

    verifies("actions.set", "sets a new name with one probe and one POST with originalName null", async () => {
      const { provider } = fixture();
      await connection();
      const before = requests().length;
      const response = await execute("secrets.set", { ...devConfig, name: "BRAND_NEW", value: "canary-new" });
      assert.equal(response.status, 200, response.text);
      assert.deepEqual((response.json as { output: unknown }).output, { ...devConfig, name: "BRAND_NEW", saved: true });
      const calls = requests().slice(before);
      assert.deepEqual(
        calls.map(({ method, path }) => `${method} ${path}`),
        [`GET ${namesPath}`, `POST ${secretsPath}`],
      );
      assert.deepEqual(JSON.parse(calls[1]?.bodyText ?? ""), {
        ...devConfig,
        change_requests: [{ name: "BRAND_NEW", originalName: null, value: "canary-new" }],
      });
      assert.equal(provider.world.readSecret(devConfig, "BRAND_NEW")?.raw, "canary-new");
    });

    verifies("actions.set", "sets an existing name with its originalName, and visibility only if given", async () => {
      const { provider } = fixture();
      for (const visibility of [undefined, "masked", "unmasked", "restricted"] as const) {
        const value = `canary-${visibility ?? "none"}`;
        const input = {
          ...devConfig,
          name: "API_BASE_URL",
          value,
          ...(visibility === undefined ? {} : { visibility }),
        };
        assert.equal((await execute("secrets.set", input)).status, 200);
        const body = JSON.parse(requests().findLast(({ method }) => method === "POST")?.bodyText ?? "") as {
          change_requests: unknown[];
        };
        const change = { name: "API_BASE_URL", originalName: "API_BASE_URL", value };
        assert.deepEqual(body.change_requests, [visibility === undefined ? change : { ...change, visibility }]);
        assert.equal(provider.world.readSecret(devConfig, "API_BASE_URL")?.raw, value);
      }
    });

    verifies("actions.set", "discards the provider's response, which has every secret of the config", async () => {
      const { provider, server } = fixture();
      provider.world.set({ inflateResponseBytes: 3_000_000 });
      const response = await execute("secrets.set", { ...devConfig, name: "DISCARDED", value: "plain" });
      provider.world.set({ inflateResponseBytes: 0 });
      assert.equal(response.status, 200, response.text);
      assert.ok(!response.text.includes("canary") && !server.log().includes("canary"));
      for (const kind of ["malformed_json", "nul_body", "truncate"] as const) {
        provider.faults.add({ match: { method: "POST" }, fault: { kind } });
        const spoiled = await execute("secrets.set", { ...devConfig, name: "DISCARDED", value: kind });
        if (kind === "truncate") assert.ok([200, 504].includes(spoiled.status), spoiled.text);
        else assert.equal(spoiled.status, 200, `200 decides, not the body: ${kind} ${spoiled.text}`);
      }
    });

    verifies(
      "actions.set-bytes",
      "accepts 51,200 bytes and refuses 51,201, for characters of one to four bytes",
      async () => {
        const { provider } = fixture();
        const before = requests().filter(({ method }) => method === "POST").length;
        const characters = ["a", "é", "€", "😀"];
        for (const character of characters) {
          const size = Buffer.byteLength(character);
          const fits = character.repeat(Math.floor(51_200 / size)) + "b".repeat(51_200 % size);
          assert.equal(Buffer.byteLength(fits), 51_200);
          const taken = await execute("secrets.set", { ...devConfig, name: "BYTES", value: fits });
          assert.equal(taken.status, 200, taken.text.slice(0, 500));
          assert.equal(provider.world.readSecret(devConfig, "BYTES")?.raw, fits);
          const problem = assertProblem(
            await execute("secrets.set", { ...devConfig, name: "BYTES", value: `${fits}b` }),
            "INPUT_INVALID",
          );
          assert.deepEqual(
            problem.errors?.map(({ pointer, keyword }) => [pointer, keyword]),
            [["/input/value", "x-maxBytes"]],
          );
        }
        const posts = requests().filter(({ method }) => method === "POST").length - before;
        assert.equal(posts, characters.length, "a refused value was sent");
        assert.equal((await execute("secrets.set", { ...devConfig, name: "BYTES", value: "" })).status, 200);
        assert.equal(provider.world.readSecret(devConfig, "BYTES")?.raw, "");
      },
    );

    verifies(
      "actions.set-escaped",
      "takes 51,200 bytes that are escaped in JSON, to execute and to propose, and returns them",
      async () => {
        const { path, caller } = await connection();
        const escapes: readonly (readonly [text: string, escape: string])[] = [
          ["\u0001", String.raw`\u0001`],
          ["a", String.raw`\u0061`],
          ["\u00e9", String.raw`\u00e9`],
          ["\u{1f600}", String.raw`\ud83d\ude00`],
        ];
        for (const [text, escape] of escapes) {
          const count = 51_200 / Buffer.byteLength(text);
          const address = `"project":"harbor-api","config":"dev","name":"ESCAPED"`;
          const body = `{"input":{${address},"value":"${escape.repeat(count)}"}}`;
          const saved = await sendRaw(caller, `${path}/actions/secrets.set:execute`, body);
          assert.equal(saved.status, 200, saved.text.slice(0, 500));
          const read = await execute("secrets.get", { ...devConfig, name: "ESCAPED" });
          assert.deepEqual((read.json as { output: unknown }).output, {
            name: "ESCAPED",
            computed: text.repeat(count),
          });
          const proposed = await sendRaw(caller, `${path}/actions/secrets.set:propose`, body);
          assert.equal(proposed.status, 202, proposed.text.slice(0, 500));
        }
      },
    );

    verifies(
      "actions.delete",
      "reports 204 as deleted and 404 as already_absent, with the deletion as the only request",
      async () => {
        const { provider } = fixture();
        const input = { ...devConfig, name: "SHORT_LIVED" };
        assert.equal((await execute("secrets.set", { ...input, value: "v" })).status, 200);
        for (const result of ["deleted", "already_absent"]) {
          const before = requests().length;
          const response = await execute("secrets.delete", input);
          assert.equal(response.status, 200, response.text);
          const { output, execution } = response.json as { output: unknown; execution: Execution };
          assert.deepEqual(output, { ...input, result });
          assert.equal(execution.effect, "destructive");
          const calls = requests().slice(before);
          assert.deepEqual(
            calls.map(({ method, path, bodyText }) => ({ method, path, bodyText })),
            [{ method: "DELETE", path: secretPath, bodyText: "" }],
          );
        }
        provider.world.set({ deleteMissingStatus: 204 });
        const absent = await execute("secrets.delete", input);
        provider.world.set({ deleteMissingStatus: 404 });
        assert.deepEqual((absent.json as { output: unknown }).output, { ...input, result: "deleted" });
      },
    );

    verifies(
      "actions.delete-mistyped",
      "reports a 404 for a project or config that the token can't see as already_absent",
      async () => {
        for (const address of [
          { project: "payroll", config: "prd" },
          { project: "no-such-project", config: "dev" },
          { project: "harbor-api", config: "nope" },
        ]) {
          const input = { ...address, name: "LEDGER_KEY" };
          const response = await execute("secrets.delete", input);
          assert.deepEqual((response.json as { output: unknown }).output, { ...input, result: "already_absent" });
        }
        const { world } = fixture().provider;
        assert.notEqual(world.readSecret({ project: "payroll", config: "prd" }, "LEDGER_KEY"), undefined);
      },
    );

    verifies(
      "actions.refusals",
      "reports refused writes: read-only tokens, missing grants, limits, invalid input",
      async () => {
        const { provider } = fixture();
        const stg = { project: "harbor-api", config: "stg" };
        const readOnly = await fixture().connected({ credential: provider.tokens.serviceReadOnly });
        const viewer = await fixture().connected({ credential: provider.tokens.serviceAccountViewer });
        const options = () => ({ idempotencyKey: uniqueName("refused") });
        const write = { name: "REFUSED", value: "v" };
        const forbidden = await readOnly.execute("secrets.set", { ...stg, ...write }, options());
        assertProblem(forbidden, "PROVIDER_FORBIDDEN");
        assertProblem(await viewer.execute("secrets.set", { ...devConfig, ...write }, options()), "PROVIDER_FORBIDDEN");
        const removal = { ...stg, name: "STRIPE_KEY" };
        assertProblem(await readOnly.execute("secrets.delete", removal, options()), "PROVIDER_FORBIDDEN");
        assertProblem(await viewer.execute("secrets.set", { ...stg, ...write }, options()), "RESOURCE_NOT_FOUND");
        const statuses: readonly (readonly [number, ErrorCode])[] = [
          [400, "PROVIDER_REJECTED"],
          [403, "PROVIDER_FORBIDDEN"],
          [404, "RESOURCE_NOT_FOUND"],
          [409, "PROVIDER_REJECTED"],
          [413, "PROVIDER_REJECTED"],
          [422, "PROVIDER_REJECTED"],
          [429, "PROVIDER_RATE_LIMITED"],
        ];
        for (const [status, code] of statuses) {
          const json = { messages: ["canary-echoed-by-the-provider"], success: false };
          provider.faults.add({ match: { method: "POST" }, fault: { kind: "status", status, json, effect: false } });
          const response = await execute("secrets.set", { ...devConfig, ...write });
          const problem = assertProblem(response, code);
          assert.ok(!response.text.includes("canary"), "the provider's text is passed on");
          const record = await recordOf(response);
          assert.deepEqual([record.status, record.error?.code, record.providerStatus], ["failed", code, status]);
          assert.equal(problem.connection_id, (await connection()).id);
        }
        assert.equal(provider.world.readSecret(devConfig, "REFUSED"), undefined);
      },
    );

    verifies(
      "actions.unknown-outcome",
      "reports every indefinite status and lost response as unknown, for set and delete",
      async () => {
        const { provider } = fixture();
        const faults: FaultRule["fault"][] = [201, 202, 204, 301, 302, 307, 308, 408, 421, 425, 500, 502, 503].map(
          (status) => ({ kind: "status", status, effect: false }),
        );
        faults.push({ kind: "reset_before_effect" }, { kind: "reset_after_effect" }, { kind: "close_before_response" });
        faults.push({ kind: "html_502" }, { kind: "hang_before_effect" }, { kind: "hang_after_effect" });
        for (const fault of faults) {
          const name = fault.kind === "status" ? `status ${fault.status}` : fault.kind;
          for (const [method, action] of [
            ["POST", "secrets.set"],
            ["DELETE", "secrets.delete"],
          ] as const) {
            if (method === "DELETE" && fault.kind === "status" && fault.status === 204) continue;
            const input = { ...devConfig, name: "UNSURE", ...(method === "POST" ? { value: "v" } : {}) };
            provider.faults.add({ match: { method }, fault });
            const before = requests().filter((request) => request.method === method).length;
            const response = await execute(action, input);
            assert.equal(response.status, 504, `${action} ${name}: ${response.status} ${response.text}`);
            assertProblem(response, "ACTION_OUTCOME_UNKNOWN");
            const sent = requests().filter((request) => request.method === method).length - before;
            assert.equal(sent, 1, `${action} was sent ${sent} times after ${name}`);
            assert.equal((await recordOf(response)).status, "outcome_unknown");
          }
        }
      },
    );

    verifies("actions.set", "sends nothing after a refused probe, and reports the refusal's code", async () => {
      const { provider } = fixture();
      const cases: readonly (readonly [number, ErrorCode])[] = [
        [403, "PROVIDER_FORBIDDEN"],
        [404, "RESOURCE_NOT_FOUND"],
        [429, "PROVIDER_RATE_LIMITED"],
        [500, "ACTION_NOT_DISPATCHED"],
      ];
      for (const [status, code] of cases) {
        const fault = { kind: "status", status, effect: false } as const;
        provider.faults.add({ match: { method: "GET", path: namesPath }, times: "always", fault });
        const before = requests().filter(({ method }) => method === "POST").length;
        const response = await execute("secrets.set", { ...devConfig, name: "PROBED", value: "v" });
        provider.faults.clear();
        assertProblem(response, code);
        assert.equal(requests().filter(({ method }) => method === "POST").length, before);
        assert.equal((await recordOf(response)).dispatchedAt, null);
      }
    });

    verifies("actions.paths", "calls only the seven paths in this entire suite", async () => {
      const connected = await connection();
      for (const action of everyAction) {
        const whole = { ...devConfig, name: "EVERY", value: "v" };
        const inputs: Record<string, object> = {
          "projects.list": {},
          "configs.list": { project: devConfig.project },
          "secrets.names.list": devConfig,
          "secrets.set": whole,
        };
        const input = inputs[action] ?? { ...devConfig, name: "EVERY" };
        const response = await connected.execute(action, input, { idempotencyKey: uniqueName("every") });
        assert.ok([200, 404].includes(response.status), response.text);
      }
      await connected.caller.delete(connected.path);
      shared = undefined;
      const called = new Set(requests().map(({ method, path }) => `${method} ${path}`));
      assert.deepEqual(
        [...called].sort(),
        [
          `DELETE ${secretPath}`,
          `GET ${secretPath}`,
          `GET ${secretsPath}/names`,
          "GET /v3/configs",
          "GET /v3/me",
          "GET /v3/projects",
          `POST ${secretsPath}`,
        ].sort(),
      );
      for (const { query, headerNames, method } of requests()) {
        assert.ok(!/dp\.|token/i.test(query), "a token in a query");
        assert.ok(headerNames.includes("authorization") && !headerNames.includes("cookie"), method);
      }
    });
  },
  { env: { SVC_CALL_TIMEOUT_MS: "5000" } },
);
