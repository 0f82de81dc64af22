/** Sends each of the bench's provider requests once to the simulator, and records the responses' bytes. */
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import { devConfig, secretName } from "./secret.ts";
import { recordingKey, type Recording } from "./upstream.ts";

/** The recording, and the credential that the provider accepts. */
export interface Recorded {
  readonly recording: Recording;
  readonly credential: string;
}

/** Headers that belong to one connection, or that the recording sets itself. */
const ownHeaders = new Set(["connection", "keep-alive", "transfer-encoding", "content-length"]);

/** @throws Error if the simulator refuses a request. */
export async function recordProvider(): Promise<Recorded> {
  const simulator = await startDopplerSimulator();
  try {
    const credential = simulator.tokens.serviceAccount;
    const address = new URLSearchParams(devConfig).toString();
    const change = { ...devConfig, change_requests: [{ name: secretName, originalName: null, value: "recorded" }] };
    const requests: readonly (readonly [method: string, target: string, body?: string])[] = [
      ["GET", "/v3/me"],
      ["POST", "/v3/configs/config/secrets", JSON.stringify(change)],
      ["GET", `/v3/configs/config/secrets/names?${address}&include_dynamic_secrets=false`],
      ["GET", `/v3/configs/config/secret?${address}&name=${secretName}`],
    ];
    const recording: Record<string, string> = {};
    for (const [method, target, body] of requests) {
      const headers = {
        authorization: `Bearer ${credential}`,
        accept: "application/json",
        "content-type": "application/json",
      };
      const response = await fetch(`${simulator.url}${target}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      if (response.status !== 200)
        throw new Error(`The simulator answered ${method} ${target} with ${response.status}.`);
      const kept = [...response.headers].filter(([name]) => !ownHeaders.has(name));
      const lines = [...kept, ["content-length", String(Buffer.byteLength(text))]].map((header) => header.join(": "));
      recording[recordingKey(method, target)] = ["HTTP/1.1 200 OK", ...lines, "", text].join("\r\n");
    }
    return { recording, credential };
  } finally {
    await simulator.close();
  }
}
