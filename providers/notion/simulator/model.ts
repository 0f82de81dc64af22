/** The entities of the simulated workspace. */

/** An item of rich text, in the form in which it was sent. */
export interface RichText {
  readonly text: { readonly content: string };
}

/** A page's property values by name, in the form in which they were sent. */
export type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The parent of a page. */
export type Parent =
  | { readonly type: "workspace"; readonly workspace: true }
  | { readonly type: "page_id"; readonly page_id: string }
  | { readonly type: "data_source_id"; readonly data_source_id: string; readonly database_id: string };

export interface StoredPage {
  readonly id: string;
  readonly parent: Parent;
  readonly values: Values;
  readonly inTrash: boolean;
  readonly createdMs: number;
  readonly editedMs: number;
}

/** A child block of a page or block. */
export interface StoredBlock {
  readonly id: string;
  readonly parentId: string;
  readonly type: string;
  readonly text: readonly RichText[];
}

/** A database with one data source. */
export interface StoredDatabase {
  readonly id: string;
  readonly title: string;
}

/** A data source, with the types of its properties by name. */
export interface StoredDataSource {
  readonly id: string;
  readonly databaseId: string;
  readonly title: string;
  readonly properties: Readonly<Record<string, string>>;
}

export interface StoredComment {
  readonly id: string;
  readonly parentId: string;
  readonly discussionId: string;
  readonly text: readonly RichText[];
  readonly createdMs: number;
}

/** A member or bot of the workspace. */
export interface StoredUser {
  readonly id: string;
  readonly name: string;
  readonly type: "person" | "bot";
  readonly email?: string;
}

/** Builds rich text with one item. */
export function richText(content: string): RichText[] {
  return content === "" ? [] : [{ text: { content } }];
}

/** Returns the plain text of rich text. */
export function plain(items: unknown): string {
  return Array.isArray(items) ? items.map((item) => String(Object(Object(item).text).content ?? "")).join("") : "";
}
