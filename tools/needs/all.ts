/** Everything that a command may need, by the name that the table of suites uses. */
import { canaille } from "../real-servers/canaille.ts";
import { moto } from "../real-servers/moto.ts";
import { pinnedOpenBao } from "../real-servers/openbao.ts";
import { runc, umoci } from "./containers.ts";
import { described } from "./described.ts";
import { helm } from "./helm.ts";
import { judge } from "./judges.ts";
import { kubernetesValidate } from "./kubernetes.ts";
import { go, goGenerators, java, javaPackages, maven, pythonGenerators } from "./languages.ts";
import { fastmcp, mcpGoServer } from "./mcp.ts";
import type { Need } from "./need.ts";
import { chromium, faketime, spin } from "./programs.ts";
import { caddy, envoy, haproxy, nginx, traefik } from "./proxies.ts";
import { pip, python } from "./python.ts";
import { pythonBuild, pythonJudge } from "./python-tools.ts";

/** By name. */
export const needs = {
  chromium,
  spin,
  faketime,
  nginx,
  haproxy,
  caddy,
  runc,
  umoci,
  python,
  pip,
  envoy,
  traefik,
  kubernetesValidate,
  moto,
  canaille,
  openBao: pinnedOpenBao(),
  botocore: described("botocore"),
  googleDescriptions: described("google-api-python-client"),
  java,
  maven,
  go,
  helm,
  pythonGenerators,
  goGenerators,
  javaPackages,
  vendors: judge("vendors"),
  pages: judge("pages"),
  checks: judge("checks"),
  registry: judge("registry"),
  pythonBuild,
  mypy: pythonJudge("mypy"),
  pypiserver: pythonJudge("pypiserver"),
  twine: pythonJudge("twine"),
  languages: judge("languages"),
  mcp: judge("mcp"),
  fastmcp,
  mcpGoServer,
} as const satisfies Readonly<Record<string, Need>>;

/** A name in that table. */
export type NeedName = keyof typeof needs;
