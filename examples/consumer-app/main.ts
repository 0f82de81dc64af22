/** Starts Harbor for a running svc server. All settings are environment variables. */
import { createApp } from "./src/app.ts";

const { env } = process;

function required(name: string): string {
  const value = env[name];
  if (value !== undefined && value !== "") return value;
  console.error(`Set ${name}. README.md describes it.`);
  process.exit(1);
}

const origin = new URL(required("HARBOR_ORIGIN")).origin;
const app = createApp({
  origin,
  serviceUrl: required("SVC_API_URL"),
  serviceKey: required("SVC_TOKEN"),
  approvalsKey: required("HARBOR_APPROVALS_TOKEN"),
  webhookSecret: env["HARBOR_WEBHOOK_SECRET"] ?? "",
  completion: env["HARBOR_COMPLETION"] === "automatic" ? "automatic" : "confirmed",
  recordsFile: env["HARBOR_RECORDS"] ?? "harbor.sqlite",
  ...(env["SVC_CONNECT_URL"] === undefined ? {} : { connectUrl: env["SVC_CONNECT_URL"] }),
});
const port = Number(env["PORT"] ?? 3000);
app.listen(port, () => console.log(`Harbor listens on port ${port}, for ${origin}.`));
