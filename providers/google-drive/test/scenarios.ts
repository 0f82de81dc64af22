/** Scenarios: another writer changes files and permissions, directly in the simulated Drive's state. */
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import { app, type DriveWorld, type StoredFile, type StoredPermission } from "../simulator/index.ts";

type Changes = { fileId: string; parentId?: string } & Partial<Pick<StoredFile, "name" | "description" | "starred">>;
type Grant = { fileId: string; type: string; role: string; emailAddress?: string; domain?: string };
type Removal = { fileId: string; permissionId: string };

const nothing = {
  sets_same: null,
  sets_another: null,
  deletes: null,
  edits_marker_out: null,
  creates_without_marker: null,
};

/** The scenarios for the changing actions. Ids generated so far belong to others. */
export function scenariosOf(world: DriveWorld): Readonly<Record<string, EvidenceScenario>> {
  const others = new Set(world.generated);
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  const ours = () => world.files.values().findLast(({ id }) => !others.has(id) && world.generated.has(id));
  const editOurs = (changes: Partial<StoredFile>) => {
    const file = ours();
    if (file !== undefined) change((nowMs) => world.edit(file.id, changes, nowMs));
  };
  const creation: EvidenceScenario = {
    holds: () => ours() !== undefined,
    // The newest id is this execution's; an earlier one may also have left a file.
    shows() {
      const id = [...world.generated].findLast((generated) => !others.has(generated));
      return id !== undefined && world.files.has(id);
    },
    interfere: {
      ...nothing,
      sets_another: () => editOurs({ name: "Another name", trashed: true }),
      deletes() {
        const file = ours();
        if (file !== undefined) change(() => world.files.delete(file.id));
      },
      creates_without_marker(input) {
        const { name = "Notes.txt" } = input as { name?: string };
        change((nowMs) => others.add(world.addFile({ name, mimeType: "text/plain", apps: [app.clientId] }, nowMs).id));
      },
    },
  };
  const granted = ({ fileId, type, emailAddress, domain }: Grant) =>
    world.permissions
      .in(fileId)
      .values()
      .find((one) => one.type === type && one.emailAddress === emailAddress && one.domain === domain);
  const grant = ({ fileId, type, role, emailAddress, domain }: Grant) => {
    const who = {
      ...(emailAddress === undefined ? {} : { emailAddress }),
      ...(domain === undefined ? {} : { domain }),
    };
    change(() => world.share(fileId, { type, role, ...who }));
  };
  const asAsked = ({ parentId, ...changes }: Changes): Partial<StoredFile> => {
    const { fileId: _, ...fields } = changes;
    return parentId === undefined ? fields : { ...fields, parentId: world.resolve(parentId) };
  };
  const removed: StoredPermission = {
    id: "reader-permission",
    type: "user",
    role: "reader",
    emailAddress: "robin@example.com",
  };
  return {
    "folders.create": creation,
    "files.create": creation,
    "files.copy": creation,
    "documents.create": {
      ...creation,
      interfere: { ...creation.interfere, edits_marker_out: () => editOurs({ appProperties: {} }) },
    },
    "files.update": {
      holds(input) {
        const file = world.files.get((input as Changes).fileId);
        const asked = Object.entries(asAsked(input as Changes));
        return file !== undefined && asked.every(([name, value]) => file[name as keyof StoredFile] === value);
      },
      interfere: {
        ...nothing,
        sets_same: (input) =>
          change((nowMs) => world.edit((input as Changes).fileId, asAsked(input as Changes), nowMs)),
        sets_another(input) {
          const { fileId } = input as Changes;
          const another = { name: "Another name", parentId: "archive-folder", starred: false, trashed: false };
          change((nowMs) => world.edit(fileId, another, nowMs));
        },
        deletes: (input) => change(() => world.files.delete((input as Changes).fileId)),
      },
    },
    "permissions.create": {
      holds: (input) => granted(input as Grant)?.role === (input as Grant).role,
      interfere: {
        ...nothing,
        sets_same: (input) => grant(input as Grant),
        sets_another: (input) => grant({ ...(input as Grant), role: "organizer" }),
        deletes(input) {
          const found = granted(input as Grant);
          if (found !== undefined) change(() => world.permissions.in((input as Grant).fileId).delete(found.id));
        },
      },
    },
    "permissions.delete": {
      holds: (input) => !world.permissions.in((input as Removal).fileId).has((input as Removal).permissionId),
      interfere: {
        ...nothing,
        sets_same: (input) => change(() => world.permissions.in((input as Removal).fileId).delete(removed.id)),
        sets_another: (input) => change(() => world.permissions.in((input as Removal).fileId).put(removed)),
        deletes: (input) => change(() => world.files.delete((input as Removal).fileId)),
      },
    },
  };
}
