/** What the simulated workspace stores. */

/** An item of rich text, as it was sent. */
export interface RichText {
  readonly text: { readonly content: string };
}

/** A page's property values by name, each in the form in which it was sent. */
export type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Where something is. */
export type Parent =
  | { readonly type: "workspace"; readonly workspace: true }
  | { readonly type: "page_id"; readonly page_id: string }
  | { readonly type: "data_source_id"; readonly data_source_id: string; readonly database_id: string };

/** A page. */
export interface StoredPage {
  readonly id: string;
  readonly parent: Parent;
  readonly values: Values;
  readonly inTrash: boolean;
  readonly createdMs: number;
  readonly editedMs: number;
}

/** A block of a page or of a block. */
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

/** A data source: the types of its properties, by name. */
export interface StoredDataSource {
  readonly id: string;
  readonly databaseId: string;
  readonly title: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** A comment. */
export interface StoredComment {
  readonly id: string;
  readonly parentId: string;
  readonly discussionId: string;
  readonly text: readonly RichText[];
  readonly createdMs: number;
}

/** A member or a bot. */
export interface StoredUser {
  readonly id: string;
  readonly name: string;
  readonly type: "person" | "bot";
  readonly email?: string;
}

/** Rich text of one item. */
export function richText(content: string): RichText[] {
  return content === "" ? [] : [{ text: { content } }];
}

/** The text of rich text. */
export function plain(items: unknown): string {
  return Array.isArray(items) ? items.map((item) => String(Object(Object(item).text).content ?? "")).join("") : "";
}
