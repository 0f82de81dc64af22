/** The entities of the simulated workspace. They refer to others by id. */

/** The dates of every entity, in ISO 8601. */
export interface Dated {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface StoredTeam extends Dated {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
}

/** A workflow state. */
export interface StoredState extends Dated {
  readonly name: string;
  readonly type: string;
  readonly color: string;
  readonly position: number;
  readonly teamId: string;
}

export interface StoredLabel extends Dated {
  readonly name: string;
  readonly color: string;
  readonly teamId: string | null;
}

/** A member of the workspace. */
export interface StoredUser extends Dated {
  readonly name: string;
  readonly displayName: string;
  readonly email: string;
  readonly active: boolean;
  readonly admin: boolean;
}

export interface StoredProject extends Dated {
  readonly name: string;
  readonly description: string;
  readonly state: string;
  readonly targetDate: string | null;
  readonly leadId: string | null;
}

export interface StoredIssue extends Dated {
  readonly number: number;
  readonly title: string;
  readonly description: string | null;
  readonly priority: number;
  readonly dueDate: string | null;
  readonly archivedAt: string | null;
  readonly teamId: string;
  readonly stateId: string;
  readonly assigneeId: string | null;
  readonly creatorId: string | null;
  readonly projectId: string | null;
  readonly parentId: string | null;
  readonly labelIds: readonly string[];
}

export interface StoredComment extends Dated {
  readonly body: string;
  readonly issueId: string;
  readonly userId: string;
  readonly parentId: string | null;
}

/** A link on an issue. */
export interface StoredAttachment extends Dated {
  readonly title: string;
  readonly subtitle: string | null;
  readonly url: string;
  readonly issueId: string;
}
