/** Operations of the admin API on the deployment as a whole. */
import { Type } from "typebox";
import { ActionId, idField, jsonObject, NextCursor, Slug, textOrNull } from "../fields.ts";
import { idPrefixes } from "../ids.ts";
import { pageQuery } from "../operations/operation.ts";
import { adminOperation, closed, serviceClientRef } from "./admin-operation.ts";

const common = { tag: "Deployment", role: "viewer", errors: [] } as const;
const count = (description: string) => Type.Integer({ description });
const ofChain = Type.Object({ serviceClient: Type.Optional(serviceClientRef) }, closed);

/** Operations on the deployment as a whole. */
export const deploymentOperations = {
  listDeployedProviders: adminOperation({
    ...common,
    id: "listDeployedProviders",
    method: "GET",
    path: "/admin/v1/providers",
    summary: "List the server's providers",
    description: "Returns the providers of this server by slug, with where each comes from.",
    query: Type.Object(pageQuery, closed),
    success: {
      status: 200,
      description: "One page.",
      schema: Type.Object(
        {
          providers: Type.Array(
            Type.Object(
              {
                slug: Slug,
                from: Type.String({ maxLength: 4096, description: "`the box`, or the package and its folder." }),
                version: textOrNull(100, "The package's version; null for those in the box."),
                digest: textOrNull(100, "The digest of the package's files; null for those in the box."),
                actions: count("The number of its actions."),
                actionIds: Type.Array(ActionId, { description: "Their IDs." }),
                takesApp: Type.Boolean({ description: "Whether users can connect to it with an OAuth app." }),
                hasEvents: Type.Boolean({ description: "Whether it sends events to an OAuth app." }),
                hosts: Type.Array(Type.String({ maxLength: 512 }), { description: "The hosts that svc calls for it." }),
              },
              { title: "DeployedProvider", description: "A provider of this server.", ...closed },
            ),
            { description: "By slug." },
          ),
          nextCursor: NextCursor,
        },
        { title: "DeployedProviders", description: "One page of the providers of this server.", ...closed },
      ),
    },
  }),
  disconnectConnections: adminOperation({
    ...common,
    id: "disconnectConnections",
    method: "POST",
    path: "/admin/v1/connections:disconnect",
    summary: "Disconnect many connections",
    description: "Destroys the stored credentials of all connections that match every given filter. Give at least one.",
    role: "admin",
    body: Type.Object(
      {
        tenant_id: Type.Optional(idField(idPrefixes.tenant, "Connections of this tenant.")),
        provider: Type.Optional(Slug),
        serviceClient: Type.Optional(serviceClientRef),
      },
      { title: "DisconnectConnections", description: "Which connections.", minProperties: 1, ...closed },
    ),
    success: {
      status: 200,
      description: "How many there were.",
      schema: Type.Object(
        { disconnected: count("The number of connections that were disconnected.") },
        { title: "DisconnectedConnections", description: "The number of connections.", ...closed },
      ),
    },
    errors: ["NOT_FOUND"],
  }),
  getVaultStatus: adminOperation({
    ...common,
    id: "getVaultStatus",
    method: "GET",
    path: "/admin/v1/vault",
    summary: "Show the vault's status",
    description: "Returns which keys seal what. It counts everything that is sealed, so it takes a while.",
    success: { status: 200, description: "The status.", schema: jsonObject("The keys, and what each seals.") },
  }),
  rotateVault: adminOperation({
    ...common,
    id: "rotateVault",
    method: "POST",
    path: "/admin/v1/vault:rotate",
    summary: "Rotate the vault's keys",
    description:
      "Seals every key with the first key of this server's keyring, while servers run. If the response is lost, send it again: it continues.",
    role: "admin",
    success: {
      status: 200,
      description: "What was sealed again.",
      schema: Type.Object(
        {
          sealingKeyId: Type.String({ maxLength: 256, description: "The key that seals now." }),
          tenantKeys: count("Keys of tenants."),
          hashingKeys: count("Hashing keys."),
          oauthApps: count("Secrets of OAuth apps."),
          remaining: count("What another key still seals."),
        },
        { title: "VaultRotation", description: "What was sealed again.", ...closed },
      ),
    },
  }),
  getFailoverStatus: adminOperation({
    ...common,
    id: "getFailoverStatus",
    method: "GET",
    path: "/admin/v1/failover",
    summary: "Show the failover status",
    description: "Returns whether writes are stopped because the database may have lost some, and why.",
    success: { status: 200, description: "The status.", schema: jsonObject("The state of the database.") },
  }),
  verifyAuditTrail: adminOperation({
    ...common,
    id: "verifyAuditTrail",
    method: "GET",
    path: "/admin/v1/audit-verification",
    summary: "Verify the audit trail",
    description:
      "Verifies every chain of events, or that of one service client. It reads them all, so it takes a while.",
    query: ofChain,
    success: {
      status: 200,
      description: "Whether they verify.",
      schema: Type.Object(
        {
          ok: Type.Boolean({ description: "Whether every chain verifies." }),
          chains: Type.Array(jsonObject("A chain."), { description: "Every chain, with its first bad event if any." }),
        },
        { title: "AuditVerification", description: "Whether the chains verify.", ...closed },
      ),
    },
    errors: ["NOT_FOUND"],
  }),
} as const;
