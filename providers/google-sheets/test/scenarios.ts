/** Scenarios: another writer changes values and sheets, directly in the simulated Sheets' state. */
import type { Marker } from "@svc/provider-kit";
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { StoredSheet, SheetsWorld } from "../simulator/index.ts";
import { cellFrom, valuesIn, written } from "../simulator/cells.ts";
import { parseRange } from "../simulator/ranges.ts";

type Place = { spreadsheetId: string; range: string };
type Write = Place & { values: (string | number | boolean)[][]; valueInput: "raw" | "user_entered" };
type Changes = { spreadsheetId: string; sheetId: number } & Partial<Pick<StoredSheet, "title" | "hidden">>;

const nothing = {
  sets_same: null,
  sets_another: null,
  deletes: null,
  edits_marker_out: null,
  creates_without_marker: null,
};

/** The scenarios for the changing actions with evidence. */
export function scenariosOf(world: SheetsWorld): Readonly<Record<string, EvidenceScenario>> {
  const change = (make: () => void) => world.change(Date.now(), make);
  const areaOf = ({ spreadsheetId, range }: Place) => parseRange(range, world.sheetsOf(spreadsheetId));
  const markersIn = (input: unknown) => world.metadata.in((input as Place).spreadsheetId);
  const hasMarker = (input: unknown) =>
    markersIn(input)
      .values()
      .some(({ metadataKey }) => metadataKey === "svc");
  const removeMarkers = (input: unknown) =>
    change(() => {
      for (const { metadataId, metadataKey } of markersIn(input).values()) {
        if (metadataKey === "svc") markersIn(input).delete(metadataId);
      }
    });
  const put = (place: Place, rows: Write["values"], option: string) =>
    change(() => {
      const { sheet, top, left } = areaOf(place);
      const cells = written(
        sheet.cells,
        top,
        left,
        rows.map((row) => row.map((value) => cellFrom(value, option))),
      );
      world.sheets.in(place.spreadsheetId).update(sheet.sheetId, { cells });
    });
  const optionOf = ({ valueInput }: Write) => valueInput.toUpperCase();
  const removeSheet = (input: unknown, sheetId: number) =>
    change(() => world.deleteSheet((input as Place).spreadsheetId, sheetId));
  const append = (input: unknown) =>
    change(() => {
      const { spreadsheetId } = input as Place;
      const sheet = world.sheets.in(spreadsheetId).find(0);
      const cells = written(sheet.cells, sheet.cells.length, 0, [[{ value: "May" }, { value: 18 }]]);
      world.sheets.in(spreadsheetId).update(0, { cells });
    });
  const added = (input: unknown) =>
    world.sheetsOf((input as Place).spreadsheetId).find(({ title }) => title === "Ideas");
  // This execution's own, not an earlier one's.
  const marked = {
    holds: hasMarker,
    shows: (input: unknown, { base64url }: Marker) =>
      world.metadata
        .in((input as Place).spreadsheetId)
        .values()
        .some(({ metadataValue }) => metadataValue === base64url),
  };
  return {
    "values.update": {
      holds(input) {
        const asked = input as Write;
        const title = asked.range.split("!")[0];
        if (!world.sheetsOf(asked.spreadsheetId).some((sheet) => sheet.title === title)) return false;
        const now = valuesIn(areaOf(asked), "FORMULA");
        return asked.values.every((row, at) => row.every((value, column) => now[at]?.[column] === value));
      },
      interfere: {
        ...nothing,
        sets_same: (input) => put(input as Write, (input as Write).values, optionOf(input as Write)),
        sets_another: (input) => put(input as Write, [["Another"]], "RAW"),
        deletes: (input) => removeSheet(input, areaOf(input as Write).sheet.sheetId),
      },
    },
    "values.clear": {
      holds: (input) => valuesIn(areaOf(input as Place), "FORMULA").length === 0,
      interfere: {
        ...nothing,
        sets_same: (input) =>
          put(
            input as Place,
            [
              ["", ""],
              ["", ""],
              ["", ""],
            ],
            "RAW",
          ),
        sets_another: (input) => put(input as Place, [["Another"]], "RAW"),
      },
    },
    "rows.append": {
      ...marked,
      interfere: {
        ...nothing,
        sets_another: (input) => put({ ...(input as Place), range: "Months!A4:B9" }, [["Another"]], "RAW"),
        deletes: (input) => removeSheet(input, 0),
        edits_marker_out: removeMarkers,
        creates_without_marker: append,
      },
    },
    "sheets.add": {
      ...marked,
      interfere: {
        ...nothing,
        sets_another(input) {
          const sheet = added(input);
          const { spreadsheetId } = input as Place;
          if (sheet !== undefined)
            change(() => world.sheets.in(spreadsheetId).update(sheet.sheetId, { title: "Others" }));
        },
        deletes(input) {
          const sheet = added(input);
          if (sheet !== undefined) removeSheet(input, sheet.sheetId);
        },
        edits_marker_out: removeMarkers,
      },
    },
    "sheets.update": {
      holds(input) {
        const { spreadsheetId, sheetId, title, hidden } = input as Changes;
        const sheet = world.sheets.in(spreadsheetId).get(sheetId);
        return sheet?.title === title && sheet?.hidden === hidden;
      },
      interfere: {
        ...nothing,
        sets_same(input) {
          const { spreadsheetId, sheetId, ...changes } = input as Changes;
          change(() => world.sheets.in(spreadsheetId).update(sheetId, changes));
        },
        sets_another(input) {
          const { spreadsheetId, sheetId } = input as Changes;
          change(() => world.sheets.in(spreadsheetId).update(sheetId, { title: "Another" }));
        },
        deletes: (input) => removeSheet(input, (input as Changes).sheetId),
      },
    },
  };
}
