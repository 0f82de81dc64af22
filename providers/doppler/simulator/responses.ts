/** The bodies of the provider's responses, in the live format or, by a switch, as documented. */
import { uuidOf } from "@svc/simulator";
import { isUserToken, maySee } from "./access.ts";
import type { Caller } from "./access.ts";
import type { Config, Project, Secret } from "./model.ts";
import { resolveSecret } from "./references.ts";
import type { Switches } from "./switches.ts";
import { tokenPrefixes } from "./tokens.ts";
import type { DopplerWorld } from "./world.ts";

/** Any JSON object. */
export type Body = Record<string, unknown>;

/** Adds the `success` field that live answers have and most published examples omit. */
export function success(body: Body, switches: Switches): Body {
  return switches.minimalDocsShape ? body : { ...body, success: true };
}

/** `GET /v3/me`. */
export function meBody(caller: Caller, switches: Switches): Body {
  const { token, workplace } = caller;
  const types: Record<typeof token.kind, string> = {
    service_token: "service_token",
    service_account: switches.meTypeServiceAccount,
    service_account_identity: "service_account_identity",
    personal: "personal",
    cli: "cli",
    scim: "scim",
    audit: "audit",
  };
  const principal =
    token.kind === "service_account" ? { principal: { type: "service_account", slug: `sa-${token.slug}` } } : {};
  return success(
    {
      slug: token.slug,
      name: `${token.name} token`,
      type: types[token.kind],
      token_preview: `${tokenPrefixes[token.kind].slice(0, -1)}...${token.value.slice(-6)}`,
      created_at: "2026-02-03T09:15:27.120Z",
      last_seen_at: isoOrNull(token.lastSeenAtMs),
      workplace: workplace.facts,
      ...(switches.minimalDocsShape ? {} : principal),
    },
    switches,
  );
}

/** One project in a list: id, slug and name are all its name. */
export function projectBody(project: Project): Body {
  const { name, description } = project;
  return { id: name, slug: name, name, description, created_at: isoOrNull(project.createdAtMs) };
}

/** One config in a list: 13 fields live, 8 as documented. */
export function configBody(config: Config, { workplace }: Caller, world: DopplerWorld): Body {
  const { name, root, locked, environment, project, inherits } = config;
  const fetched = world.fetched.get(`${project}/${name}`);
  const times = {
    initial_fetch_at: isoOrNull(fetched?.firstMs ?? null),
    last_fetch_at: isoOrNull(fetched?.lastMs ?? null),
    created_at: isoOrNull(config.createdAtMs),
  };
  const documented = { name, root, locked, environment, project, ...times };
  if (world.switches.minimalDocsShape) return documented;
  const inheritedBy = workplace.projects
    .keys()
    .flatMap((other) => workplace.configs(other).values())
    .filter((other) => other.inherits.some((from) => from.project === project && from.config === name))
    .map((other) => ({ project: other.project, config: other.name }));
  const [inheritable, inheriting] = [inheritedBy.length > 0, inherits.length > 0];
  return { ...documented, slug: uuidOf(`${project}/${name}`), inheritable, inheriting, inherits, inheritedBy };
}

/** The `value` of one secret for this caller: nulls if it's restricted and the token belongs to a person. */
export function valueBody(secret: Secret, name: string, config: Config, caller: Caller, switches: Switches): Body {
  const mayReach = (other: Config): boolean => maySee(caller, other);
  const resolved = resolveSecret(secret, { workplace: caller.workplace, config, mayReach });
  const isHidden = (visibility: string): boolean => isUserToken(caller.token) && visibility === "restricted";
  const note = caller.workplace.projects.get(config.project)?.notes[name] ?? "";
  const documented = {
    raw: isHidden(secret.visibility) ? null : secret.raw,
    computed: isHidden(resolved.visibility) ? null : resolved.computed,
    note,
  };
  if (switches.minimalDocsShape) return documented;
  return {
    ...documented,
    rawVisibility: secret.visibility,
    computedVisibility: resolved.visibility,
    rawValueType: { type: "string" },
    computedValueType: { type: "string" },
  };
}

/** The `value` of a missing secret. It may have a note, which belongs to the project. */
export function absentValueBody(name: string, config: Config, caller: Caller, switches: Switches): Body {
  if (switches.missingSecretShape === "legacyShape") return { raw: null, computed: null };
  const note = caller.workplace.projects.get(config.project)?.notes[name] ?? null;
  const documented = { raw: null, computed: null, note };
  if (switches.minimalDocsShape) return documented;
  const undocumented = { rawVisibility: null, computedVisibility: null, rawValueType: null, computedValueType: null };
  return { ...documented, ...undocumented };
}

/** Every secret of a config with its value: the response to any POST. */
export function secretMapBody(config: Config, caller: Caller, world: DopplerWorld): Body {
  const secrets: Body = {};
  for (const [name, secret] of caller.workplace.served(config)) {
    if (secret.dynamic !== true) secrets[name] = valueBody(secret, name, config, caller, world.switches);
  }
  const filler = `canary-padding-${"x".repeat(1009)}`;
  for (let bytes = 0; bytes < world.switches.inflateResponseBytes; bytes += filler.length) {
    secrets[`CANARY_PADDING_${Math.floor(bytes / filler.length)}`] = { raw: filler, computed: filler, note: "" };
  }
  return success({ secrets }, world.switches);
}

function isoOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
