/** The types of svc's own actions. Generated from the providers' schemas by tools/generate; do not edit. */
export interface BuiltInActions {
  /** List configs. Lists the configs of a project: the second levels of its parameter names. With `environment`, lists only that config. svc reads at most 1,000 parameters and paginates the result itself. */
  "aws-parameter-store/configs.list": {
    effect: "read";
    input: {
      /** First level of the parameter names, such as app in /app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Lists only this config. */
      environment?: string;
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The configs on this page, in no guaranteed order. */
      configs: {
        /** The name that other actions take as `config`. */
        name: string;
        /** The config's project. */
        project: string;
        /** Slug of the environment. */
        environment: string;
        /** Whether it is the environment's root config, which its branches inherit from. */
        root: boolean;
        /** Whether it can't be renamed or deleted; says nothing about its secrets. */
        locked: boolean;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** List projects. Lists the projects: the first levels of the region's parameter names. svc reads at most 1,000 parameters and paginates the result itself. */
  "aws-parameter-store/projects.list": {
    effect: "read";
    input: {
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The projects on this page, in no guaranteed order. */
      projects: {
        /** The name that other actions take as `project`. */
        slug: string;
        /** Name of the project. */
        name: string;
        /** Description of the project; empty if it has none. */
        description: string;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** Delete a secret. Permanently deletes one parameter and its history. A missing name is a result (`already_absent`), not an error. */
  "aws-parameter-store/secrets.delete": {
    effect: "destructive";
    input: {
      /** First level of the parameter names, such as app in /app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Second level of the parameter names, such as prod in /app/prod/API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** First level of the parameter names, such as app in /app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Second level of the parameter names, such as prod in /app/prod/API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** Whether the secret existed. */
      result: "deleted" | "already_absent";
    };
  };
  /** Read a secret. Reads the decrypted value of one parameter. */
  "aws-parameter-store/secrets.get": {
    effect: "read";
    input: {
      /** First level of the parameter names, such as app in /app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Second level of the parameter names, such as prod in /app/prod/API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value with its references resolved; it may contain values of other secrets. */
      computed: string;
    };
  };
  /** List secret names. Lists the names of the parameters in a config, without their values. Parameters at deeper levels aren't listed. */
  "aws-parameter-store/secrets.names.list": {
    effect: "read";
    input: {
      /** First level of the parameter names, such as app in /app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Second level of the parameter names, such as prod in /app/prod/API_KEY: the `name` from configs.list. */
      config: string;
    };
    output: {
      /** The names, in no guaranteed order. */
      names: string[];
    };
  };
  /** Write a secret. Creates one encrypted parameter (SecureString), or writes a new version of it with the same KMS key. svc appends its marker to the description. If someone else creates the parameter at the same time, AWS refuses this write; if someone else updates it, the last write wins. */
  "aws-parameter-store/secrets.set": {
    effect: "write";
    input: {
      /** First level of the parameter names, such as app in /app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Second level of the parameter names, such as prod in /app/prod/API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value. It can't be empty or contain text in double braces. At most 4,096 bytes of UTF-8. */
      value: string;
    };
    output: {
      /** First level of the parameter names, such as app in /app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Second level of the parameter names, such as prod in /app/prod/API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The provider accepted the value. */
      saved: true;
    };
  };
  /** List configs. Lists the configs of a project: the second parts of its secret names. With `environment`, lists only that config. svc reads at most 2,000 secrets and paginates the result itself. The list can be up to five minutes old. */
  "aws-secrets-manager/configs.list": {
    effect: "read";
    input: {
      /** First part of the secret names, such as app in app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Lists only this config. */
      environment?: string;
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The configs on this page, in no guaranteed order. */
      configs: {
        /** The name that other actions take as `config`. */
        name: string;
        /** The config's project. */
        project: string;
        /** Slug of the environment. */
        environment: string;
        /** Whether it is the environment's root config, which its branches inherit from. */
        root: boolean;
        /** Whether it can't be renamed or deleted; says nothing about its secrets. */
        locked: boolean;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** List projects. Lists the projects: the first parts of the region's secret names. svc reads at most 2,000 secrets and paginates the result itself. The list can be up to five minutes old. */
  "aws-secrets-manager/projects.list": {
    effect: "read";
    input: {
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The projects on this page, in no guaranteed order. */
      projects: {
        /** The name that other actions take as `project`. */
        slug: string;
        /** Name of the project. */
        name: string;
        /** Description of the project; empty if it has none. */
        description: string;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** Delete a secret. Schedules one secret for deletion in seven days. From then on it can't be read. Until it's deleted, its name can't be reused, and you can restore it in AWS. A missing name is a result (`already_absent`), not an error. */
  "aws-secrets-manager/secrets.delete": {
    effect: "destructive";
    input: {
      /** First part of the secret names, such as app in app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Second part of the secret names, such as prod in app/prod/API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** First part of the secret names, such as app in app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Second part of the secret names, such as prod in app/prod/API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** Whether the secret existed. */
      result: "deleted" | "already_absent";
    };
  };
  /** Read a secret. Reads the value of one secret's current version. Binary secrets aren't supported. */
  "aws-secrets-manager/secrets.get": {
    effect: "read";
    input: {
      /** First part of the secret names, such as app in app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Second part of the secret names, such as prod in app/prod/API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value with its references resolved; it may contain values of other secrets. */
      computed: string;
    };
  };
  /** List secret names. Lists the names of the secrets in a config, without their values. Secrets scheduled for deletion aren't listed. The list can be up to five minutes old. */
  "aws-secrets-manager/secrets.names.list": {
    effect: "read";
    input: {
      /** First part of the secret names, such as app in app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Second part of the secret names, such as prod in app/prod/API_KEY: the `name` from configs.list. */
      config: string;
    };
    output: {
      /** The names, in no guaranteed order. */
      names: string[];
    };
  };
  /** Write a secret. Creates one secret, or writes a new version of it. If someone else creates the secret at the same time, AWS refuses this write; if someone else updates it, the last write wins. A secret scheduled for deletion can't be written. */
  "aws-secrets-manager/secrets.set": {
    effect: "write";
    input: {
      /** First part of the secret names, such as app in app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Second part of the secret names, such as prod in app/prod/API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value. It can't be empty. At most 65,536 bytes of UTF-8. */
      value: string;
    };
    output: {
      /** First part of the secret names, such as app in app/prod/API_KEY: the `slug` from projects.list. */
      project: string;
      /** Second part of the secret names, such as prod in app/prod/API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The provider accepted the value. */
      saved: true;
    };
  };
  /** List configs. Lists the configs of the vault: the parts of its secret names before two hyphens. With `environment`, lists only that config. svc reads at most 2,500 secrets and paginates the result itself. */
  "azure-key-vault/configs.list": {
    effect: "read";
    input: {
      /** Name of the connection's vault, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** Lists only this config. */
      environment?: string;
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The configs on this page, in no guaranteed order. */
      configs: {
        /** The name that other actions take as `config`. */
        name: string;
        /** The config's project. */
        project: string;
        /** Slug of the environment. */
        environment: string;
        /** Whether it is the environment's root config, which its branches inherit from. */
        root: boolean;
        /** Whether it can't be renamed or deleted; says nothing about its secrets. */
        locked: boolean;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** List projects. Lists the connection's vault, which is its only project. */
  "azure-key-vault/projects.list": {
    effect: "read";
    input: {
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The projects on this page, in no guaranteed order. */
      projects: {
        /** The name that other actions take as `project`. */
        slug: string;
        /** Name of the project. */
        name: string;
        /** Description of the project; empty if it has none. */
        description: string;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** Delete a secret. Deletes one secret with all its versions. The vault keeps them for 7 to 90 days. During that time, someone with permission can recover them, and the name can't be reused. A missing name is a result (`already_absent`), not an error. */
  "azure-key-vault/secrets.delete": {
    effect: "destructive";
    input: {
      /** Name of the connection's vault, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret names in the vault before two hyphens, such as prod in prod--API-KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. The config and the name together can have at most 125 characters. */
      name: string;
    };
    output: {
      /** Name of the connection's vault, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret names in the vault before two hyphens, such as prod in prod--API-KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. The config and the name together can have at most 125 characters. */
      name: string;
      /** Whether the secret existed. */
      result: "deleted" | "already_absent";
    };
  };
  /** Read a secret. Reads the value of one secret's newest version. A certificate's secret is refused. */
  "azure-key-vault/secrets.get": {
    effect: "read";
    input: {
      /** Name of the connection's vault, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret names in the vault before two hyphens, such as prod in prod--API-KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. The config and the name together can have at most 125 characters. */
      name: string;
    };
    output: {
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. The config and the name together can have at most 125 characters. */
      name: string;
      /** The value with its references resolved; it may contain values of other secrets. */
      computed: string;
    };
  };
  /** List secret names. Lists the names of the secrets in a config, without their values. Includes disabled secrets, but not those of certificates. svc reads at most 2,500 secrets of the vault. */
  "azure-key-vault/secrets.names.list": {
    effect: "read";
    input: {
      /** Name of the connection's vault, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret names in the vault before two hyphens, such as prod in prod--API-KEY: the `name` from configs.list. */
      config: string;
    };
    output: {
      /** The names, in no guaranteed order. */
      names: string[];
    };
  };
  /** Write a secret. Creates one secret, or writes a new version of it. The new version keeps the previous version's tags and content type and gets the tag `svc-marker`. If someone else writes the secret at the same time, the last write wins. The name of a deleted secret can't be reused until its retention period ends. */
  "azure-key-vault/secrets.set": {
    effect: "write";
    input: {
      /** Name of the connection's vault, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret names in the vault before two hyphens, such as prod in prod--API-KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. The config and the name together can have at most 125 characters. */
      name: string;
      /** The value. It can be empty. At most 25,000 bytes of UTF-8. */
      value: string;
    };
    output: {
      /** Name of the connection's vault, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret names in the vault before two hyphens, such as prod in prod--API-KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. The config and the name together can have at most 125 characters. */
      name: string;
      /** The provider accepted the value. */
      saved: true;
    };
  };
  /** List configs. Lists the configs in a project that the connection's token can see, one page at a time. A Service Token sees only its own config. Doppler returns no total count; the list ends with an empty page. */
  "doppler/configs.list": {
    effect: "read";
    input: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Slug of the environment, such as dev, stg or prd. */
      environment?: string;
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The configs on this page, in no guaranteed order. */
      configs: {
        /** The name that other actions take as `config`. */
        name: string;
        /** The config's project. */
        project: string;
        /** Slug of the environment. */
        environment: string;
        /** Whether it is the environment's root config, which its branches inherit from. */
        root: boolean;
        /** Whether it can't be renamed or deleted; says nothing about its secrets. */
        locked: boolean;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** List projects. Lists the projects that the connection's token can see, one page at a time. A Service Token sees at most its own project. Doppler returns no total count; the list ends with an empty page. */
  "doppler/projects.list": {
    effect: "read";
    input: {
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The projects on this page, in no guaranteed order. */
      projects: {
        /** The name that other actions take as `project`. */
        slug: string;
        /** Name of the project. */
        name: string;
        /** Description of the project; empty if it has none. */
        description: string;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** Delete a secret. Deletes one secret from a config. In a branch config, the value from the root config may become visible again. If Doppler has no such secret, the result is `already_absent`, not an error. A mistyped project or config usually gives the same result. */
  "doppler/secrets.delete": {
    effect: "destructive";
    input: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Name of the config in the project, such as dev or prd_eu (not its slug). */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Name of the config in the project, such as dev or prd_eu (not its slug). */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** Whether the secret existed. */
      result: "deleted" | "already_absent";
    };
  };
  /** Read a secret. Reads the value of one secret with its references resolved. `restricted` secrets can be read, too: Doppler hides them from people, not from service tokens. */
  "doppler/secrets.get": {
    effect: "read";
    input: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Name of the config in the project, such as dev or prd_eu (not its slug). */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value with its references resolved; it may contain values of other secrets. */
      computed: string;
    };
  };
  /** List secret names. Lists the names of all secrets in a config, without their values. Includes inherited secrets and Doppler's own (such as DOPPLER_PROJECT), but not dynamic secrets, because listing them could issue leases. */
  "doppler/secrets.names.list": {
    effect: "read";
    input: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Name of the config in the project, such as dev or prd_eu (not its slug). */
      config: string;
    };
    output: {
      /** The names, in no guaranteed order. */
      names: string[];
    };
  };
  /** Write a secret. Creates or replaces one secret in a config. If someone else writes the secret at the same time, the last write wins. In a root config, this changes what every branch inherits. The write may trigger deployments connected to the config. */
  "doppler/secrets.set": {
    effect: "write";
    input: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Name of the config in the project, such as dev or prd_eu (not its slug). */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value. It can be empty. Doppler resolves ${NAME} in it as a reference. At most 51,200 bytes of UTF-8. */
      value: string;
      /** Who can see the secret in Doppler; unchanged if omitted. `restricted` hides the value from people permanently. */
      visibility?: "masked" | "unmasked" | "restricted";
    };
    output: {
      /** Name of the project: the `slug` from projects.list. */
      project: string;
      /** Name of the config in the project, such as dev or prd_eu (not its slug). */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The provider accepted the value. */
      saved: true;
    };
  };
  /** Get a file or directory. Reads a path in a repository: a file with its content (up to 1 MB), the entries of a directory, the target of a symlink, or a submodule. A file of 1 to 100 MB is returned without its content. */
  "github/contents.get": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Path from the root of the repository, without a leading or trailing slash. The root by default. */
      path?: string;
      /** Name of a branch or tag, or a commit SHA. The default branch by default. */
      ref?: string;
      /** The `etag` from an earlier response. If the resource hasn't changed since, `notModified` is true and the read doesn't count against GitHub's rate limit. */
      etag?: string;
    };
    output: {
      /** Whether the resource hasn't changed since the given `etag`. If true, the resource is null. */
      notModified: boolean;
      /** The `etag` for the next read; null if GitHub returns none. */
      etag: string | null;
      /** The contents of the path; null if they haven't changed. */
      contents: {
        /** The kind of contents at the path. */
        type: "file" | "dir" | "symlink" | "submodule";
        /** Last part of the path; null for a directory. */
        name: string | null;
        /** Path from the root of the repository; null for the root. */
        path: string | null;
        /** SHA of the blob; for a submodule, of the commit. Null for a directory. */
        sha: string | null;
        /** Size in bytes; null for a directory. */
        size: number | null;
        /** URL on github.com; null if GitHub returns none. */
        htmlUrl: string | null;
        /** For a file: `utf-8` if `content` is text, `base64` if it isn't, `none` if the file is over 1 MB, so that GitHub returns no content here. Otherwise null. */
        encoding: ("utf-8" | "base64" | "none") | null;
        /** The file's content in the given `encoding`; null if there is none. */
        content: string | null;
        /** For a symlink: its target. GitHub returns a symlink to a file as that file. */
        target: string | null;
        /** For a submodule: the URL of its repository. */
        submoduleGitUrl: string | null;
        /** For a directory: its entries, at most 1,000. GitHub shows a submodule as a file of size 0. */
        entries: {
          /** file, dir, symlink or submodule. */
          type: string;
          /** Last part of the path. */
          name: string;
          /** Path from the root of the repository. */
          path: string;
          /** SHA of the blob or tree; for a submodule, of the commit. */
          sha: string;
          /** Size in bytes; 0 for a directory. */
          size: number;
          /** URL of the entry on github.com; null for a submodule hosted elsewhere. */
          htmlUrl: string | null;
        }[] | null;
        /** For a directory: whether it has so many entries that GitHub left some out. Otherwise null. */
        entriesIncomplete: boolean | null;
      } | null;
    };
  };
  /** Comment on an issue. Adds a comment to an issue or a pull request and notifies its subscribers. */
  "github/issues.comment": {
    effect: "write";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Number of the issue or pull request in the repository, as in its URL (not its `id`). */
      number: number;
      /** Text in GitHub's Markdown, at most 65,536 characters. */
      body: string;
    };
    output: {
      /** Id of the comment. */
      id: number;
      /** URL of the comment on github.com. */
      htmlUrl: string;
      user: {
        /** Id of the account. It doesn't change if the account is renamed. */
        id: number;
        /** Login of the account. */
        login: string;
        /** Kind of account, such as User, Organization or Bot. */
        type: string;
      } | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
    };
  };
  /** List the comments on an issue. Lists the comments on an issue or a pull request, oldest first, one page at a time. */
  "github/issues.comments.list": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Number of the issue or pull request in the repository, as in its URL (not its `id`). */
      number: number;
      /** Returns only entries updated at or after this time, such as 2026-03-10T09:00:00Z. */
      since?: string;
      /** Page of the list, from 1; `nextPage` of the previous page. */
      page?: number;
      /** Number of entries per page; 30 by default. */
      perPage?: number;
    };
    output: {
      /** The comments on this page. */
      comments: {
        /** Id of the comment. */
        id: number;
        /** URL of the comment on github.com. */
        htmlUrl: string;
        user: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** Its text in GitHub's Markdown. */
        body: string | null;
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `page` to get the next page; null on the last page. */
      nextPage: number | null;
    };
  };
  /** Create an issue. Creates an issue and notifies the repository's watchers. GitHub silently drops labels, assignees and a milestone that the user isn't allowed to set; the output shows what was set. */
  "github/issues.create": {
    effect: "write";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Title of the issue. */
      title: string;
      /** Text in GitHub's Markdown, at most 65,536 characters. */
      body?: string;
      /** Names of labels. GitHub silently drops them if the user has no push or triage access. */
      labels?: string[];
      /** Logins of up to 10 assignees. GitHub silently drops them if the user has no push access. */
      assignees?: string[];
      /** Number of the milestone. GitHub silently drops it if the user has no push access. */
      milestone?: number;
      /** Name of one of the organization's issue types. GitHub silently drops it if the user has no push access. */
      type?: string;
    };
    output: {
      /** Global id of the issue, also for a pull request. */
      id: number;
      /** Number in the repository: the `number` that other actions take. */
      number: number;
      /** Title. */
      title: string;
      /** State: open or closed. */
      state: string;
      /** Reason for the state, such as completed, not_planned or reopened. */
      stateReason: string | null;
      /** URL of the issue on github.com. */
      htmlUrl: string;
      /** Its labels. */
      labels: {
        /** Name of the label. */
        name: string;
        /** Color as six hexadecimal digits. */
        color: string | null;
        /** Description of the label. */
        description: string | null;
      }[];
      /** Its assignees. */
      assignees: {
        /** Id of the account. It doesn't change if the account is renamed. */
        id: number;
        /** Login of the account. */
        login: string;
        /** Kind of account, such as User, Organization or Bot. */
        type: string;
      }[];
      /** Its milestone; null if it has none. */
      milestone: {
        /** Number of the milestone. */
        number: number;
        /** Title of the milestone. */
        title: string;
        /** State: open or closed. */
        state: string;
        /** When it is due. ISO 8601, as returned by the provider. */
        dueOn: string | null;
      } | null;
      /** Its issue type (GitHub's `type.name`); null if it has none. */
      type: string | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
    };
  };
  /** Get an issue. Reads one issue with its text. A transferred issue is read in its new repository: compare `htmlUrl` and `number`. */
  "github/issues.get": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Number of the issue or pull request in the repository, as in its URL (not its `id`). */
      number: number;
      /** The `etag` from an earlier response. If the resource hasn't changed since, `notModified` is true and the read doesn't count against GitHub's rate limit. */
      etag?: string;
    };
    output: {
      /** Whether the resource hasn't changed since the given `etag`. If true, the resource is null. */
      notModified: boolean;
      /** The `etag` for the next read; null if GitHub returns none. */
      etag: string | null;
      /** The issue; null if it hasn't changed. */
      issue: {
        /** Global id of the issue, also for a pull request. */
        id: number;
        /** Number in the repository: the `number` that other actions take. */
        number: number;
        /** Title. */
        title: string;
        /** State: open or closed. */
        state: string;
        /** Reason for the state, such as completed, not_planned or reopened. */
        stateReason: string | null;
        /** URL of the issue on github.com. */
        htmlUrl: string;
        /** URL of its repository in GitHub's API. */
        repositoryUrl: string;
        user: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** Its labels. */
        labels: {
          /** Name of the label. */
          name: string;
          /** Color as six hexadecimal digits. */
          color: string | null;
          /** Description of the label. */
          description: string | null;
        }[];
        /** Its assignees. */
        assignees: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** Its milestone; null if it has none. */
        milestone: {
          /** Number of the milestone. */
          number: number;
          /** Title of the milestone. */
          title: string;
          /** State: open or closed. */
          state: string;
          /** When it is due. ISO 8601, as returned by the provider. */
          dueOn: string | null;
        } | null;
        /** Its issue type (GitHub's `type.name`); null if it has none. */
        type: string | null;
        /** Whether only collaborators can comment. */
        locked: boolean;
        /** Number of comments. */
        comments: number;
        /** Present if this is a pull request; null for an issue. */
        pullRequest: {
          /** URL of the pull request on github.com. */
          htmlUrl: string | null;
          /** When it was merged. ISO 8601, as returned by the provider. */
          mergedAt: string | null;
        } | null;
        /** Whether it is a draft pull request. */
        draft: boolean | null;
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** When it was closed. ISO 8601, as returned by the provider. */
        closedAt: string | null;
        /** Its text in GitHub's Markdown. */
        body: string | null;
        closedBy: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
      } | null;
    };
  };
  /** List issues. Lists the issues in a repository, one page at a time. GitHub considers every pull request an issue; its `pullRequest` isn't null. */
  "github/issues.list": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** The state; open by default. */
      state?: "open" | "closed" | "all";
      /** Names of labels. Returns only issues that have all of them. */
      labels?: string[];
      /** Login of an assignee; `*` for any, `none` for issues without one. */
      assignee?: string;
      /** Login of the author. */
      creator?: string;
      /** Login of a mentioned user. */
      mentioned?: string;
      /** Number of the milestone; `*` for any, `none` for issues without one. */
      milestone?: string;
      /** Returns only entries updated at or after this time, such as 2026-03-10T09:00:00Z. */
      since?: string;
      /** The sort key; created by default. */
      sort?: "created" | "updated" | "comments";
      /** The sort direction. */
      direction?: "asc" | "desc";
      /** Page of the list: a number from 1, or `nextPage` of the previous page. */
      page?: number | string;
      /** Number of entries per page; 30 by default. */
      perPage?: number;
    };
    output: {
      /** The issues on this page. */
      issues: {
        /** Global id of the issue, also for a pull request. */
        id: number;
        /** Number in the repository: the `number` that other actions take. */
        number: number;
        /** Title. */
        title: string;
        /** State: open or closed. */
        state: string;
        /** Reason for the state, such as completed, not_planned or reopened. */
        stateReason: string | null;
        /** URL of the issue on github.com. */
        htmlUrl: string;
        /** URL of its repository in GitHub's API. */
        repositoryUrl: string;
        user: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** Its labels. */
        labels: {
          /** Name of the label. */
          name: string;
          /** Color as six hexadecimal digits. */
          color: string | null;
          /** Description of the label. */
          description: string | null;
        }[];
        /** Its assignees. */
        assignees: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** Its milestone; null if it has none. */
        milestone: {
          /** Number of the milestone. */
          number: number;
          /** Title of the milestone. */
          title: string;
          /** State: open or closed. */
          state: string;
          /** When it is due. ISO 8601, as returned by the provider. */
          dueOn: string | null;
        } | null;
        /** Its issue type (GitHub's `type.name`); null if it has none. */
        type: string | null;
        /** Whether only collaborators can comment. */
        locked: boolean;
        /** Number of comments. */
        comments: number;
        /** Present if this is a pull request; null for an issue. */
        pullRequest: {
          /** URL of the pull request on github.com. */
          htmlUrl: string | null;
          /** When it was merged. ISO 8601, as returned by the provider. */
          mergedAt: string | null;
        } | null;
        /** Whether it is a draft pull request. */
        draft: boolean | null;
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** When it was closed. ISO 8601, as returned by the provider. */
        closedAt: string | null;
        /** Its text in GitHub's Markdown. */
        body: string | null;
        closedBy: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** A number or a cursor. Send it as `page` to get the next page; null on the last page. */
      nextPage: number | string | null;
    };
  };
  /** Update an issue. Updates the given fields of an issue or a pull request. `state` closes or reopens it. `labels` and `assignees` replace the current ones; an empty list clears them. GitHub silently drops fields that the user isn't allowed to set; the output shows what was set. */
  "github/issues.update": {
    effect: "write";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Number of the issue or pull request in the repository, as in its URL (not its `id`). */
      number: number;
      /** Title of the issue. */
      title?: string;
      /** Text in GitHub's Markdown, at most 65,536 characters. */
      body?: string;
      /** Whether to close or reopen it. */
      state?: "open" | "closed";
      /** The reason for the state change. GitHub ignores it if the state doesn't change. */
      stateReason?: "completed" | "not_planned" | "duplicate" | "reopened";
      /** Names of labels. GitHub silently drops them if the user has no push or triage access. */
      labels?: string[];
      /** Logins of up to 10 assignees. GitHub silently drops them if the user has no push access. */
      assignees?: string[];
      /** Number of the milestone; null removes the current one. */
      milestone?: number | null;
      /** Name of an issue type; null removes the current one. */
      type?: string | null;
    };
    output: {
      /** Global id of the issue, also for a pull request. */
      id: number;
      /** Number in the repository: the `number` that other actions take. */
      number: number;
      /** Title. */
      title: string;
      /** State: open or closed. */
      state: string;
      /** Reason for the state, such as completed, not_planned or reopened. */
      stateReason: string | null;
      /** URL of the issue on github.com. */
      htmlUrl: string;
      /** Its labels. */
      labels: {
        /** Name of the label. */
        name: string;
        /** Color as six hexadecimal digits. */
        color: string | null;
        /** Description of the label. */
        description: string | null;
      }[];
      /** Its assignees. */
      assignees: {
        /** Id of the account. It doesn't change if the account is renamed. */
        id: number;
        /** Login of the account. */
        login: string;
        /** Kind of account, such as User, Organization or Bot. */
        type: string;
      }[];
      /** Its milestone; null if it has none. */
      milestone: {
        /** Number of the milestone. */
        number: number;
        /** Title of the milestone. */
        title: string;
        /** State: open or closed. */
        state: string;
        /** When it is due. ISO 8601, as returned by the provider. */
        dueOn: string | null;
      } | null;
      /** Its issue type (GitHub's `type.name`); null if it has none. */
      type: string | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
    };
  };
  /** Get a pull request. Reads one pull request with its text, its branches, and whether it can be merged. */
  "github/pulls.get": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** Number of the issue or pull request in the repository, as in its URL (not its `id`). */
      number: number;
      /** The `etag` from an earlier response. If the resource hasn't changed since, `notModified` is true and the read doesn't count against GitHub's rate limit. */
      etag?: string;
    };
    output: {
      /** Whether the resource hasn't changed since the given `etag`. If true, the resource is null. */
      notModified: boolean;
      /** The `etag` for the next read; null if GitHub returns none. */
      etag: string | null;
      /** The pull request; null if it hasn't changed. */
      pull: {
        /** Global id of the pull request. */
        id: number;
        /** Number in the repository: the `number` that other actions take. */
        number: number;
        /** Title. */
        title: string;
        /** Its text in GitHub's Markdown. */
        body: string | null;
        /** State: open or closed. */
        state: string;
        /** Whether it is a draft. */
        draft: boolean | null;
        /** Whether only collaborators can comment. */
        locked: boolean;
        /** URL of the pull request on github.com. */
        htmlUrl: string;
        user: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** Its labels. */
        labels: {
          /** Name of the label. */
          name: string;
          /** Color as six hexadecimal digits. */
          color: string | null;
          /** Description of the label. */
          description: string | null;
        }[];
        /** Its assignees. */
        assignees: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** The requested reviewers. */
        requestedReviewers: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** Its milestone; null if it has none. */
        milestone: {
          /** Number of the milestone. */
          number: number;
          /** Title of the milestone. */
          title: string;
          /** State: open or closed. */
          state: string;
          /** When it is due. ISO 8601, as returned by the provider. */
          dueOn: string | null;
        } | null;
        head: {
          /** Owner and branch, such as octocat:new-topic. */
          label: string;
          /** Name of the branch. */
          ref: string;
          /** The branch's current commit. */
          sha: string;
          /** The branch's repository; null if it has been deleted. */
          repo: {
            /** Id of the repository. */
            id: number;
            /** Owner and name of the repository. */
            fullName: string;
          } | null;
        };
        base: {
          /** Owner and branch, such as octocat:new-topic. */
          label: string;
          /** Name of the branch. */
          ref: string;
          /** The branch's current commit. */
          sha: string;
          /** The branch's repository; null if it has been deleted. */
          repo: {
            /** Id of the repository. */
            id: number;
            /** Owner and name of the repository. */
            fullName: string;
          } | null;
        };
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** When it was closed. ISO 8601, as returned by the provider. */
        closedAt: string | null;
        /** When it was merged. ISO 8601, as returned by the provider. */
        mergedAt: string | null;
        /** Whether it is merged. */
        merged: boolean;
        /** Whether it can be merged; null while GitHub is still checking, so try again. */
        mergeable: boolean | null;
        /** Why it can or can't be merged, such as clean, dirty or blocked. */
        mergeableState: string;
        /** Whether it can be rebased. */
        rebaseable: boolean | null;
        mergedBy: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** Whether maintainers can push to its branch. */
        maintainerCanModify: boolean;
        /** Number of comments. */
        comments: number;
        /** Number of review comments. */
        reviewComments: number;
        /** Number of commits. */
        commits: number;
        /** Number of added lines. */
        additions: number;
        /** Number of removed lines. */
        deletions: number;
        /** Number of changed files. */
        changedFiles: number;
      } | null;
    };
  };
  /** List pull requests. Lists the pull requests in a repository, one page at a time. */
  "github/pulls.list": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** The state; open by default. */
      state?: "open" | "closed" | "all";
      /** Returns only pull requests from this head branch, such as octocat:new-topic. */
      head?: string;
      /** Returns only pull requests into this base branch. */
      base?: string;
      /** The sort key; created by default. popularity sorts by the number of comments. */
      sort?: "created" | "updated" | "popularity" | "long-running";
      /** The sort direction. */
      direction?: "asc" | "desc";
      /** Page of the list, from 1; `nextPage` of the previous page. */
      page?: number;
      /** Number of entries per page; 30 by default. */
      perPage?: number;
    };
    output: {
      /** The pull requests on this page. */
      pulls: {
        /** Global id of the pull request. */
        id: number;
        /** Number in the repository: the `number` that other actions take. */
        number: number;
        /** Title. */
        title: string;
        /** Its text in GitHub's Markdown. */
        body: string | null;
        /** State: open or closed. */
        state: string;
        /** Whether it is a draft. */
        draft: boolean | null;
        /** Whether only collaborators can comment. */
        locked: boolean;
        /** URL of the pull request on github.com. */
        htmlUrl: string;
        user: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** Its labels. */
        labels: {
          /** Name of the label. */
          name: string;
          /** Color as six hexadecimal digits. */
          color: string | null;
          /** Description of the label. */
          description: string | null;
        }[];
        /** Its assignees. */
        assignees: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** The requested reviewers. */
        requestedReviewers: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** Its milestone; null if it has none. */
        milestone: {
          /** Number of the milestone. */
          number: number;
          /** Title of the milestone. */
          title: string;
          /** State: open or closed. */
          state: string;
          /** When it is due. ISO 8601, as returned by the provider. */
          dueOn: string | null;
        } | null;
        head: {
          /** Owner and branch, such as octocat:new-topic. */
          label: string;
          /** Name of the branch. */
          ref: string;
          /** The branch's current commit. */
          sha: string;
          /** The branch's repository; null if it has been deleted. */
          repo: {
            /** Id of the repository. */
            id: number;
            /** Owner and name of the repository. */
            fullName: string;
          } | null;
        };
        base: {
          /** Owner and branch, such as octocat:new-topic. */
          label: string;
          /** Name of the branch. */
          ref: string;
          /** The branch's current commit. */
          sha: string;
          /** The branch's repository; null if it has been deleted. */
          repo: {
            /** Id of the repository. */
            id: number;
            /** Owner and name of the repository. */
            fullName: string;
          } | null;
        };
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** When it was closed. ISO 8601, as returned by the provider. */
        closedAt: string | null;
        /** When it was merged. ISO 8601, as returned by the provider. */
        mergedAt: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `page` to get the next page; null on the last page. */
      nextPage: number | null;
    };
  };
  /** Get a repository. Reads one repository. A renamed or transferred repository is also found under its former name. */
  "github/repositories.get": {
    effect: "read";
    input: {
      /** Login of the user or organization that owns the repository. Case-insensitive. */
      owner: string;
      /** Name of the repository, without its owner and without .git. Case-insensitive. */
      repo: string;
      /** The `etag` from an earlier response. If the resource hasn't changed since, `notModified` is true and the read doesn't count against GitHub's rate limit. */
      etag?: string;
    };
    output: {
      /** Whether the resource hasn't changed since the given `etag`. If true, the resource is null. */
      notModified: boolean;
      /** The `etag` for the next read; null if GitHub returns none. */
      etag: string | null;
      /** The repository; null if it hasn't changed. */
      repository: {
        /** Id of the repository. It doesn't change if the repository is renamed or transferred. */
        id: number;
        /** Name without the owner. */
        name: string;
        /** Owner and name, such as octocat/hello-world. */
        fullName: string;
        owner: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        };
        /** Whether it is hidden from the public. */
        private: boolean;
        /** Visibility: public, private or internal. */
        visibility: string | null;
        /** Description of the repository. */
        description: string | null;
        /** Its website. */
        homepage: string | null;
        /** URL of the repository on github.com. */
        htmlUrl: string;
        /** URL to clone it over HTTPS. */
        cloneUrl: string;
        /** Whether it is a fork. */
        fork: boolean;
        /** Whether it is read-only. */
        archived: boolean;
        /** Whether GitHub has disabled it. */
        disabled: boolean;
        /** Whether it is a template for other repositories. */
        isTemplate: boolean | null;
        /** Name of its default branch. */
        defaultBranch: string;
        /** Its main programming language. */
        language: string | null;
        /** Its topics. */
        topics: string[];
        /** SPDX id of its license (GitHub's `license.spdx_id`). */
        license: string | null;
        /** Whether issues are enabled. */
        hasIssues: boolean;
        /** Number of accounts that starred it. */
        stargazersCount: number;
        /** Number of forks. */
        forksCount: number;
        /** Number of open issues and pull requests. */
        openIssuesCount: number;
        /** Size in kilobytes. */
        size: number;
        /** The permissions of the connection's user; null if GitHub doesn't say. */
        permissions: {
          /** Whether the user can administer it. */
          admin: boolean;
          /** Whether the user can maintain it. */
          maintain: boolean | null;
          /** Whether the user can push to it. */
          push: boolean;
          /** Whether the user can triage its issues. */
          triage: boolean | null;
          /** Whether the user can read it. */
          pull: boolean;
        } | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string | null;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string | null;
        /** When it was last pushed to. ISO 8601, as returned by the provider. */
        pushedAt: string | null;
      } | null;
    };
  };
  /** List repositories. Lists the repositories that the connection's user owns, collaborates on, or can access through an organization, one page at a time. */
  "github/repositories.list": {
    effect: "read";
    input: {
      /** The visibility; all by default. */
      visibility?: "all" | "public" | "private";
      /** The user's relation to the repository; any by default. */
      affiliation?: ("owner" | "collaborator" | "organization_member")[];
      /** The sort key; full_name by default. */
      sort?: "created" | "updated" | "pushed" | "full_name";
      /** The sort direction. */
      direction?: "asc" | "desc";
      /** Page of the list, from 1; `nextPage` of the previous page. */
      page?: number;
      /** Number of entries per page; 30 by default. */
      perPage?: number;
    };
    output: {
      /** The repositories on this page. */
      repositories: {
        /** Id of the repository. It doesn't change if the repository is renamed or transferred. */
        id: number;
        /** Name without the owner. */
        name: string;
        /** Owner and name, such as octocat/hello-world. */
        fullName: string;
        owner: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        };
        /** Whether it is hidden from the public. */
        private: boolean;
        /** Visibility: public, private or internal. */
        visibility: string | null;
        /** Description of the repository. */
        description: string | null;
        /** Its website. */
        homepage: string | null;
        /** URL of the repository on github.com. */
        htmlUrl: string;
        /** URL to clone it over HTTPS. */
        cloneUrl: string;
        /** Whether it is a fork. */
        fork: boolean;
        /** Whether it is read-only. */
        archived: boolean;
        /** Whether GitHub has disabled it. */
        disabled: boolean;
        /** Whether it is a template for other repositories. */
        isTemplate: boolean | null;
        /** Name of its default branch. */
        defaultBranch: string;
        /** Its main programming language. */
        language: string | null;
        /** Its topics. */
        topics: string[];
        /** SPDX id of its license (GitHub's `license.spdx_id`). */
        license: string | null;
        /** Whether issues are enabled. */
        hasIssues: boolean;
        /** Number of accounts that starred it. */
        stargazersCount: number;
        /** Number of forks. */
        forksCount: number;
        /** Number of open issues and pull requests. */
        openIssuesCount: number;
        /** Size in kilobytes. */
        size: number;
        /** The permissions of the connection's user; null if GitHub doesn't say. */
        permissions: {
          /** Whether the user can administer it. */
          admin: boolean;
          /** Whether the user can maintain it. */
          maintain: boolean | null;
          /** Whether the user can push to it. */
          push: boolean;
          /** Whether the user can triage its issues. */
          triage: boolean | null;
          /** Whether the user can read it. */
          pull: boolean;
        } | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string | null;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string | null;
        /** When it was last pushed to. ISO 8601, as returned by the provider. */
        pushedAt: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `page` to get the next page; null on the last page. */
      nextPage: number | null;
    };
  };
  /** Search issues and pull requests. Searches issues and pull requests in GitHub's query language, such as `repo:octocat/hello-world is:issue is:open crash`. With a GitHub App, the query must contain is:issue or is:pull-request. GitHub returns at most 1,000 results and allows 30 searches per minute. */
  "github/search.issues": {
    effect: "read";
    input: {
      /** Search terms and qualifiers: https://docs.github.com/search-github. At most 256 characters, not counting the qualifiers. */
      query: string;
      /** The sort key; best match by default. */
      sort?: "comments" | "reactions" | "reactions-+1" | "reactions--1" | "reactions-smile" | "reactions-thinking_face" | "reactions-heart" | "reactions-tada" | "interactions" | "created" | "updated";
      /** The sort direction. Only used with `sort`. */
      order?: "asc" | "desc";
      /** Page of the list, from 1; `nextPage` of the previous page. */
      page?: number;
      /** Number of entries per page; 30 by default. */
      perPage?: number;
    };
    output: {
      /** The total number of results. GitHub returns only the first 1,000. */
      totalCount: number;
      /** Whether the search timed out, so that results may be missing. */
      incompleteResults: boolean;
      /** The results on this page. */
      items: {
        /** Global id of the issue, also for a pull request. */
        id: number;
        /** Number in the repository: the `number` that other actions take. */
        number: number;
        /** Title. */
        title: string;
        /** State: open or closed. */
        state: string;
        /** Reason for the state, such as completed, not_planned or reopened. */
        stateReason: string | null;
        /** URL of the issue on github.com. */
        htmlUrl: string;
        /** URL of its repository in GitHub's API. */
        repositoryUrl: string;
        user: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        } | null;
        /** Its labels. */
        labels: {
          /** Name of the label. */
          name: string;
          /** Color as six hexadecimal digits. */
          color: string | null;
          /** Description of the label. */
          description: string | null;
        }[];
        /** Its assignees. */
        assignees: {
          /** Id of the account. It doesn't change if the account is renamed. */
          id: number;
          /** Login of the account. */
          login: string;
          /** Kind of account, such as User, Organization or Bot. */
          type: string;
        }[];
        /** Its milestone; null if it has none. */
        milestone: {
          /** Number of the milestone. */
          number: number;
          /** Title of the milestone. */
          title: string;
          /** State: open or closed. */
          state: string;
          /** When it is due. ISO 8601, as returned by the provider. */
          dueOn: string | null;
        } | null;
        /** Its issue type (GitHub's `type.name`); null if it has none. */
        type: string | null;
        /** Whether only collaborators can comment. */
        locked: boolean;
        /** Number of comments. */
        comments: number;
        /** Present if this is a pull request; null for an issue. */
        pullRequest: {
          /** URL of the pull request on github.com. */
          htmlUrl: string | null;
          /** When it was merged. ISO 8601, as returned by the provider. */
          mergedAt: string | null;
        } | null;
        /** Whether it is a draft pull request. */
        draft: boolean | null;
        /** The author's relation to the repository, such as MEMBER. */
        authorAssociation: string | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** When it was closed. ISO 8601, as returned by the provider. */
        closedAt: string | null;
        /** Its text in GitHub's Markdown. */
        body: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `page` to get the next page; null on the last page. */
      nextPage: number | null;
    };
  };
  /** Get the connected user. Reads the profile of the connected account. */
  "github/user.get": {
    effect: "read";
    input: Record<string, never>;
    output: {
      /** Id of the account. It doesn't change if the account is renamed. */
      id: number;
      /** Login of the account. */
      login: string;
      /** Kind of account, such as User, Organization or Bot. */
      type: string;
      /** Display name. */
      name: string | null;
      /** URL of the profile on github.com. */
      htmlUrl: string;
      /** Company in the profile. */
      company: string | null;
      /** Website in the profile. */
      blog: string | null;
      /** Location in the profile. */
      location: string | null;
      /** Public email address in the profile. */
      email: string | null;
      /** Biography in the profile. */
      bio: string | null;
      /** Number of public repositories that the account owns. */
      publicRepos: number;
      /** Number of public gists that the account owns. */
      publicGists: number;
      /** Number of accounts that follow this one. */
      followers: number;
      /** Number of accounts that this one follows. */
      following: number;
      /** When the account was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When the profile last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
    };
  };
  /** Write a draft. Creates a draft, which the user or `drafts.send` can send. */
  "gmail/drafts.create": {
    effect: "write";
    input: {
      /** The recipients. */
      to?: string[];
      /** The Cc recipients. */
      cc?: string[];
      /** The Bcc recipients, whom the others don't see. */
      bcc?: string[];
      /** Subject of the message. */
      subject: string;
      /** Plain text of the message. */
      text: string;
      /** The same message as HTML, for email programs that display it. Gmail removes scripts and forms. */
      html?: string;
      /** Id of the thread to add it to. */
      threadId?: string;
    };
    output: {
      /** Id of the draft, for use in `drafts.send`. */
      id: string;
      message: {
        /** Id of the message. */
        id: string;
        /** Id of the thread that it belongs to. */
        threadId: string;
      };
    };
  };
  /** Read a draft. Reads a draft with its text. */
  "gmail/drafts.get": {
    effect: "read";
    input: {
      /** Id of the draft. */
      draftId: string;
    };
    output: {
      /** Id of the draft. */
      draftId: string;
      message: {
        /** Id of the message. */
        id: string;
        /** Id of the thread that it belongs to. */
        threadId: string;
        /** Ids of its labels, such as `INBOX`, `UNREAD` and `SENT`. */
        labelIds: string[];
        /** Beginning of the message's text. */
        snippet: string;
        /** Sender, as in the From header. */
        from: string | null;
        /** Recipients, as in the To header. */
        to: string | null;
        /** Cc recipients, as in the Cc header. */
        cc: string | null;
        /** Subject of the message. */
        subject: string | null;
        /** When it was sent, according to the sender's Date header. */
        date: string | null;
        /** When Gmail received it. */
        receivedAt: string | null;
        /** Its plain text, at most 100,000 characters; null if it has none. */
        text: string | null;
        /** Its HTML, at most 100,000 characters, exactly as sent: sanitize it before you display it. */
        html: string | null;
        /** The attached files. */
        attachments: {
          /** Name of the file, according to the sender. */
          filename: string;
          /** MIME type, according to the sender. */
          mimeType: string;
          /** Size in bytes. */
          size: number;
        }[];
      };
    };
  };
  /** List drafts. Lists the ids of drafts, newest first, one page at a time. Use `drafts.get` to read a draft. */
  "gmail/drafts.list": {
    effect: "read";
    input: {
      /** Search query, as in Gmail's search box, such as `from:robin@example.com has:attachment newer_than:7d`. */
      query?: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The drafts on this page. */
      drafts: {
        /** Id of the draft, for use in `drafts.send`. */
        id: string;
        message: {
          /** Id of the message. */
          id: string;
          /** Id of the thread that it belongs to. */
          threadId: string;
        };
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Send a draft. Sends a draft. Gmail then deletes the draft, so that it can't be sent twice; the sent message is in the draft's conversation. */
  "gmail/drafts.send": {
    effect: "write";
    input: {
      /** Id of the draft. */
      draftId: string;
    };
    output: {
      /** Id of the message. */
      id: string;
      /** Id of the thread that it belongs to. */
      threadId: string;
      /** Ids of its labels, such as `INBOX`, `UNREAD` and `SENT`. */
      labelIds: string[];
    };
  };
  /** Create a label. Creates a label, or returns the existing one with this name. `/` in the name nests it under another label. */
  "gmail/labels.create": {
    effect: "write";
    input: {
      /** Name of the label, such as `Invoices/2026`. */
      name: string;
    };
    output: {
      /** Id of the label, for use in other actions. */
      id: string;
      /** Name of the label; `/` separates levels. */
      name: string;
      /** Kind of label: system or user. */
      type: string | null;
    };
  };
  /** List labels. Lists the mailbox's labels: Gmail's own and the user's. */
  "gmail/labels.list": {
    effect: "read";
    input: Record<string, never>;
    output: {
      /** All labels. */
      labels: {
        /** Id of the label, for use in other actions. */
        id: string;
        /** Name of the label; `/` separates levels. */
        name: string;
        /** Kind of label: system or user. */
        type: string | null;
      }[];
    };
  };
  /** Read a message. Reads a message with its text. Attachments are listed by name, type and size, without their content. */
  "gmail/messages.get": {
    effect: "read";
    input: {
      /** Id of the message. */
      messageId: string;
    };
    output: {
      /** Id of the message. */
      id: string;
      /** Id of the thread that it belongs to. */
      threadId: string;
      /** Ids of its labels, such as `INBOX`, `UNREAD` and `SENT`. */
      labelIds: string[];
      /** Beginning of the message's text. */
      snippet: string;
      /** Sender, as in the From header. */
      from: string | null;
      /** Recipients, as in the To header. */
      to: string | null;
      /** Cc recipients, as in the Cc header. */
      cc: string | null;
      /** Subject of the message. */
      subject: string | null;
      /** When it was sent, according to the sender's Date header. */
      date: string | null;
      /** When Gmail received it. */
      receivedAt: string | null;
      /** Its plain text, at most 100,000 characters; null if it has none. */
      text: string | null;
      /** Its HTML, at most 100,000 characters, exactly as sent: sanitize it before you display it. */
      html: string | null;
      /** The attached files. */
      attachments: {
        /** Name of the file, according to the sender. */
        filename: string;
        /** MIME type, according to the sender. */
        mimeType: string;
        /** Size in bytes. */
        size: number;
      }[];
    };
  };
  /** Label a message. Adds labels to a message and removes labels from it: removing `UNREAD` marks it as read, removing `INBOX` archives it, adding `STARRED` stars it. */
  "gmail/messages.label": {
    effect: "write";
    input: {
      /** Id of the message. */
      messageId: string;
      /** Ids of the labels to add. */
      add?: string[];
      /** Ids of the labels to remove. */
      remove?: string[];
    };
    output: {
      /** Id of the message. */
      id: string;
      /** Id of the thread that it belongs to. */
      threadId: string;
      /** Ids of its labels, such as `INBOX`, `UNREAD` and `SENT`. */
      labelIds: string[];
    };
  };
  /** Reply to a message. Replies to a message in its conversation, with its subject. Without `to`, the reply goes to the message's Reply-To address or, if it has none, to its sender. */
  "gmail/messages.reply": {
    effect: "write";
    input: {
      /** Id of the message. */
      messageId: string;
      /** Plain text of the message. */
      text: string;
      /** The same message as HTML, for email programs that display it. Gmail removes scripts and forms. */
      html?: string;
      /** The recipients, instead of the sender. */
      to?: string[];
      /** The Cc recipients. */
      cc?: string[];
    };
    output: {
      /** Id of the message. */
      id: string;
      /** Id of the thread that it belongs to. */
      threadId: string;
      /** Ids of its labels, such as `INBOX`, `UNREAD` and `SENT`. */
      labelIds: string[];
    };
  };
  /** Search messages. Searches messages and lists their ids, newest first, one page at a time, without spam and trash. Use `messages.get` to read a message. */
  "gmail/messages.search": {
    effect: "read";
    input: {
      /** Search query, as in Gmail's search box, such as `from:robin@example.com has:attachment newer_than:7d`. */
      query?: string;
      /** Returns only messages with all of these labels. */
      labelIds?: string[];
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The messages on this page. */
      messages: {
        /** Id of the message. */
        id: string;
        /** Id of the thread that it belongs to. */
        threadId: string;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Send a message. Sends a message from the user's address. To know the outcome even if the response is lost, create a draft and send it with `drafts.send`. */
  "gmail/messages.send": {
    effect: "write";
    input: {
      /** The recipients. */
      to: string[];
      /** The Cc recipients. */
      cc?: string[];
      /** The Bcc recipients, whom the others don't see. */
      bcc?: string[];
      /** Subject of the message. */
      subject: string;
      /** Plain text of the message. */
      text: string;
      /** The same message as HTML, for email programs that display it. Gmail removes scripts and forms. */
      html?: string;
    };
    output: {
      /** Id of the message. */
      id: string;
      /** Id of the thread that it belongs to. */
      threadId: string;
      /** Ids of its labels, such as `INBOX`, `UNREAD` and `SENT`. */
      labelIds: string[];
    };
  };
  /** Move a message to the trash. Moves a message to the trash. Gmail deletes it from there after 30 days. */
  "gmail/messages.trash": {
    effect: "destructive";
    input: {
      /** Id of the message. */
      messageId: string;
    };
    output: {
      /** Id of the message. */
      id: string;
      /** Id of the thread that it belongs to. */
      threadId: string;
      /** Ids of its labels, such as `INBOX`, `UNREAD` and `SENT`. */
      labelIds: string[];
    };
  };
  /** Read a conversation. Lists the messages in a conversation, oldest first, without their text. */
  "gmail/threads.get": {
    effect: "read";
    input: {
      /** Id of the thread. */
      threadId: string;
    };
    output: {
      /** Id of the thread. */
      threadId: string;
      /** Its messages. Gmail allows at most 100 in a thread. */
      messages: {
        /** Id of the message. */
        id: string;
        /** Id of the thread that it belongs to. */
        threadId: string;
        /** Ids of its labels, such as `INBOX`, `UNREAD` and `SENT`. */
        labelIds: string[];
        /** Beginning of the message's text. */
        snippet: string;
        /** Sender, as in the From header. */
        from: string | null;
        /** Recipients, as in the To header. */
        to: string | null;
        /** Cc recipients, as in the Cc header. */
        cc: string | null;
        /** Subject of the message. */
        subject: string | null;
        /** When it was sent, according to the sender's Date header. */
        date: string | null;
        /** When Gmail received it. */
        receivedAt: string | null;
      }[];
    };
  };
  /** List conversations. Lists the conversations that match a search, newest first, one page at a time. */
  "gmail/threads.list": {
    effect: "read";
    input: {
      /** Search query, as in Gmail's search box, such as `from:robin@example.com has:attachment newer_than:7d`. */
      query?: string;
      /** Returns only conversations with a message that has all of these labels. */
      labelIds?: string[];
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The conversations on this page. */
      threads: {
        /** Id of the thread. */
        id: string;
        /** How its newest message begins. */
        snippet: string;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List calendars. Lists the calendars in the user's list, one page at a time. */
  "google-calendar/calendars.list": {
    effect: "read";
    input: {
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The calendars on this page. */
      calendars: {
        /** Id of the calendar, for use in other actions. */
        id: string;
        /** Title of the calendar. */
        summary: string | null;
        /** Description of the calendar. */
        description: string | null;
        /** Time zone of the calendar. */
        timeZone: string | null;
        /** The user's access: freeBusyReader, reader, writer or owner. */
        accessRole: string;
        /** Whether it is the user's own calendar; null means no. */
        primary: boolean | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Create an event. Creates an event with an id that svc chooses, so that a lost response can be settled. If it has guests, `sendUpdates` says whom Google emails. */
  "google-calendar/events.create": {
    effect: "write";
    input: {
      /** Id of the calendar, from `calendars.list`; `primary` is the user's own calendar. */
      calendarId: string;
      /** Title of the event. */
      summary: string;
      /** When it starts. `{ date }` for an all-day event, otherwise `{ dateTime, timeZone }`. */
      start: {
        /** The date, such as `2026-03-10`. */
        date: string;
      } | {
        /** The time. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
        dateTime: string;
        /** Time zone, such as `Europe/Zurich`. Required for recurring events. */
        timeZone?: string;
      };
      /** When it ends. For an all-day event, the day after its last day. `{ date }` for an all-day event, otherwise `{ dateTime, timeZone }`. */
      end: {
        /** The date, such as `2026-03-10`. */
        date: string;
      } | {
        /** The time. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
        dateTime: string;
        /** Time zone, such as `Europe/Zurich`. Required for recurring events. */
        timeZone?: string;
      };
      /** Description of the event. It may contain HTML. */
      description?: string;
      /** Location of the event, as free-form text. */
      location?: string;
      /** The guests. */
      attendees?: {
        /** Email address of the guest. */
        email: string;
        /** Whether the guest's attendance is optional. */
        optional?: boolean;
      }[];
      /** Recurrence rules and dates of the event. */
      recurrence?: string[];
      /** Whether to add a video meeting. */
      withMeet?: boolean;
      /** Whom Google emails about the change: all guests, only guests who don't use Google Calendar, or none; none by default. */
      sendUpdates?: "all" | "externalOnly" | "none";
    };
    output: {
      /** Id of the event, for use in other actions. */
      id: string;
      /** Status: confirmed, tentative or cancelled. A deleted event is cancelled. */
      status: string;
      /** Title of the event. */
      summary: string | null;
      /** Description of the event. It may contain HTML. */
      description: string | null;
      /** Location of the event, as free-form text. */
      location: string | null;
      start: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      end: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      organizer: {
        /** Email address. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      } | null;
      /** The guests. */
      attendees: {
        /** Email address of the guest, if Google shows it. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** The guest's response: needsAction, declined, tentative or accepted. */
        responseStatus: string;
        /** Whether the guest's attendance is optional; null means no. */
        optional: boolean | null;
        /** Whether this is the organizer; null means no. */
        organizer: boolean | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      }[];
      /** Recurrence rules and dates (RFC 5545); empty for a single event or an instance. */
      recurrence: string[];
      /** Id of the recurring event that this is an instance of. */
      recurringEventId: string | null;
      /** URL of its video meeting. */
      meetUrl: string | null;
      /** URL of the event in Google Calendar. */
      htmlLink: string | null;
      /** Sequence number (RFC 5545), which increases when its times change. */
      sequence: number | null;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string | null;
    };
    replayedOutput: {
      /** Id of the event, for use in other actions. */
      id: string;
      /** Status: confirmed, tentative or cancelled. A deleted event is cancelled. */
      status: string;
      /** Title of the event. */
      summary: string | null;
      /** Location of the event, as free-form text. */
      location: string | null;
      start: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      end: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      organizer: {
        /** Email address. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      } | null;
      /** The guests. */
      attendees: {
        /** Email address of the guest, if Google shows it. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** The guest's response: needsAction, declined, tentative or accepted. */
        responseStatus: string;
        /** Whether the guest's attendance is optional; null means no. */
        optional: boolean | null;
        /** Whether this is the organizer; null means no. */
        organizer: boolean | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      }[];
      /** Recurrence rules and dates (RFC 5545); empty for a single event or an instance. */
      recurrence: string[];
      /** Id of the recurring event that this is an instance of. */
      recurringEventId: string | null;
      /** URL of its video meeting. */
      meetUrl: string | null;
      /** URL of the event in Google Calendar. */
      htmlLink: string | null;
      /** Sequence number (RFC 5545), which increases when its times change. */
      sequence: number | null;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string | null;
    };
  };
  /** Delete an event. Deletes an event. `deleted` is false if it was already deleted. Deleting a recurring event deletes all its instances. */
  "google-calendar/events.delete": {
    effect: "destructive";
    input: {
      /** Id of the calendar, from `calendars.list`; `primary` is the user's own calendar. */
      calendarId: string;
      /** Id of the event. */
      eventId: string;
      /** Whom Google emails about the change: all guests, only guests who don't use Google Calendar, or none; none by default. */
      sendUpdates?: "all" | "externalOnly" | "none";
    };
    output: {
      /** Whether this call deleted it; false if it was already deleted. */
      deleted: boolean;
    };
  };
  /** Get an event. Reads one event. A deleted event has the status cancelled. */
  "google-calendar/events.get": {
    effect: "read";
    input: {
      /** Id of the calendar, from `calendars.list`; `primary` is the user's own calendar. */
      calendarId: string;
      /** Id of the event. */
      eventId: string;
    };
    output: {
      /** Id of the event, for use in other actions. */
      id: string;
      /** Status: confirmed, tentative or cancelled. A deleted event is cancelled. */
      status: string;
      /** Title of the event. */
      summary: string | null;
      /** Description of the event. It may contain HTML. */
      description: string | null;
      /** Location of the event, as free-form text. */
      location: string | null;
      start: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      end: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      organizer: {
        /** Email address. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      } | null;
      /** The guests. */
      attendees: {
        /** Email address of the guest, if Google shows it. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** The guest's response: needsAction, declined, tentative or accepted. */
        responseStatus: string;
        /** Whether the guest's attendance is optional; null means no. */
        optional: boolean | null;
        /** Whether this is the organizer; null means no. */
        organizer: boolean | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      }[];
      /** Recurrence rules and dates (RFC 5545); empty for a single event or an instance. */
      recurrence: string[];
      /** Id of the recurring event that this is an instance of. */
      recurringEventId: string | null;
      /** URL of its video meeting. */
      meetUrl: string | null;
      /** URL of the event in Google Calendar. */
      htmlLink: string | null;
      /** Sequence number (RFC 5545), which increases when its times change. */
      sequence: number | null;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string | null;
    };
  };
  /** List the instances of an event. Lists the instances of a recurring event, one page at a time. */
  "google-calendar/events.instances": {
    effect: "read";
    input: {
      /** Id of the calendar, from `calendars.list`; `primary` is the user's own calendar. */
      calendarId: string;
      /** Id of the event. */
      eventId: string;
      /** Returns only instances that end after this time. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
      timeMin?: string;
      /** Returns only instances that start before this time. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
      timeMax?: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The instances on this page. */
      events: {
        /** Id of the event, for use in other actions. */
        id: string;
        /** Status: confirmed, tentative or cancelled. A deleted event is cancelled. */
        status: string;
        /** Title of the event. */
        summary: string | null;
        /** Description of the event. It may contain HTML. */
        description: string | null;
        /** Location of the event, as free-form text. */
        location: string | null;
        start: {
          /** The date of an all-day event. */
          date: string | null;
          /** The time. ISO 8601, as returned by the provider. */
          dateTime: string | null;
          /** The time zone. */
          timeZone: string | null;
        } | null;
        end: {
          /** The date of an all-day event. */
          date: string | null;
          /** The time. ISO 8601, as returned by the provider. */
          dateTime: string | null;
          /** The time zone. */
          timeZone: string | null;
        } | null;
        organizer: {
          /** Email address. */
          email: string | null;
          /** Name, if Google shows it. */
          displayName: string | null;
          /** Whether this is the calendar's own user; null means no. */
          self: boolean | null;
        } | null;
        /** The guests. */
        attendees: {
          /** Email address of the guest, if Google shows it. */
          email: string | null;
          /** Name, if Google shows it. */
          displayName: string | null;
          /** The guest's response: needsAction, declined, tentative or accepted. */
          responseStatus: string;
          /** Whether the guest's attendance is optional; null means no. */
          optional: boolean | null;
          /** Whether this is the organizer; null means no. */
          organizer: boolean | null;
          /** Whether this is the calendar's own user; null means no. */
          self: boolean | null;
        }[];
        /** Recurrence rules and dates (RFC 5545); empty for a single event or an instance. */
        recurrence: string[];
        /** Id of the recurring event that this is an instance of. */
        recurringEventId: string | null;
        /** URL of its video meeting. */
        meetUrl: string | null;
        /** URL of the event in Google Calendar. */
        htmlLink: string | null;
        /** Sequence number (RFC 5545), which increases when its times change. */
        sequence: number | null;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List events. Lists the events on a calendar, one page at a time. Lists the instances of recurring events, ordered by start time, unless `singleEvents` is false. */
  "google-calendar/events.list": {
    effect: "read";
    input: {
      /** Id of the calendar, from `calendars.list`; `primary` is the user's own calendar. */
      calendarId: string;
      /** Returns only events that end after this time. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
      timeMin?: string;
      /** Returns only events that start before this time. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
      timeMax?: string;
      /** Words to search for in the event's texts, location and guests. */
      query?: string;
      /** Whether to list the instances of recurring events instead of the events themselves; true by default. */
      singleEvents?: boolean;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The events on this page. */
      events: {
        /** Id of the event, for use in other actions. */
        id: string;
        /** Status: confirmed, tentative or cancelled. A deleted event is cancelled. */
        status: string;
        /** Title of the event. */
        summary: string | null;
        /** Description of the event. It may contain HTML. */
        description: string | null;
        /** Location of the event, as free-form text. */
        location: string | null;
        start: {
          /** The date of an all-day event. */
          date: string | null;
          /** The time. ISO 8601, as returned by the provider. */
          dateTime: string | null;
          /** The time zone. */
          timeZone: string | null;
        } | null;
        end: {
          /** The date of an all-day event. */
          date: string | null;
          /** The time. ISO 8601, as returned by the provider. */
          dateTime: string | null;
          /** The time zone. */
          timeZone: string | null;
        } | null;
        organizer: {
          /** Email address. */
          email: string | null;
          /** Name, if Google shows it. */
          displayName: string | null;
          /** Whether this is the calendar's own user; null means no. */
          self: boolean | null;
        } | null;
        /** The guests. */
        attendees: {
          /** Email address of the guest, if Google shows it. */
          email: string | null;
          /** Name, if Google shows it. */
          displayName: string | null;
          /** The guest's response: needsAction, declined, tentative or accepted. */
          responseStatus: string;
          /** Whether the guest's attendance is optional; null means no. */
          optional: boolean | null;
          /** Whether this is the organizer; null means no. */
          organizer: boolean | null;
          /** Whether this is the calendar's own user; null means no. */
          self: boolean | null;
        }[];
        /** Recurrence rules and dates (RFC 5545); empty for a single event or an instance. */
        recurrence: string[];
        /** Id of the recurring event that this is an instance of. */
        recurringEventId: string | null;
        /** URL of its video meeting. */
        meetUrl: string | null;
        /** URL of the event in Google Calendar. */
        htmlLink: string | null;
        /** Sequence number (RFC 5545), which increases when its times change. */
        sequence: number | null;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Move an event to another calendar. Moves an event to another of the user's calendars, which changes its organizer. Instances of recurring events can't be moved. */
  "google-calendar/events.move": {
    effect: "write";
    input: {
      /** Id of the calendar, from `calendars.list`; `primary` is the user's own calendar. */
      calendarId: string;
      /** Id of the event. */
      eventId: string;
      /** Id of the calendar, from `calendars.list`; `primary` is the user's own calendar. */
      destination: string;
      /** Whom Google emails about the change: all guests, only guests who don't use Google Calendar, or none; none by default. */
      sendUpdates?: "all" | "externalOnly" | "none";
    };
    output: {
      /** Id of the event, for use in other actions. */
      id: string;
      /** Status: confirmed, tentative or cancelled. A deleted event is cancelled. */
      status: string;
      /** Title of the event. */
      summary: string | null;
      /** Description of the event. It may contain HTML. */
      description: string | null;
      /** Location of the event, as free-form text. */
      location: string | null;
      start: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      end: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      organizer: {
        /** Email address. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      } | null;
      /** The guests. */
      attendees: {
        /** Email address of the guest, if Google shows it. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** The guest's response: needsAction, declined, tentative or accepted. */
        responseStatus: string;
        /** Whether the guest's attendance is optional; null means no. */
        optional: boolean | null;
        /** Whether this is the organizer; null means no. */
        organizer: boolean | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      }[];
      /** Recurrence rules and dates (RFC 5545); empty for a single event or an instance. */
      recurrence: string[];
      /** Id of the recurring event that this is an instance of. */
      recurringEventId: string | null;
      /** URL of its video meeting. */
      meetUrl: string | null;
      /** URL of the event in Google Calendar. */
      htmlLink: string | null;
      /** Sequence number (RFC 5545), which increases when its times change. */
      sequence: number | null;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string | null;
    };
  };
  /** Answer an invitation. Accepts, tentatively accepts or declines an invitation on behalf of the calendar's own user. If someone else changes the event at the same time, nothing is changed. */
  "google-calendar/events.respond": {
    effect: "write";
    input: {
      /** Id of the calendar, from `calendars.list`; `primary` is the user's own calendar. */
      calendarId: string;
      /** Id of the event. */
      eventId: string;
      /** The response. */
      response: "accepted" | "tentative" | "declined";
      /** Whom Google emails about the change: all guests, only guests who don't use Google Calendar, or none; none by default. */
      sendUpdates?: "all" | "externalOnly" | "none";
    };
    output: {
      /** Id of the event, for use in other actions. */
      id: string;
      /** Status: confirmed, tentative or cancelled. A deleted event is cancelled. */
      status: string;
      /** Title of the event. */
      summary: string | null;
      /** Description of the event. It may contain HTML. */
      description: string | null;
      /** Location of the event, as free-form text. */
      location: string | null;
      start: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      end: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      organizer: {
        /** Email address. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      } | null;
      /** The guests. */
      attendees: {
        /** Email address of the guest, if Google shows it. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** The guest's response: needsAction, declined, tentative or accepted. */
        responseStatus: string;
        /** Whether the guest's attendance is optional; null means no. */
        optional: boolean | null;
        /** Whether this is the organizer; null means no. */
        organizer: boolean | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      }[];
      /** Recurrence rules and dates (RFC 5545); empty for a single event or an instance. */
      recurrence: string[];
      /** Id of the recurring event that this is an instance of. */
      recurringEventId: string | null;
      /** URL of its video meeting. */
      meetUrl: string | null;
      /** URL of the event in Google Calendar. */
      htmlLink: string | null;
      /** Sequence number (RFC 5545), which increases when its times change. */
      sequence: number | null;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string | null;
    };
  };
  /** Change an event. Updates the given fields of an event and leaves the others unchanged. `attendees` replaces the whole list of guests. If someone else changes the event at the same time, nothing is changed. */
  "google-calendar/events.update": {
    effect: "write";
    input: {
      /** Id of the calendar, from `calendars.list`; `primary` is the user's own calendar. */
      calendarId: string;
      /** Id of the event. */
      eventId: string;
      /** Title of the event. */
      summary?: string;
      /** When it starts. `{ date }` for an all-day event, otherwise `{ dateTime, timeZone }`. */
      start?: {
        /** The date, such as `2026-03-10`. */
        date: string;
      } | {
        /** The time. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
        dateTime: string;
        /** Time zone, such as `Europe/Zurich`. Required for recurring events. */
        timeZone?: string;
      };
      /** When it ends. For an all-day event, the day after its last day. `{ date }` for an all-day event, otherwise `{ dateTime, timeZone }`. */
      end?: {
        /** The date, such as `2026-03-10`. */
        date: string;
      } | {
        /** The time. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
        dateTime: string;
        /** Time zone, such as `Europe/Zurich`. Required for recurring events. */
        timeZone?: string;
      };
      /** Description of the event. It may contain HTML. */
      description?: string;
      /** Location of the event, as free-form text. */
      location?: string;
      /** The guests. */
      attendees?: {
        /** Email address of the guest. */
        email: string;
        /** Whether the guest's attendance is optional. */
        optional?: boolean;
      }[];
      /** Whom Google emails about the change: all guests, only guests who don't use Google Calendar, or none; none by default. */
      sendUpdates?: "all" | "externalOnly" | "none";
    };
    output: {
      /** Id of the event, for use in other actions. */
      id: string;
      /** Status: confirmed, tentative or cancelled. A deleted event is cancelled. */
      status: string;
      /** Title of the event. */
      summary: string | null;
      /** Description of the event. It may contain HTML. */
      description: string | null;
      /** Location of the event, as free-form text. */
      location: string | null;
      start: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      end: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      organizer: {
        /** Email address. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      } | null;
      /** The guests. */
      attendees: {
        /** Email address of the guest, if Google shows it. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** The guest's response: needsAction, declined, tentative or accepted. */
        responseStatus: string;
        /** Whether the guest's attendance is optional; null means no. */
        optional: boolean | null;
        /** Whether this is the organizer; null means no. */
        organizer: boolean | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      }[];
      /** Recurrence rules and dates (RFC 5545); empty for a single event or an instance. */
      recurrence: string[];
      /** Id of the recurring event that this is an instance of. */
      recurringEventId: string | null;
      /** URL of its video meeting. */
      meetUrl: string | null;
      /** URL of the event in Google Calendar. */
      htmlLink: string | null;
      /** Sequence number (RFC 5545), which increases when its times change. */
      sequence: number | null;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string | null;
    };
    replayedOutput: {
      /** Id of the event, for use in other actions. */
      id: string;
      /** Status: confirmed, tentative or cancelled. A deleted event is cancelled. */
      status: string;
      /** Title of the event. */
      summary: string | null;
      /** Location of the event, as free-form text. */
      location: string | null;
      start: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      end: {
        /** The date of an all-day event. */
        date: string | null;
        /** The time. ISO 8601, as returned by the provider. */
        dateTime: string | null;
        /** The time zone. */
        timeZone: string | null;
      } | null;
      organizer: {
        /** Email address. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      } | null;
      /** The guests. */
      attendees: {
        /** Email address of the guest, if Google shows it. */
        email: string | null;
        /** Name, if Google shows it. */
        displayName: string | null;
        /** The guest's response: needsAction, declined, tentative or accepted. */
        responseStatus: string;
        /** Whether the guest's attendance is optional; null means no. */
        optional: boolean | null;
        /** Whether this is the organizer; null means no. */
        organizer: boolean | null;
        /** Whether this is the calendar's own user; null means no. */
        self: boolean | null;
      }[];
      /** Recurrence rules and dates (RFC 5545); empty for a single event or an instance. */
      recurrence: string[];
      /** Id of the recurring event that this is an instance of. */
      recurringEventId: string | null;
      /** URL of its video meeting. */
      meetUrl: string | null;
      /** URL of the event in Google Calendar. */
      htmlLink: string | null;
      /** Sequence number (RFC 5545), which increases when its times change. */
      sequence: number | null;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string | null;
    };
  };
  /** Get busy times. Returns the busy times of calendars, without the events' details. A calendar that can't be read has an error instead. */
  "google-calendar/freebusy.query": {
    effect: "read";
    input: {
      /** Ids of the calendars. */
      calendarIds: string[];
      /** Start of the interval. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
      timeMin: string;
      /** End of the interval. RFC 3339 with an offset, such as `2026-03-10T09:00:00+01:00`. */
      timeMax: string;
    };
    output: {
      /** The requested calendars, in order. */
      calendars: {
        /** Id of the calendar. */
        id: string;
        /** The busy intervals; empty if the calendar can't be read. */
        busy: {
          /** When it starts. ISO 8601, as returned by the provider. */
          start: string;
          /** When it ends. ISO 8601, as returned by the provider. */
          end: string;
        }[];
        /** Why the calendar can't be read, such as notFound; null if it was read. */
        error: string | null;
      }[];
    };
  };
  /** Get the account. Reads the connected user's name and email address, and their storage usage. */
  "google-drive/about.get": {
    effect: "read";
    input: Record<string, never>;
    output: {
      /** Id of the user, as in permissions. */
      permissionId: string;
      /** Email address of the user. */
      emailAddress: string | null;
      /** Name of the user. */
      displayName: string;
      /** Storage limit in bytes; null if it is unlimited. */
      storageLimit: number | null;
      /** Bytes used across all Google services. */
      storageUsage: number;
      /** Bytes used by Drive. */
      storageUsageInDrive: number;
    };
  };
  /** Create a Google document. Creates a Google document, spreadsheet or presentation: an empty one or, with `copyOf`, a copy of another one of the same kind. Google accepts no id for these, so a lost creation can only be found through the search index. */
  "google-drive/documents.create": {
    effect: "write";
    input: {
      /** Name of the file or folder, at most 1,000 characters. Other files in the folder can have the same name. */
      name: string;
      /** The kind of document to create. */
      kind: "document" | "spreadsheet" | "presentation";
      /** Id of the document to copy. It must be of the same kind. */
      copyOf?: string;
      /** Id of the folder to put it in; by default, the user's My Drive or, with `copyOf`, the original's folder. */
      parentId?: string;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name, which isn't unique in its folder. */
      name: string;
      /** MIME type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Short description of the file. */
      description: string | null;
      /** Id of the folder that it is in; empty if the user can't see the folder. */
      parents: string[];
      /** Id of the shared drive that it is in; null for a file in My Drive. */
      driveId: string | null;
      /** Size in bytes; null for folders and shortcuts. */
      size: number | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdTime: string;
      /** When it was last changed by anyone. ISO 8601, as returned by the provider. */
      modifiedTime: string;
      /** Whether it, or a folder above it, is in the trash. */
      trashed: boolean;
      /** Whether the user has starred it. */
      starred: boolean;
      /** Whether it is shared; null in a shared drive. */
      shared: boolean | null;
      /** Whether the user owns it; null in a shared drive. */
      ownedByMe: boolean | null;
      /** URL to open it in a browser. */
      webViewLink: string | null;
    };
  };
  /** Copy a file. Copies a file. Folders can't be copied. Use `documents.create` to copy Google's own documents, because Google accepts no id for them. */
  "google-drive/files.copy": {
    effect: "write";
    input: {
      /** Id of the file or folder. */
      fileId: string;
      /** Name of the file or folder, at most 1,000 characters. Other files in the folder can have the same name. */
      name?: string;
      /** Id of the folder to put it in; the original's folder by default. */
      parentId?: string;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name, which isn't unique in its folder. */
      name: string;
      /** MIME type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Short description of the file. */
      description: string | null;
      /** Id of the folder that it is in; empty if the user can't see the folder. */
      parents: string[];
      /** Id of the shared drive that it is in; null for a file in My Drive. */
      driveId: string | null;
      /** Size in bytes; null for folders and shortcuts. */
      size: number | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdTime: string;
      /** When it was last changed by anyone. ISO 8601, as returned by the provider. */
      modifiedTime: string;
      /** Whether it, or a folder above it, is in the trash. */
      trashed: boolean;
      /** Whether the user has starred it. */
      starred: boolean;
      /** Whether it is shared; null in a shared drive. */
      shared: boolean | null;
      /** Whether the user owns it; null in a shared drive. */
      ownedByMe: boolean | null;
      /** URL to open it in a browser. */
      webViewLink: string | null;
    };
  };
  /** Create a text file. Creates a text file. Drive allows several files with the same name. */
  "google-drive/files.create": {
    effect: "write";
    input: {
      /** Name of the file or folder, at most 1,000 characters. Other files in the folder can have the same name. */
      name: string;
      /** Text of the file, at most 100,000 characters, stored as UTF-8. */
      content: string;
      /** MIME type of the text; text/plain by default. */
      mimeType?: "text/plain" | "text/markdown" | "text/csv" | "text/html" | "application/json";
      /** Short description of the file. */
      description?: string;
      /** Id of the folder to put it in; the user's My Drive by default. */
      parentId?: string;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name, which isn't unique in its folder. */
      name: string;
      /** MIME type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Short description of the file. */
      description: string | null;
      /** Id of the folder that it is in; empty if the user can't see the folder. */
      parents: string[];
      /** Id of the shared drive that it is in; null for a file in My Drive. */
      driveId: string | null;
      /** Size in bytes; null for folders and shortcuts. */
      size: number | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdTime: string;
      /** When it was last changed by anyone. ISO 8601, as returned by the provider. */
      modifiedTime: string;
      /** Whether it, or a folder above it, is in the trash. */
      trashed: boolean;
      /** Whether the user has starred it. */
      starred: boolean;
      /** Whether it is shared; null in a shared drive. */
      shared: boolean | null;
      /** Whether the user owns it; null in a shared drive. */
      ownedByMe: boolean | null;
      /** URL to open it in a browser. */
      webViewLink: string | null;
    };
  };
  /** Get a file's metadata. Reads the name, type, folder and times of a file or folder. A connection sees the files that it created or that the user opened with this app; other files only if it is allowed to list or search files. */
  "google-drive/files.get": {
    effect: "read";
    input: {
      /** Id of the file or folder. */
      fileId: string;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name, which isn't unique in its folder. */
      name: string;
      /** MIME type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Short description of the file. */
      description: string | null;
      /** Id of the folder that it is in; empty if the user can't see the folder. */
      parents: string[];
      /** Id of the shared drive that it is in; null for a file in My Drive. */
      driveId: string | null;
      /** Size in bytes; null for folders and shortcuts. */
      size: number | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdTime: string;
      /** When it was last changed by anyone. ISO 8601, as returned by the provider. */
      modifiedTime: string;
      /** Whether it, or a folder above it, is in the trash. */
      trashed: boolean;
      /** Whether the user has starred it. */
      starred: boolean;
      /** Whether it is shared; null in a shared drive. */
      shared: boolean | null;
      /** Whether the user owns it; null in a shared drive. */
      ownedByMe: boolean | null;
      /** URL to open it in a browser. */
      webViewLink: string | null;
    };
  };
  /** List files. Lists files and folders that match all given filters, one page at a time, folders first and then by last change. Excludes files in the trash unless `trashed` is true. */
  "google-drive/files.list": {
    effect: "read";
    input: {
      /** Returns only files with exactly this name. */
      name?: string;
      /** Words in the name, or the beginnings of words: `hello` finds HelloWorld, but `world` doesn't. */
      nameContains?: string;
      /** Returns only files of this kind. */
      kind?: "folder" | "document" | "spreadsheet" | "presentation" | "form" | "shortcut" | "pdf";
      /** Returns only files with exactly this MIME type. */
      mimeType?: string;
      /** Returns only files directly in this folder; `root` is the user's My Drive. */
      parentId?: string;
      /** Whether to return files in the trash instead of the others. */
      trashed?: boolean;
      /** Whether the user has starred the files. */
      starred?: boolean;
      /** Returns only files that others have shared with the user. */
      sharedWithMe?: true;
      /** Returns only files changed after this time. RFC 3339 in UTC, such as 2026-03-10T09:00:00Z. */
      modifiedAfter?: string;
      /** Returns only files changed before this time. RFC 3339 in UTC, such as 2026-03-10T09:00:00Z. */
      modifiedBefore?: string;
      /** Returns only files in this shared drive. */
      driveId?: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. Send it with the same filters. */
      pageToken?: string;
    };
    output: {
      /** The files on this page. There may be fewer than `pageSize`. */
      files: {
        /** Id of the file. */
        id: string;
        /** Name, which isn't unique in its folder. */
        name: string;
        /** MIME type; `application/vnd.google-apps.…` for folders and Google's own documents. */
        mimeType: string;
        /** Short description of the file. */
        description: string | null;
        /** Id of the folder that it is in; empty if the user can't see the folder. */
        parents: string[];
        /** Id of the shared drive that it is in; null for a file in My Drive. */
        driveId: string | null;
        /** Size in bytes; null for folders and shortcuts. */
        size: number | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdTime: string;
        /** When it was last changed by anyone. ISO 8601, as returned by the provider. */
        modifiedTime: string;
        /** Whether it, or a folder above it, is in the trash. */
        trashed: boolean;
        /** Whether the user has starred it. */
        starred: boolean;
        /** Whether it is shared; null in a shared drive. */
        shared: boolean | null;
        /** Whether the user owns it; null in a shared drive. */
        ownedByMe: boolean | null;
        /** URL to open it in a browser. */
        webViewLink: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Whether the search was incomplete, so that files may be missing. If so, narrow the list, for example with `driveId`. */
      incompleteSearch: boolean;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Search in files. Searches for files whose name, description or content has these words, one page at a time, most relevant first. Matches whole words; put a phrase in double quotes. New content takes a while to appear. */
  "google-drive/files.search": {
    effect: "read";
    input: {
      /** The words to search for. */
      text: string;
      /** Returns only files of this kind. */
      kind?: "folder" | "document" | "spreadsheet" | "presentation" | "form" | "shortcut" | "pdf";
      /** Returns only files directly in this folder; `root` is the user's My Drive. */
      parentId?: string;
      /** Returns only files changed after this time. RFC 3339 in UTC, such as 2026-03-10T09:00:00Z. */
      modifiedAfter?: string;
      /** Returns only files changed before this time. RFC 3339 in UTC, such as 2026-03-10T09:00:00Z. */
      modifiedBefore?: string;
      /** Returns only files in this shared drive. */
      driveId?: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. Send it with the same filters. */
      pageToken?: string;
    };
    output: {
      /** The files on this page. There may be fewer than `pageSize`. */
      files: {
        /** Id of the file. */
        id: string;
        /** Name, which isn't unique in its folder. */
        name: string;
        /** MIME type; `application/vnd.google-apps.…` for folders and Google's own documents. */
        mimeType: string;
        /** Short description of the file. */
        description: string | null;
        /** Id of the folder that it is in; empty if the user can't see the folder. */
        parents: string[];
        /** Id of the shared drive that it is in; null for a file in My Drive. */
        driveId: string | null;
        /** Size in bytes; null for folders and shortcuts. */
        size: number | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdTime: string;
        /** When it was last changed by anyone. ISO 8601, as returned by the provider. */
        modifiedTime: string;
        /** Whether it, or a folder above it, is in the trash. */
        trashed: boolean;
        /** Whether the user has starred it. */
        starred: boolean;
        /** Whether it is shared; null in a shared drive. */
        shared: boolean | null;
        /** Whether the user owns it; null in a shared drive. */
        ownedByMe: boolean | null;
        /** URL to open it in a browser. */
        webViewLink: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Whether the search was incomplete, so that files may be missing. If so, narrow the list, for example with `driveId`. */
      incompleteSearch: boolean;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Read a file's text. Reads the text of a text file of up to 1 MiB, a Google document or presentation as plain text, or the first sheet of a Google spreadsheet as CSV. */
  "google-drive/files.text": {
    effect: "read";
    input: {
      /** Id of the file or folder. */
      fileId: string;
      /** Maximum number of characters to return; 100,000 by default. */
      maxCharacters?: number;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name, which isn't unique in its folder. */
      name: string;
      /** MIME type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** MIME type of the text, such as text/csv for a spreadsheet. */
      textType: string;
      /** Text of the file. */
      text: string;
      /** Whether the text was cut off at `maxCharacters`. */
      isTruncated: boolean;
    };
  };
  /** Rename, move or trash a file. Updates the given fields of a file or folder and leaves the others unchanged. `parentId` moves it; `trashed` moves it to the trash or restores it. Its content doesn't change. */
  "google-drive/files.update": {
    effect: "write";
    input: {
      /** Id of the file or folder. */
      fileId: string;
      /** Name of the file or folder, at most 1,000 characters. Other files in the folder can have the same name. */
      name?: string;
      /** Short description of the file. */
      description?: string;
      /** Id of the folder to move it to. */
      parentId?: string;
      /** Whether to star or unstar it. */
      starred?: boolean;
      /** Whether to move it to the trash or restore it. */
      trashed?: boolean;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name, which isn't unique in its folder. */
      name: string;
      /** MIME type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Short description of the file. */
      description: string | null;
      /** Id of the folder that it is in; empty if the user can't see the folder. */
      parents: string[];
      /** Id of the shared drive that it is in; null for a file in My Drive. */
      driveId: string | null;
      /** Size in bytes; null for folders and shortcuts. */
      size: number | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdTime: string;
      /** When it was last changed by anyone. ISO 8601, as returned by the provider. */
      modifiedTime: string;
      /** Whether it, or a folder above it, is in the trash. */
      trashed: boolean;
      /** Whether the user has starred it. */
      starred: boolean;
      /** Whether it is shared; null in a shared drive. */
      shared: boolean | null;
      /** Whether the user owns it; null in a shared drive. */
      ownedByMe: boolean | null;
      /** URL to open it in a browser. */
      webViewLink: string | null;
    };
  };
  /** Create a folder. Creates a folder. Drive allows several folders with the same name. */
  "google-drive/folders.create": {
    effect: "write";
    input: {
      /** Name of the file or folder, at most 1,000 characters. Other files in the folder can have the same name. */
      name: string;
      /** Id of the folder to put it in; the user's My Drive by default. */
      parentId?: string;
    };
    output: {
      /** Id of the file. */
      id: string;
      /** Name, which isn't unique in its folder. */
      name: string;
      /** MIME type; `application/vnd.google-apps.…` for folders and Google's own documents. */
      mimeType: string;
      /** Short description of the file. */
      description: string | null;
      /** Id of the folder that it is in; empty if the user can't see the folder. */
      parents: string[];
      /** Id of the shared drive that it is in; null for a file in My Drive. */
      driveId: string | null;
      /** Size in bytes; null for folders and shortcuts. */
      size: number | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdTime: string;
      /** When it was last changed by anyone. ISO 8601, as returned by the provider. */
      modifiedTime: string;
      /** Whether it, or a folder above it, is in the trash. */
      trashed: boolean;
      /** Whether the user has starred it. */
      starred: boolean;
      /** Whether it is shared; null in a shared drive. */
      shared: boolean | null;
      /** Whether the user owns it; null in a shared drive. */
      ownedByMe: boolean | null;
      /** URL to open it in a browser. */
      webViewLink: string | null;
    };
  };
  /** Share a file. Gives a user, a group, a domain or everyone with the link access to a file or folder. For a user or a group, `notify` says whether Google sends an email about it. Don't change several permissions of one file at the same time. */
  "google-drive/permissions.create": {
    effect: "write";
    input: {
      /** Id of the file or folder. */
      fileId: string;
      /** The kind of grantee. */
      type: "user" | "group" | "domain" | "anyone";
      /** The role to grant. fileOrganizer and organizer are for shared drives only. */
      role: "reader" | "commenter" | "writer" | "fileOrganizer" | "organizer";
      /** Email address of the user or group. Required for them, and only allowed for them. */
      emailAddress?: string;
      /** The domain, such as example.com. Required for the type domain, and only allowed for it. */
      domain?: string;
      /** For domain and anyone: whether the file can be found through search. If false, people need the link. */
      allowFileDiscovery?: boolean;
      /** Whether Google emails the user or group. Required for them, and only allowed for them. */
      notify?: boolean;
      /** Plain text to include in that email. Requires `notify`. */
      message?: string;
    };
    output: {
      /** Id of the permission. It is the same for the same grantee on every file. */
      id: string;
      /** Kind of grantee: user, group, domain or anyone. */
      type: string;
      /** Role: owner, organizer, fileOrganizer, writer, commenter or reader. */
      role: string;
      /** Email address of the user or group. */
      emailAddress: string | null;
      /** Domain, if the type is domain. */
      domain: string | null;
      /** Name of the grantee. */
      displayName: string | null;
      /** For domain and anyone: whether the file can be found through search. */
      allowFileDiscovery: boolean | null;
      /** When it expires; null if it doesn't. ISO 8601, as returned by the provider. */
      expirationTime: string | null;
      /** Whether the grantee's account was deleted. */
      deleted: boolean | null;
    };
  };
  /** Stop sharing a file. Removes a permission from a file or folder. Permissions inherited from a folder or a shared drive can't be removed here. Don't change several permissions of one file at the same time. */
  "google-drive/permissions.delete": {
    effect: "destructive";
    input: {
      /** Id of the file or folder. */
      fileId: string;
      /** Id of the permission, from `permissions.list`. */
      permissionId: string;
    };
    output: {
      /** Id of the file or folder. */
      fileId: string;
      /** Id of the permission, from `permissions.list`. */
      permissionId: string;
      deleted: true;
    };
  };
  /** List a file's permissions. Lists the permissions of a file or folder, one page at a time: who has access, and with which role. */
  "google-drive/permissions.list": {
    effect: "read";
    input: {
      /** Id of the file or folder. */
      fileId: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. Send it with the same filters. */
      pageToken?: string;
    };
    output: {
      /** The permissions on this page. */
      permissions: {
        /** Id of the permission. It is the same for the same grantee on every file. */
        id: string;
        /** Kind of grantee: user, group, domain or anyone. */
        type: string;
        /** Role: owner, organizer, fileOrganizer, writer, commenter or reader. */
        role: string;
        /** Email address of the user or group. */
        emailAddress: string | null;
        /** Domain, if the type is domain. */
        domain: string | null;
        /** Name of the grantee. */
        displayName: string | null;
        /** For domain and anyone: whether the file can be found through search. */
        allowFileDiscovery: boolean | null;
        /** When it expires; null if it doesn't. ISO 8601, as returned by the provider. */
        expirationTime: string | null;
        /** Whether the grantee's account was deleted. */
        deleted: boolean | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List configs. Lists the configs of the project: the parts of its secret ids before the last hyphen. With `environment`, lists only that config. svc reads at most 5,000 secrets and paginates the result itself. */
  "google-secret-manager/configs.list": {
    effect: "read";
    input: {
      /** Id of the service account's project, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** Lists only this config. */
      environment?: string;
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The configs on this page, in no guaranteed order. */
      configs: {
        /** The name that other actions take as `config`. */
        name: string;
        /** The config's project. */
        project: string;
        /** Slug of the environment. */
        environment: string;
        /** Whether it is the environment's root config, which its branches inherit from. */
        root: boolean;
        /** Whether it can't be renamed or deleted; says nothing about its secrets. */
        locked: boolean;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** List projects. Lists the service account's project, which is the connection's only project. */
  "google-secret-manager/projects.list": {
    effect: "read";
    input: {
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The projects on this page, in no guaranteed order. */
      projects: {
        /** The name that other actions take as `project`. */
        slug: string;
        /** Name of the project. */
        name: string;
        /** Description of the project; empty if it has none. */
        description: string;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** Create a secret. Creates one secret without a value, with automatic replication. Use `secrets.set` to add a value. An existing name is refused. The annotation `svc-marker` identifies the execution that created the secret. */
  "google-secret-manager/secrets.create": {
    effect: "write";
    input: {
      /** Id of the service account's project, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret ids in the project before the last hyphen, such as prod in prod-API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Id of the service account's project, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret ids in the project before the last hyphen, such as prod in prod-API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The secret exists, and has no value. */
      created: true;
    };
  };
  /** Delete a secret. Permanently deletes one secret with all its versions. A missing name is a result (`already_absent`), not an error. */
  "google-secret-manager/secrets.delete": {
    effect: "destructive";
    input: {
      /** Id of the service account's project, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret ids in the project before the last hyphen, such as prod in prod-API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Id of the service account's project, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret ids in the project before the last hyphen, such as prod in prod-API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** Whether the secret existed. */
      result: "deleted" | "already_absent";
    };
  };
  /** Read a secret. Reads the value of one secret's newest version. A secret without a value is `SECRET_NOT_FOUND`; one whose newest version is disabled or destroyed is refused. A new version can take minutes to appear. */
  "google-secret-manager/secrets.get": {
    effect: "read";
    input: {
      /** Id of the service account's project, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret ids in the project before the last hyphen, such as prod in prod-API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value with its references resolved; it may contain values of other secrets. */
      computed: string;
    };
  };
  /** List secret names. Lists the names of the secrets in a config, without their values. Includes secrets that have no value yet. The list can be minutes old. */
  "google-secret-manager/secrets.names.list": {
    effect: "read";
    input: {
      /** Id of the service account's project, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret ids in the project before the last hyphen, such as prod in prod-API_KEY: the `name` from configs.list. */
      config: string;
    };
    output: {
      /** The names, in no guaranteed order. */
      names: string[];
    };
  };
  /** Write a secret. Writes a new version of one existing secret. A name that doesn't exist is `SECRET_NOT_FOUND`; use `secrets.create` first. If someone else writes the secret at the same time, both add a version, and the last write wins. */
  "google-secret-manager/secrets.set": {
    effect: "write";
    input: {
      /** Id of the service account's project, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret ids in the project before the last hyphen, such as prod in prod-API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value. It can't be empty. At most 65,536 bytes of UTF-8. */
      value: string;
    };
    output: {
      /** Id of the service account's project, such as harbor-prod: the `slug` from projects.list. */
      project: string;
      /** The part of the secret ids in the project before the last hyphen, such as prod in prod-API_KEY: the `name` from configs.list. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The provider accepted the value. */
      saved: true;
    };
  };
  /** Delete the markers. Deletes the markers that `rows.append` and `sheets.add` wrote to a spreadsheet, to make room for more. Afterwards, executions with an unknown outcome can no longer be settled. */
  "google-sheets/metadata.clear": {
    effect: "destructive";
    input: {
      /** Id of the spreadsheet, as in its URL after `/d/`. */
      spreadsheetId: string;
    };
    output: {
      /** Number of deleted markers. */
      deletedMarkers: number;
    };
  };
  /** Get developer metadata. Reads one entry of a spreadsheet's developer metadata by its id. svc uses it to look for the effects of lost responses. */
  "google-sheets/metadata.get": {
    effect: "read";
    input: {
      /** Id of the spreadsheet, as in its URL after `/d/`. */
      spreadsheetId: string;
      /** Id of the entry. */
      metadataId: number;
    };
    output: {
      /** Id of the entry in the spreadsheet. */
      metadataId: number;
      /** Key of the entry. */
      metadataKey: string;
      /** Value of the entry. */
      metadataValue: string | null;
      /** Visibility: DOCUMENT, or PROJECT if only this app can see it. */
      visibility: string;
    };
  };
  /** Append rows. Appends rows after the last row of a sheet that has data. Strings stay strings; a formula is `{ formula }`. svc adds a marker as developer metadata, so that a lost response can be settled. Google limits how much metadata a sheet can have; `metadata.clear` makes room. */
  "google-sheets/rows.append": {
    effect: "write";
    input: {
      /** Id of the spreadsheet, as in its URL after `/d/`. */
      spreadsheetId: string;
      /** Id of the sheet, from `spreadsheets.get`; 0 for the first sheet of a new spreadsheet. */
      sheetId: number;
      /** The rows, at most 5,000 cells. null leaves a cell empty. */
      rows: (string | number | boolean | null | {
        /** The formula, such as `=B2+B3`. */
        formula: string;
      })[][];
    };
    output: {
      /** Number of appended rows. */
      appendedRows: number;
    };
  };
  /** Add a sheet. Adds a sheet to a spreadsheet, at the end unless `index` is given. */
  "google-sheets/sheets.add": {
    effect: "write";
    input: {
      /** Id of the spreadsheet, as in its URL after `/d/`. */
      spreadsheetId: string;
      /** Name of the sheet, which must be unique in the spreadsheet. */
      title: string;
      /** Position among the sheets, from 0. */
      index?: number;
      /** Number of rows; 1,000 by default. */
      rowCount?: number;
      /** Number of columns; 26 by default. */
      columnCount?: number;
    };
    output: {
      /** Id of the sheet, which never changes. */
      sheetId: number;
      /** Name of the sheet. */
      title: string;
      /** Position among the sheets, from 0. */
      index: number;
      /** Type of sheet; GRID for a sheet with cells. */
      sheetType: string | null;
      /** Number of rows; null if it has no cells. */
      rowCount: number | null;
      /** Number of columns; null if it has no cells. */
      columnCount: number | null;
      /** Whether it is hidden. */
      hidden: boolean;
    };
  };
  /** Rename or hide a sheet. Renames, hides or shows a sheet. */
  "google-sheets/sheets.update": {
    effect: "write";
    input: {
      /** Id of the spreadsheet, as in its URL after `/d/`. */
      spreadsheetId: string;
      /** Id of the sheet, from `spreadsheets.get`; 0 for the first sheet of a new spreadsheet. */
      sheetId: number;
      /** Name of the sheet, which must be unique in the spreadsheet. */
      title?: string;
      /** Whether to hide or show it. */
      hidden?: boolean;
    };
    output: {
      /** Id of the sheet, which never changes. */
      sheetId: number;
      /** Name of the sheet. */
      title: string;
      /** Whether it is hidden. */
      hidden: boolean;
    };
  };
  /** Create a spreadsheet. Creates an empty spreadsheet in the user's My Drive. Google accepts no id for it, and this API can't list spreadsheets, so a lost response can't be settled. With `documents.create` of google-drive, it can. */
  "google-sheets/spreadsheets.create": {
    effect: "write";
    input: {
      /** Title of the spreadsheet. */
      title: string;
      /** Names of its sheets; a single sheet by default. */
      sheetTitles?: string[];
      /** Language and country, such as en_US; the user's by default. */
      locale?: string;
      /** Time zone, such as America/New_York; the user's by default. */
      timeZone?: string;
    };
    output: {
      /** Id of the spreadsheet. */
      spreadsheetId: string;
      /** Title of the spreadsheet. */
      title: string;
      /** Language and country, such as en_US. They determine how values are interpreted. */
      locale: string | null;
      /** Time zone, such as America/New_York. */
      timeZone: string | null;
      /** URL to open it in a browser. */
      spreadsheetUrl: string;
      /** Its sheets, in order. */
      sheets: {
        /** Id of the sheet, which never changes. */
        sheetId: number;
        /** Name of the sheet. */
        title: string;
        /** Position among the sheets, from 0. */
        index: number;
        /** Type of sheet; GRID for a sheet with cells. */
        sheetType: string | null;
        /** Number of rows; null if it has no cells. */
        rowCount: number | null;
        /** Number of columns; null if it has no cells. */
        columnCount: number | null;
        /** Whether it is hidden. */
        hidden: boolean;
      }[];
    };
  };
  /** Get a spreadsheet. Reads a spreadsheet's title and its sheets with their ids and sizes, without cells. */
  "google-sheets/spreadsheets.get": {
    effect: "read";
    input: {
      /** Id of the spreadsheet, as in its URL after `/d/`. */
      spreadsheetId: string;
    };
    output: {
      /** Id of the spreadsheet. */
      spreadsheetId: string;
      /** Title of the spreadsheet. */
      title: string;
      /** Language and country, such as en_US. They determine how values are interpreted. */
      locale: string | null;
      /** Time zone, such as America/New_York. */
      timeZone: string | null;
      /** URL to open it in a browser. */
      spreadsheetUrl: string;
      /** Its sheets, in order. */
      sheets: {
        /** Id of the sheet, which never changes. */
        sheetId: number;
        /** Name of the sheet. */
        title: string;
        /** Position among the sheets, from 0. */
        index: number;
        /** Type of sheet; GRID for a sheet with cells. */
        sheetType: string | null;
        /** Number of rows; null if it has no cells. */
        rowCount: number | null;
        /** Number of columns; null if it has no cells. */
        columnCount: number | null;
        /** Whether it is hidden. */
        hidden: boolean;
      }[];
    };
  };
  /** Append to a table. Finds the table in a range and inserts rows after it. A lost response can't be settled, because equal rows may be someone else's. With `rows.append`, it can. */
  "google-sheets/values.append": {
    effect: "write";
    input: {
      /** Id of the spreadsheet, as in its URL after `/d/`. */
      spreadsheetId: string;
      /** The range in which to look for the table. In A1 notation, such as Sheet1!A1:C10, A:C or 'My sheet'!2:5; the first sheet by default. */
      range: string;
      /** Rows of values, at most 5,000 cells. null leaves a cell unchanged; an empty string clears it. */
      values: (string | number | boolean | null)[][];
      /** How to interpret values: `raw` stores strings unchanged; `user_entered` interprets them as if typed, so that `=A1+1` becomes a formula and `3/10` a date. */
      valueInput: "raw" | "user_entered";
    };
    output: {
      /** The table that the values were appended to; null if there was none. */
      tableRange: string | null;
      updates: {
        /** The written range in A1 notation. */
        updatedRange: string;
        /** Number of changed rows. */
        updatedRows: number;
        /** Number of changed columns. */
        updatedColumns: number;
        /** Number of written cells. */
        updatedCells: number;
      };
    };
  };
  /** Read several ranges. Reads the values of up to 20 ranges of one spreadsheet with one request, in the requested order. */
  "google-sheets/values.batchGet": {
    effect: "read";
    input: {
      /** Id of the spreadsheet, as in its URL after `/d/`. */
      spreadsheetId: string;
      /** The ranges to read. */
      ranges: string[];
      /** How to return values: `formatted` as the sheet shows them (the default), `unformatted` as plain values, or `formula` with formulas instead of results. */
      render?: "formatted" | "unformatted" | "formula";
    };
    output: {
      /** The ranges with their values. */
      ranges: {
        /** The range in A1 notation, within the sheet's limits. */
        range: string;
        /** Rows of values. Empty cells at the end of a row and empty rows at the end are omitted. */
        values: (string | number | boolean | null)[][];
      }[];
    };
  };
  /** Clear a range. Removes the values and formulas in a range, but keeps formats and notes. */
  "google-sheets/values.clear": {
    effect: "destructive";
    input: {
      /** Id of the spreadsheet, as in its URL after `/d/`. */
      spreadsheetId: string;
      /** The range to clear. In A1 notation, such as Sheet1!A1:C10, A:C or 'My sheet'!2:5; the first sheet by default. */
      range: string;
    };
    output: {
      /** The cleared range in A1 notation, within the sheet's limits. */
      clearedRange: string;
    };
  };
  /** Read a range. Reads the values in a range, row by row. Read a range with more than 5 MB of values in parts. */
  "google-sheets/values.get": {
    effect: "read";
    input: {
      /** Id of the spreadsheet, as in its URL after `/d/`. */
      spreadsheetId: string;
      /** The range to read. In A1 notation, such as Sheet1!A1:C10, A:C or 'My sheet'!2:5; the first sheet by default. */
      range: string;
      /** How to return values: `formatted` as the sheet shows them (the default), `unformatted` as plain values, or `formula` with formulas instead of results. */
      render?: "formatted" | "unformatted" | "formula";
    };
    output: {
      /** The range in A1 notation, within the sheet's limits. */
      range: string;
      /** Rows of values. Empty cells at the end of a row and empty rows at the end are omitted. */
      values: (string | number | boolean | null)[][];
    };
  };
  /** Write a range. Writes values to a range, starting at its top-left cell. They must fit in the range. */
  "google-sheets/values.update": {
    effect: "write";
    input: {
      /** Id of the spreadsheet, as in its URL after `/d/`. */
      spreadsheetId: string;
      /** The range to write to. In A1 notation, such as Sheet1!A1:C10, A:C or 'My sheet'!2:5; the first sheet by default. */
      range: string;
      /** Rows of values, at most 5,000 cells. null leaves a cell unchanged; an empty string clears it. */
      values: (string | number | boolean | null)[][];
      /** How to interpret values: `raw` stores strings unchanged; `user_entered` interprets them as if typed, so that `=A1+1` becomes a formula and `3/10` a date. */
      valueInput: "raw" | "user_entered";
    };
    output: {
      /** The written range in A1 notation. */
      updatedRange: string;
      /** Number of changed rows. */
      updatedRows: number;
      /** Number of changed columns. */
      updatedColumns: number;
      /** Number of written cells. */
      updatedCells: number;
    };
  };
  /** List associations. Lists the ids of the contacts, companies or deals associated with a record, one page at a time. */
  "hubspot/associations.list": {
    effect: "read";
    input: {
      /** Type of the record. */
      from: "contacts" | "companies" | "deals";
      /** Id of the record. */
      id: string;
      /** Type of the records to list. */
      to: "contacts" | "companies" | "deals";
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** Ids of the associated records. */
      ids: string[];
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Associate two records. Associates two contacts, companies or deals, without a label. Changes nothing if they are already associated. */
  "hubspot/associations.set": {
    effect: "write";
    input: {
      /** Type of the first record. */
      from: "contacts" | "companies" | "deals";
      /** Id of the first record. */
      id: string;
      /** Type of the second record. */
      to: "contacts" | "companies" | "deals";
      /** Id of the second record. */
      toId: string;
    };
    output: {
      /** Always true. */
      associated: true;
    };
  };
  /** Create a company. Creates a company. HubSpot assigns the id. Set `markerProperty` to a property with unique values that was created for this, so that a lost response can be settled. */
  "hubspot/companies.create": {
    effect: "write";
    input: {
      /** Properties with their values. */
      values: {
        /** Internal name of a property, such as `firstname`. */
        name: string;
        /** Value of the property as a string; empty to clear it. */
        value: string;
      }[];
      /** Internal name of a property with unique values, created to store the execution's marker. With it, a lost response can be settled. */
      markerProperty?: string;
    };
    output: {
      /** Id of the record. */
      id: string;
      /** Whether it is in the recycling bin; null means no. */
      archived: boolean | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** The requested properties, and some that HubSpot always returns. */
      properties: {
        /** Internal name of the property. */
        name: string;
        /** Value of the property as a string; null if it has none. */
        value: string | null;
      }[];
    };
  };
  /** Read a company. Reads a company by its id. */
  "hubspot/companies.get": {
    effect: "read";
    input: {
      /** Id of the company. */
      id: string;
      /** Internal names of the properties to return; by default, a few common ones. */
      properties?: string[];
    };
    output: {
      /** Id of the record. */
      id: string;
      /** Whether it is in the recycling bin; null means no. */
      archived: boolean | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** The requested properties, and some that HubSpot always returns. */
      properties: {
        /** Internal name of the property. */
        name: string;
        /** Value of the property as a string; null if it has none. */
        value: string | null;
      }[];
    };
  };
  /** Search companies. Searches companies by text and by property, one page at a time, up to 10,000 records. Recent changes may be missing. */
  "hubspot/companies.search": {
    effect: "read";
    input: {
      /** Text to find in the default text properties. */
      query?: string;
      /** Conditions, all of which must hold. */
      filters?: {
        /** Internal name of the property. */
        property: string;
        /** Comparison operator. */
        operator: "EQ" | "NEQ" | "LT" | "LTE" | "GT" | "GTE" | "CONTAINS_TOKEN" | "HAS_PROPERTY" | "NOT_HAS_PROPERTY";
        /** Value to compare with. */
        value?: string;
      }[];
      /** Internal names of the properties to return; by default, a few common ones. */
      properties?: string[];
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The records on this page. */
      records: {
        /** Id of the record. */
        id: string;
        /** Whether it is in the recycling bin; null means no. */
        archived: boolean | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** The requested properties, and some that HubSpot always returns. */
        properties: {
          /** Internal name of the property. */
          name: string;
          /** Value of the property as a string; null if it has none. */
          value: string | null;
        }[];
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Number of matching records. */
      total: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Read a contact. Reads a contact by its id. */
  "hubspot/contacts.get": {
    effect: "read";
    input: {
      /** Id of the contact. */
      id: string;
      /** Internal names of the properties to return; by default, a few common ones. */
      properties?: string[];
    };
    output: {
      /** Id of the record. */
      id: string;
      /** Whether it is in the recycling bin; null means no. */
      archived: boolean | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** The requested properties, and some that HubSpot always returns. */
      properties: {
        /** Internal name of the property. */
        name: string;
        /** Value of the property as a string; null if it has none. */
        value: string | null;
      }[];
    };
  };
  /** Search contacts. Searches contacts by text and by property, one page at a time, up to 10,000 records. Recent changes may be missing. */
  "hubspot/contacts.search": {
    effect: "read";
    input: {
      /** Text to find in the default text properties. */
      query?: string;
      /** Conditions, all of which must hold. */
      filters?: {
        /** Internal name of the property. */
        property: string;
        /** Comparison operator. */
        operator: "EQ" | "NEQ" | "LT" | "LTE" | "GT" | "GTE" | "CONTAINS_TOKEN" | "HAS_PROPERTY" | "NOT_HAS_PROPERTY";
        /** Value to compare with. */
        value?: string;
      }[];
      /** Internal names of the properties to return; by default, a few common ones. */
      properties?: string[];
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The records on this page. */
      records: {
        /** Id of the record. */
        id: string;
        /** Whether it is in the recycling bin; null means no. */
        archived: boolean | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** The requested properties, and some that HubSpot always returns. */
        properties: {
          /** Internal name of the property. */
          name: string;
          /** Value of the property as a string; null if it has none. */
          value: string | null;
        }[];
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Number of matching records. */
      total: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Update a contact. Updates the given properties of a contact and leaves the others unchanged. */
  "hubspot/contacts.update": {
    effect: "write";
    input: {
      /** Id of the contact. */
      id: string;
      /** Properties with their values. */
      values: {
        /** Internal name of a property, such as `firstname`. */
        name: string;
        /** Value of the property as a string; empty to clear it. */
        value: string;
      }[];
    };
    output: {
      /** Id of the record. */
      id: string;
      /** Whether it is in the recycling bin; null means no. */
      archived: boolean | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** The requested properties, and some that HubSpot always returns. */
      properties: {
        /** Internal name of the property. */
        name: string;
        /** Value of the property as a string; null if it has none. */
        value: string | null;
      }[];
    };
  };
  /** Create or update a contact. Creates a contact, or updates the given properties of the contact with this email address. */
  "hubspot/contacts.upsert": {
    effect: "write";
    input: {
      /** Email address of the contact. */
      email: string;
      /** Properties with their values. */
      values: {
        /** Internal name of a property, such as `firstname`. */
        name: string;
        /** Value of the property as a string; empty to clear it. */
        value: string;
      }[];
    };
    output: {
      contact: {
        /** Id of the record. */
        id: string;
        /** Whether it is in the recycling bin; null means no. */
        archived: boolean | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** The requested properties, and some that HubSpot always returns. */
        properties: {
          /** Internal name of the property. */
          name: string;
          /** Value of the property as a string; null if it has none. */
          value: string | null;
        }[];
      };
      /** Whether the contact was created. */
      created: boolean;
    };
  };
  /** Create a deal. Creates a deal. HubSpot assigns the id. Set `markerProperty` to a property with unique values that was created for this, so that a lost response can be settled. */
  "hubspot/deals.create": {
    effect: "write";
    input: {
      /** Properties with their values. */
      values: {
        /** Internal name of a property, such as `firstname`. */
        name: string;
        /** Value of the property as a string; empty to clear it. */
        value: string;
      }[];
      /** Internal name of a property with unique values, created to store the execution's marker. With it, a lost response can be settled. */
      markerProperty?: string;
    };
    output: {
      /** Id of the record. */
      id: string;
      /** Whether it is in the recycling bin; null means no. */
      archived: boolean | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** The requested properties, and some that HubSpot always returns. */
      properties: {
        /** Internal name of the property. */
        name: string;
        /** Value of the property as a string; null if it has none. */
        value: string | null;
      }[];
    };
  };
  /** Read a deal. Reads a deal by its id. */
  "hubspot/deals.get": {
    effect: "read";
    input: {
      /** Id of the deal. */
      id: string;
      /** Internal names of the properties to return; by default, a few common ones. */
      properties?: string[];
    };
    output: {
      /** Id of the record. */
      id: string;
      /** Whether it is in the recycling bin; null means no. */
      archived: boolean | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** The requested properties, and some that HubSpot always returns. */
      properties: {
        /** Internal name of the property. */
        name: string;
        /** Value of the property as a string; null if it has none. */
        value: string | null;
      }[];
    };
  };
  /** Search deals. Searches deals by text and by property, one page at a time, up to 10,000 records. Recent changes may be missing. */
  "hubspot/deals.search": {
    effect: "read";
    input: {
      /** Text to find in the default text properties. */
      query?: string;
      /** Conditions, all of which must hold. */
      filters?: {
        /** Internal name of the property. */
        property: string;
        /** Comparison operator. */
        operator: "EQ" | "NEQ" | "LT" | "LTE" | "GT" | "GTE" | "CONTAINS_TOKEN" | "HAS_PROPERTY" | "NOT_HAS_PROPERTY";
        /** Value to compare with. */
        value?: string;
      }[];
      /** Internal names of the properties to return; by default, a few common ones. */
      properties?: string[];
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The records on this page. */
      records: {
        /** Id of the record. */
        id: string;
        /** Whether it is in the recycling bin; null means no. */
        archived: boolean | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** The requested properties, and some that HubSpot always returns. */
        properties: {
          /** Internal name of the property. */
          name: string;
          /** Value of the property as a string; null if it has none. */
          value: string | null;
        }[];
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Number of matching records. */
      total: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Update a deal. Updates the given properties of a deal and leaves the others unchanged. */
  "hubspot/deals.update": {
    effect: "write";
    input: {
      /** Id of the deal. */
      id: string;
      /** Properties with their values. */
      values: {
        /** Internal name of a property, such as `firstname`. */
        name: string;
        /** Value of the property as a string; empty to clear it. */
        value: string;
      }[];
    };
    output: {
      /** Id of the record. */
      id: string;
      /** Whether it is in the recycling bin; null means no. */
      archived: boolean | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** The requested properties, and some that HubSpot always returns. */
      properties: {
        /** Internal name of the property. */
        name: string;
        /** Value of the property as a string; null if it has none. */
        value: string | null;
      }[];
    };
  };
  /** Write a note. Writes a note on a contact, company or deal. HubSpot doesn't show which execution wrote it, so a lost response can't be settled. */
  "hubspot/notes.create": {
    effect: "write";
    input: {
      /** Type of the record that the note is about. */
      on: "contact" | "company" | "deal";
      /** Id of the record that the note is about. */
      id: string;
      /** Text of the note. It may contain HTML. */
      text: string;
      /** The time that the note is about, in UTC, such as `2026-03-10T09:00:00Z`. */
      at: string;
    };
    output: {
      /** Id of the record. */
      id: string;
      /** Whether it is in the recycling bin; null means no. */
      archived: boolean | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** The requested properties, and some that HubSpot always returns. */
      properties: {
        /** Internal name of the property. */
        name: string;
        /** Value of the property as a string; null if it has none. */
        value: string | null;
      }[];
    };
    replayedOutput: {
      /** Id of the record. */
      id: string;
      /** Whether it is in the recycling bin; null means no. */
      archived: boolean | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
    };
  };
  /** List owners. Lists the users who can own records, one page at a time, or finds one by email address. */
  "hubspot/owners.list": {
    effect: "read";
    input: {
      /** Only the owner with this email address. */
      email?: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The owners on this page. */
      owners: {
        /** Id of the owner, as in the property `hubspot_owner_id`. */
        id: string;
        /** Email address. */
        email: string | null;
        /** First name. */
        firstName: string | null;
        /** Last name. */
        lastName: string | null;
        /** Id of the user; null for a team's queue or a removed user. */
        userId: number | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List deal pipelines. Lists the account's deal pipelines with their stages. */
  "hubspot/pipelines.list": {
    effect: "read";
    input: Record<string, never>;
    output: {
      /** The account's deal pipelines. */
      pipelines: {
        /** Id of the pipeline. */
        id: string;
        /** Name of the pipeline. */
        label: string;
        /** Stages of the pipeline. */
        stages: {
          /** Id of the stage, as in `dealstage` or `hs_pipeline_stage`. */
          id: string;
          /** Name of the stage. */
          label: string;
        }[];
      }[];
    };
  };
  /** Create a ticket. Creates a ticket. HubSpot assigns the id. Set `markerProperty` to a property with unique values that was created for this, so that a lost response can be settled. */
  "hubspot/tickets.create": {
    effect: "write";
    input: {
      /** Properties with their values. */
      values: {
        /** Internal name of a property, such as `firstname`. */
        name: string;
        /** Value of the property as a string; empty to clear it. */
        value: string;
      }[];
      /** Internal name of a property with unique values, created to store the execution's marker. With it, a lost response can be settled. */
      markerProperty?: string;
    };
    output: {
      /** Id of the record. */
      id: string;
      /** Whether it is in the recycling bin; null means no. */
      archived: boolean | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** The requested properties, and some that HubSpot always returns. */
      properties: {
        /** Internal name of the property. */
        name: string;
        /** Value of the property as a string; null if it has none. */
        value: string | null;
      }[];
    };
  };
  /** Read a ticket. Reads a ticket by its id. */
  "hubspot/tickets.get": {
    effect: "read";
    input: {
      /** Id of the ticket. */
      id: string;
      /** Internal names of the properties to return; by default, a few common ones. */
      properties?: string[];
    };
    output: {
      /** Id of the record. */
      id: string;
      /** Whether it is in the recycling bin; null means no. */
      archived: boolean | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** The requested properties, and some that HubSpot always returns. */
      properties: {
        /** Internal name of the property. */
        name: string;
        /** Value of the property as a string; null if it has none. */
        value: string | null;
      }[];
    };
  };
  /** Search tickets. Searches tickets by text and by property, one page at a time, up to 10,000 records. Recent changes may be missing. */
  "hubspot/tickets.search": {
    effect: "read";
    input: {
      /** Text to find in the default text properties. */
      query?: string;
      /** Conditions, all of which must hold. */
      filters?: {
        /** Internal name of the property. */
        property: string;
        /** Comparison operator. */
        operator: "EQ" | "NEQ" | "LT" | "LTE" | "GT" | "GTE" | "CONTAINS_TOKEN" | "HAS_PROPERTY" | "NOT_HAS_PROPERTY";
        /** Value to compare with. */
        value?: string;
      }[];
      /** Internal names of the properties to return; by default, a few common ones. */
      properties?: string[];
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The records on this page. */
      records: {
        /** Id of the record. */
        id: string;
        /** Whether it is in the recycling bin; null means no. */
        archived: boolean | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** The requested properties, and some that HubSpot always returns. */
        properties: {
          /** Internal name of the property. */
          name: string;
          /** Value of the property as a string; null if it has none. */
          value: string | null;
        }[];
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Number of matching records. */
      total: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List configs. Lists a project's environments or, with `environment`, that environment or folder and the folders in it. Infisical doesn't paginate these lists, so svc does. */
  "infisical/configs.list": {
    effect: "read";
    input: {
      /** Id of the project: the `slug` from projects.list. */
      project: string;
      /** Environment or folder whose folders to list. By default, the environments are listed. */
      environment?: string;
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The configs on this page, in no guaranteed order. */
      configs: {
        /** The name that other actions take as `config`. */
        name: string;
        /** The config's project. */
        project: string;
        /** Slug of the environment. */
        environment: string;
        /** Whether it is the environment's root config, which its branches inherit from. */
        root: boolean;
        /** Whether it can't be renamed or deleted; says nothing about its secrets. */
        locked: boolean;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** List projects. Lists the secrets projects that the connection's identity is a member of. Their `slug` is Infisical's id. Infisical doesn't paginate this list, so svc does. */
  "infisical/projects.list": {
    effect: "read";
    input: {
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The projects on this page, in no guaranteed order. */
      projects: {
        /** The name that other actions take as `project`. */
        slug: string;
        /** Name of the project. */
        name: string;
        /** Description of the project; empty if it has none. */
        description: string;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** Delete a secret. Deletes one secret. A missing name is a result (`already_absent`), not an error; so is a name that the folder only imports. If a project policy requires approval, Infisical opens an approval request, and the deletion is refused (`PROVIDER_REJECTED`). */
  "infisical/secrets.delete": {
    effect: "destructive";
    input: {
      /** Id of the project: the `slug` from projects.list. */
      project: string;
      /** Slug of the environment, or a folder in it, such as prod or prod/payments. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Id of the project: the `slug` from projects.list. */
      project: string;
      /** Slug of the environment, or a folder in it, such as prod or prod/payments. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** Whether the secret existed. */
      result: "deleted" | "already_absent";
    };
  };
  /** Read a secret. Reads the value of one secret, with its references resolved. If the folder itself doesn't have the name, it is read from the folders that it imports. */
  "infisical/secrets.get": {
    effect: "read";
    input: {
      /** Id of the project: the `slug` from projects.list. */
      project: string;
      /** Slug of the environment, or a folder in it, such as prod or prod/payments. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value with its references resolved; it may contain values of other secrets. */
      computed: string;
    };
  };
  /** List secret names. Lists the names of the secrets in an environment or folder, without values. Secrets in subfolders and imported secrets aren't listed. */
  "infisical/secrets.names.list": {
    effect: "read";
    input: {
      /** Id of the project: the `slug` from projects.list. */
      project: string;
      /** Slug of the environment, or a folder in it, such as prod or prod/payments. */
      config: string;
    };
    output: {
      /** The names, in no guaranteed order. */
      names: string[];
    };
  };
  /** Write a secret. Creates or replaces one secret; the last write wins. A metadata pair `svc-execution` proves which execution wrote it. If a project policy requires approval, Infisical opens an approval request, and the write is refused (`PROVIDER_REJECTED`). */
  "infisical/secrets.set": {
    effect: "write";
    input: {
      /** Id of the project: the `slug` from projects.list. */
      project: string;
      /** Slug of the environment, or a folder in it, such as prod or prod/payments. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value; it may be empty. `${NAME}` in it is a reference to another secret. Leading and trailing white space is refused, because Infisical would remove it, except for one line break at the end. At most 65,536 bytes of UTF-8. */
      value: string;
    };
    output: {
      /** Id of the project: the `slug` from projects.list. */
      project: string;
      /** Slug of the environment, or a folder in it, such as prod or prod/payments. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The provider accepted the value. */
      saved: true;
    };
  };
  /** Comment on an issue. Comments on an issue. The comment gets a property with a marker, so that a lost response can be settled. */
  "jira/comments.add": {
    effect: "write";
    input: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
      /** Content of the comment. Plain text; an empty line starts a new paragraph. */
      body: string;
    };
    output: {
      /** Id of the comment. */
      id: string;
      author: {
        /** Id of the user, for other actions. */
        accountId: string;
        /** Display name, subject to the user's privacy settings. */
        displayName: string;
      } | null;
      /** Content of the comment, as plain text. */
      body: string;
      /** When it was written. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
    };
    replayedOutput: {
      /** Id of the comment. */
      id: string;
      author: {
        /** Id of the user, for other actions. */
        accountId: string;
        /** Display name, subject to the user's privacy settings. */
        displayName: string;
      } | null;
      /** When it was written. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
    };
  };
  /** Read comments. Reads comments by their ids. Comments that were deleted, or that the user can't see, are left out. */
  "jira/comments.get": {
    effect: "read";
    input: {
      /** Ids of the comments. */
      commentIds: string[];
    };
    output: {
      /** The comments found. */
      comments: {
        /** Id of the comment. */
        id: string;
        author: {
          /** Id of the user, for other actions. */
          accountId: string;
          /** Display name, subject to the user's privacy settings. */
          displayName: string;
        } | null;
        /** Content of the comment, as plain text. */
        body: string;
        /** When it was written. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
      }[];
    };
  };
  /** List comments. Lists the comments on an issue, newest first, one page at a time. */
  "jira/comments.list": {
    effect: "read";
    input: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The comments on this page. */
      comments: {
        /** Id of the comment. */
        id: string;
        author: {
          /** Id of the user, for other actions. */
          accountId: string;
          /** Display name, subject to the user's privacy settings. */
          displayName: string;
        } | null;
        /** Content of the comment, as plain text. */
        body: string;
        /** When it was written. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List issue types. Lists the issue types of a project, one page at a time. */
  "jira/issueTypes.list": {
    effect: "read";
    input: {
      /** Key of the project, from `projects.list`. */
      projectKey: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The issue types on this page. */
      issueTypes: {
        /** Id of the issue type. */
        id: string;
        /** Name of the issue type, for `issues.create`. */
        name: string;
        /** Whether it is a subtask, which needs a parent. */
        subtask: boolean;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Assign an issue. Assigns an issue to a user, or removes the assignee. */
  "jira/issues.assign": {
    effect: "write";
    input: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
      /** Id of the user, from `users.find`; null for no assignee. */
      assigneeId: string | null;
    };
    output: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
      /** Id of the user, from `users.find`; null for no assignee. */
      assigneeId: string | null;
    };
  };
  /** Create an issue. Creates an issue. The issue gets a property with a marker, so that a lost response can be settled. */
  "jira/issues.create": {
    effect: "write";
    input: {
      /** Key of the project, from `projects.list`. */
      projectKey: string;
      /** Name of the issue type, from `issueTypes.list`. */
      issueType: string;
      /** Title of the issue. */
      summary: string;
      /** Description of the issue. Plain text; an empty line starts a new paragraph. */
      description?: string;
      /** Id of the user, from `users.find`. */
      assigneeId?: string;
      /** Name of the priority, such as `High`. */
      priority?: string;
      /** Labels of the issue. */
      labels?: string[];
      /** Due date, such as `2026-03-10`. */
      dueDate?: string;
      /** Key of the parent issue. */
      parentKey?: string;
    };
    output: {
      /** Id of the issue. */
      id: string;
      /** Key of the issue. */
      key: string;
    };
  };
  /** Read an issue. Reads an issue. The description is returned as plain text. */
  "jira/issues.get": {
    effect: "read";
    input: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
    };
    output: {
      /** Id of the issue. */
      id: string;
      /** Key of the issue, such as `ENG-7`. It changes if the issue moves to another project. */
      key: string;
      /** Title of the issue. */
      summary: string;
      /** Description of the issue, as plain text. */
      description: string;
      status: {
        /** Id of the status. */
        id: string;
        /** Name of the status. */
        name: string;
        /** Category of the status: `new`, `indeterminate` or `done`. */
        category: string;
      };
      /** Name of the issue type, such as Task or Bug. */
      issueType: string;
      /** Key of the issue's project. */
      projectKey: string;
      /** Name of the priority. */
      priority: string | null;
      assignee: {
        /** Id of the user, for other actions. */
        accountId: string;
        /** Display name, subject to the user's privacy settings. */
        displayName: string;
      } | null;
      reporter: {
        /** Id of the user, for other actions. */
        accountId: string;
        /** Display name, subject to the user's privacy settings. */
        displayName: string;
      } | null;
      /** Labels of the issue. */
      labels: string[];
      /** Due date. */
      dueDate: string | null;
      /** Key of the parent issue. */
      parentKey: string | null;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
    };
  };
  /** Search issues. Searches issues with JQL, one page at a time. The JQL must have a condition, such as `project = ENG`. */
  "jira/issues.search": {
    effect: "read";
    input: {
      /** JQL query, such as `project = ENG AND status = "In Progress" ORDER BY updated DESC`. */
      jql: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The issues on this page. */
      issues: {
        /** Id of the issue. */
        id: string;
        /** Key of the issue, such as `ENG-7`. It changes if the issue moves to another project. */
        key: string;
        /** Title of the issue. */
        summary: string;
        /** Description of the issue, as plain text. */
        description: string;
        status: {
          /** Id of the status. */
          id: string;
          /** Name of the status. */
          name: string;
          /** Category of the status: `new`, `indeterminate` or `done`. */
          category: string;
        };
        /** Name of the issue type, such as Task or Bug. */
        issueType: string;
        /** Key of the issue's project. */
        projectKey: string;
        /** Name of the priority. */
        priority: string | null;
        assignee: {
          /** Id of the user, for other actions. */
          accountId: string;
          /** Display name, subject to the user's privacy settings. */
          displayName: string;
        } | null;
        reporter: {
          /** Id of the user, for other actions. */
          accountId: string;
          /** Display name, subject to the user's privacy settings. */
          displayName: string;
        } | null;
        /** Labels of the issue. */
        labels: string[];
        /** Due date. */
        dueDate: string | null;
        /** Key of the parent issue. */
        parentKey: string | null;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Move an issue to another status. Moves an issue to another status with one of the transitions from `transitions.list`. */
  "jira/issues.transition": {
    effect: "write";
    input: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
      /** Id of the transition, from `transitions.list`. */
      transitionId: string;
    };
    output: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
      /** Id of the new status. */
      statusId: string;
    };
  };
  /** Update an issue. Updates the given fields of an issue and leaves the others unchanged. Labels are added and removed individually. */
  "jira/issues.update": {
    effect: "write";
    input: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
      /** Title of the issue. */
      summary?: string;
      /** Description of the issue. Plain text; an empty line starts a new paragraph. */
      description?: string;
      /** Name of the priority, such as `High`. */
      priority?: string;
      /** Due date, such as `2026-03-10`. */
      dueDate?: string;
      /** Labels to add. */
      addLabels?: string[];
      /** Labels to remove. */
      removeLabels?: string[];
    };
    output: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
      /** Always true. */
      updated: true;
    };
  };
  /** Link an issue to a page. Links an issue to a page outside Jira, with a global id that svc chooses, so that a lost response can be settled. */
  "jira/links.add": {
    effect: "write";
    input: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
      /** URL of the page. */
      url: string;
      /** Title of the link. */
      title: string;
    };
    output: {
      /** Id of the link. */
      id: number;
    };
  };
  /** List links. Lists the links of an issue to pages outside Jira. */
  "jira/links.list": {
    effect: "read";
    input: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
    };
    output: {
      /** The issue's links. */
      links: {
        /** Id of the link. */
        id: number;
        /** Global id of the link, which its creator chose. */
        globalId: string | null;
        /** URL of the linked page. */
        url: string;
        /** Title of the link. */
        title: string;
      }[];
    };
  };
  /** List projects. Lists the projects that the user can see, one page at a time, optionally filtered by name or key. */
  "jira/projects.list": {
    effect: "read";
    input: {
      /** Part of the name or key. */
      query?: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The projects on this page. */
      projects: {
        /** Id of the project. */
        id: string;
        /** Key of the project, the prefix of its issues' keys. */
        key: string;
        /** Name of the project. */
        name: string;
        /** Type of the project: `software`, `service_desk`, `business` or `product_discovery`. */
        type: string;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List transitions. Lists the transitions that are currently possible for an issue, each with the status that it leads to. */
  "jira/transitions.list": {
    effect: "read";
    input: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
    };
    output: {
      /** The possible transitions. */
      transitions: {
        /** Id of the transition, for `issues.transition`. */
        id: string;
        /** Name of the transition. */
        name: string;
        to: {
          /** Id of the status. */
          id: string;
          /** Name of the status. */
          name: string;
          /** Category of the status: `new`, `indeterminate` or `done`. */
          category: string;
        };
      }[];
    };
  };
  /** Find users. Finds up to 50 users by part of their name or email address. */
  "jira/users.find": {
    effect: "read";
    input: {
      /** Part of the name or email address. */
      query: string;
    };
    output: {
      /** The users found. */
      users: {
        /** Id of the user, for other actions. */
        accountId: string;
        /** Display name, subject to the user's privacy settings. */
        displayName: string;
        /** Email address; null if the user hides it. */
        email: string | null;
        /** Whether the user can still use the site. */
        active: boolean;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Whether there may be more than the 50 that are returned. Search for more of the name. */
      incomplete: boolean;
    };
  };
  /** Log work. Logs time on an issue. The entry gets a property with a marker, so that a lost response can be settled. */
  "jira/worklogs.add": {
    effect: "write";
    input: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
      /** When the work started, in UTC, such as `2026-03-10T09:00:00Z`. */
      startedAt: string;
      /** Time spent, in seconds. */
      timeSpentSeconds: number;
      /** Description of the work. Plain text; an empty line starts a new paragraph. */
      comment?: string;
    };
    output: {
      /** Id of the entry. */
      id: string;
      author: {
        /** Id of the user, for other actions. */
        accountId: string;
        /** Display name, subject to the user's privacy settings. */
        displayName: string;
      } | null;
      /** Description of the work, as plain text. */
      comment: string;
      /** When the work started. ISO 8601, as returned by the provider. */
      startedAt: string;
      /** Time spent, in seconds. */
      timeSpentSeconds: number;
    };
    replayedOutput: {
      /** Id of the entry. */
      id: string;
      author: {
        /** Id of the user, for other actions. */
        accountId: string;
        /** Display name, subject to the user's privacy settings. */
        displayName: string;
      } | null;
      /** When the work started. ISO 8601, as returned by the provider. */
      startedAt: string;
      /** Time spent, in seconds. */
      timeSpentSeconds: number;
    };
  };
  /** List work logs. Lists the work log entries of an issue, oldest first, one page at a time. */
  "jira/worklogs.list": {
    effect: "read";
    input: {
      /** Key or id of the issue, such as `ENG-7`. */
      issueKey: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The work log entries on this page. */
      worklogs: {
        /** Id of the entry. */
        id: string;
        author: {
          /** Id of the user, for other actions. */
          accountId: string;
          /** Display name, subject to the user's privacy settings. */
          displayName: string;
        } | null;
        /** Description of the work, as plain text. */
        comment: string;
        /** When the work started. ISO 8601, as returned by the provider. */
        startedAt: string;
        /** Time spent, in seconds. */
        timeSpentSeconds: number;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Link a URL to an issue. Links a URL to an issue. If the issue already links to the URL, the title of that link changes. */
  "linear/attachments.link": {
    effect: "write";
    input: {
      /** UUID or identifier of the issue, such as `ENG-7`. */
      issueId: string;
      /** URL of the link. */
      url: string;
      /** Title of the link. */
      title: string;
      /** Second line of the link. */
      subtitle?: string;
    };
    output: {
      /** Id of the attachment. */
      id: string;
      /** Title of the link. */
      title: string;
      /** Second line of the link. */
      subtitle: string | null;
      /** URL that it links to. */
      url: string;
      issue: {
        /** Id of the issue. */
        id: string;
        /** Identifier of the issue. */
        identifier: string;
      };
    };
  };
  /** Find links to a URL. Lists the links to a URL, each with its issue, one page at a time. */
  "linear/attachments.list": {
    effect: "read";
    input: {
      /** URL of the link. */
      url: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The links on this page. */
      attachments: {
        /** Id of the attachment. */
        id: string;
        /** Title of the link. */
        title: string;
        /** Second line of the link. */
        subtitle: string | null;
        /** URL that it links to. */
        url: string;
        issue: {
          /** Id of the issue. */
          id: string;
          /** Identifier of the issue. */
          identifier: string;
        };
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Comment on an issue. Comments on an issue. svc chooses the comment's id, so that a lost response can be settled. */
  "linear/comments.create": {
    effect: "write";
    input: {
      /** UUID or identifier of the issue, such as `ENG-7`. */
      issueId: string;
      /** Text of the comment, in Markdown. */
      body: string;
      /** Id of the comment to reply to. */
      parentId?: string;
    };
    output: {
      /** UUID of the comment. */
      id: string;
      /** Text of the comment, in Markdown. */
      body: string;
      /** URL in Linear. */
      url: string;
      user: {
        /** Id of the user. */
        id: string;
        /** Name of the user. */
        name: string;
      } | null;
      issue: {
        /** Id of the issue. */
        id: string;
        /** Identifier of the issue. */
        identifier: string;
      } | null;
      /** Id of the parent comment; null if it isn't a reply. */
      parentId: string | null;
      /** When it was written. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
    };
    replayedOutput: {
      /** UUID of the comment. */
      id: string;
      /** URL in Linear. */
      url: string;
      user: {
        /** Id of the user. */
        id: string;
        /** Name of the user. */
        name: string;
      } | null;
      issue: {
        /** Id of the issue. */
        id: string;
        /** Identifier of the issue. */
        identifier: string;
      } | null;
      /** Id of the parent comment; null if it isn't a reply. */
      parentId: string | null;
      /** When it was written. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
    };
  };
  /** List comments. Lists the comments on an issue, one page at a time. */
  "linear/comments.list": {
    effect: "read";
    input: {
      /** UUID of the issue. */
      issueId: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The comments on this page. */
      comments: {
        /** UUID of the comment. */
        id: string;
        /** Text of the comment, in Markdown. */
        body: string;
        /** URL in Linear. */
        url: string;
        user: {
          /** Id of the user. */
          id: string;
          /** Name of the user. */
          name: string;
        } | null;
        issue: {
          /** Id of the issue. */
          id: string;
          /** Identifier of the issue. */
          identifier: string;
        } | null;
        /** Id of the parent comment; null if it isn't a reply. */
        parentId: string | null;
        /** When it was written. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Archive an issue. Archives an issue. Lists leave it out, but it can still be read and restored. */
  "linear/issues.archive": {
    effect: "destructive";
    input: {
      /** UUID or identifier of the issue, such as `ENG-7`. */
      issueId: string;
    };
    output: {
      /** Id of the issue. */
      id: string;
      /** When it was archived. ISO 8601, as returned by the provider. */
      archivedAt: string | null;
    };
  };
  /** Create an issue. Creates an issue. svc chooses the issue's id, so that a lost response can be settled. */
  "linear/issues.create": {
    effect: "write";
    input: {
      /** Id of the team, from `teams.list`. */
      teamId: string;
      /** Title of the issue. */
      title: string;
      /** Description of the issue, in Markdown. */
      description?: string;
      /** Id of the user to assign the issue to. */
      assigneeId?: string;
      /** Id of the workflow state. By default, the team's first. */
      stateId?: string;
      /** Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
      priority?: number;
      /** Ids of the issue's labels. */
      labelIds?: string[];
      /** Id of the project. */
      projectId?: string;
      /** Id of the parent issue. */
      parentId?: string;
      /** Due date, such as `2026-03-10`. */
      dueDate?: string;
    };
    output: {
      /** UUID of the issue. */
      id: string;
      /** Human-readable identifier of the issue, such as `ENG-7`. It changes if the issue moves to another team. */
      identifier: string;
      /** Title of the issue. */
      title: string;
      /** Description of the issue, in Markdown. */
      description: string | null;
      /** URL in Linear. */
      url: string;
      /** Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
      priority: number;
      /** Due date. */
      dueDate: string | null;
      team: {
        /** Id of the team. */
        id: string;
        /** Key of the team. */
        key: string;
        /** Name of the team. */
        name: string;
      };
      state: {
        /** Id of the state. */
        id: string;
        /** Name of the state. */
        name: string;
        /** Type of the state: `triage`, `backlog`, `unstarted`, `started`, `completed` or `canceled`. */
        type: string;
      };
      assignee: {
        /** Id of the user. */
        id: string;
        /** Name of the user. */
        name: string;
      } | null;
      project: {
        /** Id of the project. */
        id: string;
        /** Name of the project. */
        name: string;
      } | null;
      parent: {
        /** Id of the parent issue. */
        id: string;
        /** Identifier of the parent issue. */
        identifier: string;
      } | null;
      /** Ids of the issue's labels. */
      labelIds: string[];
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** When it was archived. ISO 8601, as returned by the provider. */
      archivedAt: string | null;
    };
    replayedOutput: {
      /** UUID of the issue. */
      id: string;
      /** Human-readable identifier of the issue, such as `ENG-7`. It changes if the issue moves to another team. */
      identifier: string;
      /** Title of the issue. */
      title: string;
      /** URL in Linear. */
      url: string;
      /** Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
      priority: number;
      /** Due date. */
      dueDate: string | null;
      team: {
        /** Id of the team. */
        id: string;
        /** Key of the team. */
        key: string;
        /** Name of the team. */
        name: string;
      };
      state: {
        /** Id of the state. */
        id: string;
        /** Name of the state. */
        name: string;
        /** Type of the state: `triage`, `backlog`, `unstarted`, `started`, `completed` or `canceled`. */
        type: string;
      };
      assignee: {
        /** Id of the user. */
        id: string;
        /** Name of the user. */
        name: string;
      } | null;
      project: {
        /** Id of the project. */
        id: string;
        /** Name of the project. */
        name: string;
      } | null;
      parent: {
        /** Id of the parent issue. */
        id: string;
        /** Identifier of the parent issue. */
        identifier: string;
      } | null;
      /** Ids of the issue's labels. */
      labelIds: string[];
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** When it was archived. ISO 8601, as returned by the provider. */
      archivedAt: string | null;
    };
  };
  /** Read an issue. Reads an issue, archived or not. */
  "linear/issues.get": {
    effect: "read";
    input: {
      /** UUID or identifier of the issue, such as `ENG-7`. */
      issueId: string;
    };
    output: {
      /** UUID of the issue. */
      id: string;
      /** Human-readable identifier of the issue, such as `ENG-7`. It changes if the issue moves to another team. */
      identifier: string;
      /** Title of the issue. */
      title: string;
      /** Description of the issue, in Markdown. */
      description: string | null;
      /** URL in Linear. */
      url: string;
      /** Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
      priority: number;
      /** Due date. */
      dueDate: string | null;
      team: {
        /** Id of the team. */
        id: string;
        /** Key of the team. */
        key: string;
        /** Name of the team. */
        name: string;
      };
      state: {
        /** Id of the state. */
        id: string;
        /** Name of the state. */
        name: string;
        /** Type of the state: `triage`, `backlog`, `unstarted`, `started`, `completed` or `canceled`. */
        type: string;
      };
      assignee: {
        /** Id of the user. */
        id: string;
        /** Name of the user. */
        name: string;
      } | null;
      project: {
        /** Id of the project. */
        id: string;
        /** Name of the project. */
        name: string;
      } | null;
      parent: {
        /** Id of the parent issue. */
        id: string;
        /** Identifier of the parent issue. */
        identifier: string;
      } | null;
      /** Ids of the issue's labels. */
      labelIds: string[];
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** When it was archived. ISO 8601, as returned by the provider. */
      archivedAt: string | null;
    };
  };
  /** List issues. Lists the issues that the user can see, one page at a time, optionally filtered by team, assignee, state, label or project. */
  "linear/issues.list": {
    effect: "read";
    input: {
      /** Only issues of this team. */
      teamId?: string;
      /** Only issues assigned to this user. */
      assigneeId?: string;
      /** Only issues in this state. */
      stateId?: string;
      /** Only issues with this label. */
      labelId?: string;
      /** Only issues in this project. */
      projectId?: string;
      /** Whether to include archived issues; false by default. */
      includeArchived?: boolean;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The issues on this page. */
      issues: {
        /** UUID of the issue. */
        id: string;
        /** Human-readable identifier of the issue, such as `ENG-7`. It changes if the issue moves to another team. */
        identifier: string;
        /** Title of the issue. */
        title: string;
        /** Description of the issue, in Markdown. */
        description: string | null;
        /** URL in Linear. */
        url: string;
        /** Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
        priority: number;
        /** Due date. */
        dueDate: string | null;
        team: {
          /** Id of the team. */
          id: string;
          /** Key of the team. */
          key: string;
          /** Name of the team. */
          name: string;
        };
        state: {
          /** Id of the state. */
          id: string;
          /** Name of the state. */
          name: string;
          /** Type of the state: `triage`, `backlog`, `unstarted`, `started`, `completed` or `canceled`. */
          type: string;
        };
        assignee: {
          /** Id of the user. */
          id: string;
          /** Name of the user. */
          name: string;
        } | null;
        project: {
          /** Id of the project. */
          id: string;
          /** Name of the project. */
          name: string;
        } | null;
        parent: {
          /** Id of the parent issue. */
          id: string;
          /** Identifier of the parent issue. */
          identifier: string;
        } | null;
        /** Ids of the issue's labels. */
        labelIds: string[];
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** When it was archived. ISO 8601, as returned by the provider. */
        archivedAt: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Search issues. Searches issues by words in their title and description, one page at a time. Linear allows 30 searches per minute. */
  "linear/issues.search": {
    effect: "read";
    input: {
      /** Words to search for. */
      term: string;
      /** Only issues of this team. */
      teamId?: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The issues on this page. */
      issues: {
        /** UUID of the issue. */
        id: string;
        /** Human-readable identifier of the issue, such as `ENG-7`. It changes if the issue moves to another team. */
        identifier: string;
        /** Title of the issue. */
        title: string;
        /** Description of the issue, in Markdown. */
        description: string | null;
        /** URL in Linear. */
        url: string;
        /** Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
        priority: number;
        /** Due date. */
        dueDate: string | null;
        team: {
          /** Id of the team. */
          id: string;
          /** Key of the team. */
          key: string;
          /** Name of the team. */
          name: string;
        };
        state: {
          /** Id of the state. */
          id: string;
          /** Name of the state. */
          name: string;
          /** Type of the state: `triage`, `backlog`, `unstarted`, `started`, `completed` or `canceled`. */
          type: string;
        };
        assignee: {
          /** Id of the user. */
          id: string;
          /** Name of the user. */
          name: string;
        } | null;
        project: {
          /** Id of the project. */
          id: string;
          /** Name of the project. */
          name: string;
        } | null;
        parent: {
          /** Id of the parent issue. */
          id: string;
          /** Identifier of the parent issue. */
          identifier: string;
        } | null;
        /** Ids of the issue's labels. */
        labelIds: string[];
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** When it was archived. ISO 8601, as returned by the provider. */
        archivedAt: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Update an issue. Updates the given fields of an issue and leaves the others unchanged. Labels are added and removed individually. */
  "linear/issues.update": {
    effect: "write";
    input: {
      /** UUID or identifier of the issue, such as `ENG-7`. */
      issueId: string;
      /** Title of the issue. */
      title?: string;
      /** Description of the issue, in Markdown. */
      description?: string;
      /** Id of the new assignee. */
      assigneeId?: string;
      /** Id of the new workflow state. */
      stateId?: string;
      /** Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
      priority?: number;
      /** Id of the new project. */
      projectId?: string;
      /** Due date, such as `2026-03-10`. */
      dueDate?: string;
      /** Ids of the labels to add. */
      addLabelIds?: string[];
      /** Ids of the labels to remove. */
      removeLabelIds?: string[];
    };
    output: {
      /** UUID of the issue. */
      id: string;
      /** Human-readable identifier of the issue, such as `ENG-7`. It changes if the issue moves to another team. */
      identifier: string;
      /** Title of the issue. */
      title: string;
      /** Description of the issue, in Markdown. */
      description: string | null;
      /** URL in Linear. */
      url: string;
      /** Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
      priority: number;
      /** Due date. */
      dueDate: string | null;
      team: {
        /** Id of the team. */
        id: string;
        /** Key of the team. */
        key: string;
        /** Name of the team. */
        name: string;
      };
      state: {
        /** Id of the state. */
        id: string;
        /** Name of the state. */
        name: string;
        /** Type of the state: `triage`, `backlog`, `unstarted`, `started`, `completed` or `canceled`. */
        type: string;
      };
      assignee: {
        /** Id of the user. */
        id: string;
        /** Name of the user. */
        name: string;
      } | null;
      project: {
        /** Id of the project. */
        id: string;
        /** Name of the project. */
        name: string;
      } | null;
      parent: {
        /** Id of the parent issue. */
        id: string;
        /** Identifier of the parent issue. */
        identifier: string;
      } | null;
      /** Ids of the issue's labels. */
      labelIds: string[];
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** When it was archived. ISO 8601, as returned by the provider. */
      archivedAt: string | null;
    };
    replayedOutput: {
      /** UUID of the issue. */
      id: string;
      /** Human-readable identifier of the issue, such as `ENG-7`. It changes if the issue moves to another team. */
      identifier: string;
      /** Title of the issue. */
      title: string;
      /** URL in Linear. */
      url: string;
      /** Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
      priority: number;
      /** Due date. */
      dueDate: string | null;
      team: {
        /** Id of the team. */
        id: string;
        /** Key of the team. */
        key: string;
        /** Name of the team. */
        name: string;
      };
      state: {
        /** Id of the state. */
        id: string;
        /** Name of the state. */
        name: string;
        /** Type of the state: `triage`, `backlog`, `unstarted`, `started`, `completed` or `canceled`. */
        type: string;
      };
      assignee: {
        /** Id of the user. */
        id: string;
        /** Name of the user. */
        name: string;
      } | null;
      project: {
        /** Id of the project. */
        id: string;
        /** Name of the project. */
        name: string;
      } | null;
      parent: {
        /** Id of the parent issue. */
        id: string;
        /** Identifier of the parent issue. */
        identifier: string;
      } | null;
      /** Ids of the issue's labels. */
      labelIds: string[];
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** When it was archived. ISO 8601, as returned by the provider. */
      archivedAt: string | null;
    };
  };
  /** List labels. Lists the issue labels of the workspace and its teams, one page at a time. */
  "linear/labels.list": {
    effect: "read";
    input: {
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The labels on this page. */
      labels: {
        /** Id of the label. */
        id: string;
        /** Name of the label. */
        name: string;
        /** Color of the label, as `#rrggbb`. */
        color: string;
        /** Id of the label's team; null for a label of the whole workspace. */
        teamId: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List projects. Lists the projects of the workspace, one page at a time. */
  "linear/projects.list": {
    effect: "read";
    input: {
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The projects on this page. */
      projects: {
        /** Id of the project. */
        id: string;
        /** Name of the project. */
        name: string;
        /** Short description of the project. */
        description: string;
        /** URL in Linear. */
        url: string;
        /** Kind of the project's status, such as `planned`, `started`, `completed` or `canceled`. */
        state: string;
        /** Target date of the project. */
        targetDate: string | null;
        lead: {
          /** Id of the user. */
          id: string;
          /** Name of the user. */
          name: string;
        } | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List workflow states. Lists the workflow states that issues can have, one page at a time, optionally of one team only. */
  "linear/states.list": {
    effect: "read";
    input: {
      /** Only states of this team. */
      teamId?: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The workflow states on this page. */
      states: {
        /** Id of the state. */
        id: string;
        /** Name of the state. */
        name: string;
        /** Type of the state: `triage`, `backlog`, `unstarted`, `started`, `completed` or `canceled`. */
        type: string;
        /** Position of the state among the states of its type. */
        position: number;
        /** Id of the state's team. */
        teamId: string;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List teams. Lists the teams of the workspace, one page at a time. */
  "linear/teams.list": {
    effect: "read";
    input: {
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The teams on this page. */
      teams: {
        /** Id of the team. */
        id: string;
        /** Key of the team, the prefix of its issues' identifiers. */
        key: string;
        /** Name of the team. */
        name: string;
        /** Description of the team. */
        description: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List users. Lists the members of the workspace, one page at a time, or finds one by email address. */
  "linear/users.list": {
    effect: "read";
    input: {
      /** Only the user with this email address. */
      email?: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The users on this page. */
      users: {
        /** Id of the user. */
        id: string;
        /** Full name. */
        name: string;
        /** Name for mentions. */
        displayName: string;
        /** Email address. */
        email: string;
        /** Whether the user can still use the workspace. */
        active: boolean;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Add text to a page. Adds paragraphs at the end of a page or block. Notion doesn't show which execution wrote them, so a lost response can't be settled. */
  "notion/blocks.append": {
    effect: "write";
    input: {
      /** Id of the page or block. */
      blockId: string;
      /** Text to add. An empty line starts a new paragraph; Notion accepts at most 100 paragraphs. */
      text: string;
    };
    output: {
      /** The paragraphs added. */
      blocks: {
        /** Id of the block. */
        id: string;
        /** Type of the block, such as `paragraph` or `heading_1`. */
        type: string;
        /** Text of the block; empty if it has none. */
        text: string;
        /** Whether the block has child blocks. */
        hasChildren: boolean;
      }[];
    };
    replayedOutput: {
      blocks: unknown;
    };
  };
  /** List the content of a page. Lists the child blocks of a page or block with their text, one page at a time. */
  "notion/blocks.list": {
    effect: "read";
    input: {
      /** Id of the page or block. */
      blockId: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The blocks on this page. */
      blocks: {
        /** Id of the block. */
        id: string;
        /** Type of the block, such as `paragraph` or `heading_1`. */
        type: string;
        /** Text of the block; empty if it has none. */
        text: string;
        /** Whether the block has child blocks. */
        hasChildren: boolean;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Comment on a page. Comments on a page, or replies in a discussion. Notion doesn't show which execution wrote a comment, so a lost response can't be settled. */
  "notion/comments.create": {
    effect: "write";
    input: {
      /** Id of the page. Set either this or `discussionId`. */
      pageId?: string;
      /** Id of the discussion to reply to. */
      discussionId?: string;
      /** Text of the comment. */
      text: string;
    };
    output: {
      /** Id of the comment. */
      id: string;
      /** Id of the discussion. `comments.create` can reply to it. */
      discussionId: string | null;
      /** Text of the comment. */
      text: string | null;
      /** Id of the comment's author. */
      authorId: string | null;
      /** When it was written. ISO 8601, as returned by the provider. */
      createdAt: string | null;
    };
    replayedOutput: {
      /** Id of the comment. */
      id: string;
      /** Id of the discussion. `comments.create` can reply to it. */
      discussionId: string | null;
      /** Id of the comment's author. */
      authorId: string | null;
      /** When it was written. ISO 8601, as returned by the provider. */
      createdAt: string | null;
    };
  };
  /** List comments. Lists the open comments on a page or block, one page at a time. */
  "notion/comments.list": {
    effect: "read";
    input: {
      /** Id of the page or block. */
      blockId: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The comments on this page. */
      comments: {
        /** Id of the comment. */
        id: string;
        /** Id of the discussion. `comments.create` can reply to it. */
        discussionId: string;
        /** Text of the comment. */
        text: string;
        /** Id of the comment's author. */
        authorId: string;
        /** When it was written. ISO 8601, as returned by the provider. */
        createdAt: string;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Read a data source. Reads the title and properties of a data source. */
  "notion/dataSources.get": {
    effect: "read";
    input: {
      /** Id of the data source. */
      dataSourceId: string;
    };
    output: {
      /** UUID in Notion. */
      id: string;
      /** URL in Notion. */
      url: string;
      /** Whether it is in the trash. */
      inTrash: boolean;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** Title of the data source. */
      title: string;
      /** Id of the data source's database. */
      databaseId: string | null;
      /** Properties of the data source's pages. */
      properties: {
        /** Id of the property. */
        id: string;
        /** Name of the property. */
        name: string;
        /** Type of the property. */
        type: string;
      }[];
    };
  };
  /** List the pages of a data source. Lists the pages of a data source, most recently changed first, one page at a time, optionally filtered by the value of a property. Notion ends a list at 10,000 pages; `incomplete` says so. */
  "notion/dataSources.query": {
    effect: "read";
    input: {
      /** Id of the data source. */
      dataSourceId: string;
      /** Filter for the pages to list. */
      filter?: {
        /** Name of the property. */
        property: string;
        /** Type of the property, from `dataSources.get`. */
        type: "title" | "rich_text" | "number" | "checkbox" | "select" | "status" | "date" | "url" | "email";
        /** Value of the property: a number for `number`, true or false for `checkbox`, otherwise a string. */
        equals: string | number | boolean;
      };
      /** Only pages created at this time or later, oldest first. To read on after an incomplete list, send the earliest time that you need, then the `createdAt` of the last page: pages of that minute come again. */
      createdFrom?: string;
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The data source's pages, on this page of the list. */
      pages: {
        /** UUID in Notion. */
        id: string;
        /** URL in Notion. */
        url: string;
        /** Whether it is in the trash. */
        inTrash: boolean;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** Title of the page; null if it has no title property. */
        title: string | null;
        /** Id of the parent page, data source or block; null if the page is at the top level of the workspace. */
        parentId: string | null;
        /** Properties of the page. */
        properties: {
          /** Name of the property. */
          name: string;
          /** Type of the property, such as `rich_text` or `number`. */
          type: string;
          /** Value of the property as text; null if it is empty or has no text form. */
          text: string | null;
        }[];
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Whether Notion ended the list here because it returns at most 10,000 results, although there are more. */
      incomplete: boolean;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Read a database. Reads the title and data sources of a database. The database's pages are in its data sources. */
  "notion/databases.get": {
    effect: "read";
    input: {
      /** Id of the database. */
      databaseId: string;
    };
    output: {
      /** UUID in Notion. */
      id: string;
      /** URL in Notion. */
      url: string;
      /** Whether it is in the trash. */
      inTrash: boolean;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** Title of the database. */
      title: string;
      /** Data sources of the database. */
      dataSources: {
        /** Id of the data source. */
        id: string;
        /** Name of the data source. */
        name: string;
      }[];
    };
  };
  /** Create a page. Creates a page in another page, or in a data source with properties. Set `markerProperty` to a text property of the data source that was created for this, so that a lost response can be settled. */
  "notion/pages.create": {
    effect: "write";
    input: {
      /** Id of the parent page. Set either this or `dataSourceId`. */
      parentPageId?: string;
      /** Id of the parent data source. */
      dataSourceId?: string;
      /** Title of the page. */
      title: string;
      /** Properties to set. */
      properties?: ({
        /** Name of the property. */
        name: string;
        /** For the title property. */
        title: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For a text property. */
        text: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For a number property; null clears it. */
        number: number | null;
      } | {
        /** Name of the property. */
        name: string;
        /** For a select property: name of the option. */
        select: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For a status property: name of the option. */
        status: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For a multi-select property: names of the options. */
        multiSelect: string[];
      } | {
        /** Name of the property. */
        name: string;
        /** For a date property: a date or time in ISO 8601. */
        date: string;
        /** End of a date range. */
        end?: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For a checkbox property. */
        checkbox: boolean;
      } | {
        /** Name of the property. */
        name: string;
        /** For a URL property. */
        url: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For an email property. */
        email: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For a phone property. */
        phone: string;
      })[];
      /** Content of the page, in Markdown. */
      markdown?: string;
      /** Name of a text property of the data source, created to store the execution's marker. With it, a lost response can be settled. */
      markerProperty?: string;
    };
    output: {
      /** UUID in Notion. */
      id: string;
      /** URL in Notion. */
      url: string;
      /** Whether it is in the trash. */
      inTrash: boolean;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** Title of the page; null if it has no title property. */
      title: string | null;
      /** Id of the parent page, data source or block; null if the page is at the top level of the workspace. */
      parentId: string | null;
      /** Properties of the page. */
      properties: {
        /** Name of the property. */
        name: string;
        /** Type of the property, such as `rich_text` or `number`. */
        type: string;
        /** Value of the property as text; null if it is empty or has no text form. */
        text: string | null;
      }[];
    };
  };
  /** Read a page's properties. Reads the title and properties of a page. For its content, use `pages.markdown` or `blocks.list`. */
  "notion/pages.get": {
    effect: "read";
    input: {
      /** Id of the page. */
      pageId: string;
    };
    output: {
      /** UUID in Notion. */
      id: string;
      /** URL in Notion. */
      url: string;
      /** Whether it is in the trash. */
      inTrash: boolean;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** Title of the page; null if it has no title property. */
      title: string | null;
      /** Id of the parent page, data source or block; null if the page is at the top level of the workspace. */
      parentId: string | null;
      /** Properties of the page. */
      properties: {
        /** Name of the property. */
        name: string;
        /** Type of the property, such as `rich_text` or `number`. */
        type: string;
        /** Value of the property as text; null if it is empty or has no text form. */
        text: string | null;
      }[];
    };
  };
  /** Read a page as Markdown. Reads the content of a page as Markdown. */
  "notion/pages.markdown": {
    effect: "read";
    input: {
      /** Id of the page. */
      pageId: string;
    };
    output: {
      /** Content of the page, in Markdown. */
      markdown: string;
      /** Whether the content is incomplete because the page is too long. */
      truncated: boolean;
    };
  };
  /** Search by title. Searches the pages and data sources shared with the integration by title, one page at a time. Recent changes may be missing. */
  "notion/pages.search": {
    effect: "read";
    input: {
      /** Part of the title. */
      query?: string;
      /** Only pages, or only data sources. */
      object?: "page" | "data_source";
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The pages and data sources found, on this page of the list. */
      results: {
        /** UUID in Notion. */
        id: string;
        /** URL in Notion. */
        url: string;
        /** Whether it is in the trash. */
        inTrash: boolean;
        /** When it was created. ISO 8601, as returned by the provider. */
        createdAt: string;
        /** When it last changed. ISO 8601, as returned by the provider. */
        updatedAt: string;
        /** Kind of result: `page` or `data_source`. */
        object: string;
        /** Title of the page or data source. */
        title: string | null;
        /** Id of the parent; null at the top level of the workspace. */
        parentId: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Whether Notion ended the list here because it returns at most 10,000 results, although there are more. */
      incomplete: boolean;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** Move a page to the trash. Moves a page to the trash. Notion deletes it permanently after 30 days. */
  "notion/pages.trash": {
    effect: "destructive";
    input: {
      /** Id of the page. */
      pageId: string;
    };
    output: {
      /** UUID in Notion. */
      id: string;
      /** URL in Notion. */
      url: string;
      /** Whether it is in the trash. */
      inTrash: boolean;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** Title of the page; null if it has no title property. */
      title: string | null;
      /** Id of the parent page, data source or block; null if the page is at the top level of the workspace. */
      parentId: string | null;
      /** Properties of the page. */
      properties: {
        /** Name of the property. */
        name: string;
        /** Type of the property, such as `rich_text` or `number`. */
        type: string;
        /** Value of the property as text; null if it is empty or has no text form. */
        text: string | null;
      }[];
    };
  };
  /** Update a page's properties. Updates the given properties of a page and leaves the other properties and the content unchanged. */
  "notion/pages.update": {
    effect: "write";
    input: {
      /** Id of the page. */
      pageId: string;
      /** Properties to set. */
      properties: ({
        /** Name of the property. */
        name: string;
        /** For the title property. */
        title: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For a text property. */
        text: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For a number property; null clears it. */
        number: number | null;
      } | {
        /** Name of the property. */
        name: string;
        /** For a select property: name of the option. */
        select: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For a status property: name of the option. */
        status: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For a multi-select property: names of the options. */
        multiSelect: string[];
      } | {
        /** Name of the property. */
        name: string;
        /** For a date property: a date or time in ISO 8601. */
        date: string;
        /** End of a date range. */
        end?: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For a checkbox property. */
        checkbox: boolean;
      } | {
        /** Name of the property. */
        name: string;
        /** For a URL property. */
        url: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For an email property. */
        email: string;
      } | {
        /** Name of the property. */
        name: string;
        /** For a phone property. */
        phone: string;
      })[];
    };
    output: {
      /** UUID in Notion. */
      id: string;
      /** URL in Notion. */
      url: string;
      /** Whether it is in the trash. */
      inTrash: boolean;
      /** When it was created. ISO 8601, as returned by the provider. */
      createdAt: string;
      /** When it last changed. ISO 8601, as returned by the provider. */
      updatedAt: string;
      /** Title of the page; null if it has no title property. */
      title: string | null;
      /** Id of the parent page, data source or block; null if the page is at the top level of the workspace. */
      parentId: string | null;
      /** Properties of the page. */
      properties: {
        /** Name of the property. */
        name: string;
        /** Type of the property, such as `rich_text` or `number`. */
        type: string;
        /** Value of the property as text; null if it is empty or has no text form. */
        text: string | null;
      }[];
    };
  };
  /** List users. Lists the members and bots of the workspace, one page at a time. */
  "notion/users.list": {
    effect: "read";
    input: {
      /** Number of entries per page; 50 by default. */
      pageSize?: number;
      /** `nextPageToken` of the previous page. */
      pageToken?: string;
    };
    output: {
      /** The users on this page. */
      users: {
        /** Id of the user. */
        id: string;
        /** Name of the user. */
        name: string | null;
        /** Type of the user: `person` or `bot`. */
        type: string | null;
        /** Email address; null if the integration isn't allowed to see it. */
        email: string | null;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `pageToken` to get the next page; null on the last page. */
      nextPageToken: string | null;
    };
  };
  /** List configs. Lists the tags of a vault's items or, with `environment`, that tag and the tags nested in it. svc reads all items without their fields, and paginates the list. */
  "onepassword/configs.list": {
    effect: "read";
    input: {
      /** Id of the vault: the `slug` from projects.list. */
      project: string;
      /** Tag, to list only this tag and the tags nested in it. By default, all tags are listed. */
      environment?: string;
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The configs on this page, in no guaranteed order. */
      configs: {
        /** The name that other actions take as `config`. */
        name: string;
        /** The config's project. */
        project: string;
        /** Slug of the environment. */
        environment: string;
        /** Whether it is the environment's root config, which its branches inherit from. */
        root: boolean;
        /** Whether it can't be renamed or deleted; says nothing about its secrets. */
        locked: boolean;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** List projects. Lists the vaults that the connection's token has access to. The server doesn't paginate this list, so svc does. */
  "onepassword/projects.list": {
    effect: "read";
    input: {
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The projects on this page, in no guaranteed order. */
      projects: {
        /** The name that other actions take as `project`. */
        slug: string;
        /** Name of the project. */
        name: string;
        /** Description of the project; empty if it has none. */
        description: string;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** Delete a secret. Permanently deletes the item with this title and tag, with all of its fields. An item with several tags disappears from each of their configs. If several items match, the deletion is refused. A missing item is a result (`already_absent`), not an error. */
  "onepassword/secrets.delete": {
    effect: "destructive";
    input: {
      /** Id of the vault: the `slug` from projects.list. */
      project: string;
      /** Tag of the items, such as prod or prod/payments. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Id of the vault: the `slug` from projects.list. */
      project: string;
      /** Tag of the items, such as prod or prod/payments. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** Whether the secret existed. */
      result: "deleted" | "already_absent";
    };
  };
  /** Read a secret. Reads the password or credential of the item with this title and tag. If several items match, it reads the newest, provided that svc wrote all of them. Otherwise, or if the item has several secrets, the read is refused (`PROVIDER_REJECTED`). */
  "onepassword/secrets.get": {
    effect: "read";
    input: {
      /** Id of the vault: the `slug` from projects.list. */
      project: string;
      /** Tag of the items, such as prod or prod/payments. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value with its references resolved; it may contain values of other secrets. */
      computed: string;
    };
  };
  /** List secret names. Lists the titles of a vault's items with a tag, without their fields. Archived items aren't listed. */
  "onepassword/secrets.names.list": {
    effect: "read";
    input: {
      /** Id of the vault: the `slug` from projects.list. */
      project: string;
      /** Tag of the items, such as prod or prod/payments. */
      config: string;
    };
    output: {
      /** The names, in no guaranteed order. */
      names: string[];
    };
  };
  /** Write a secret. Creates an API credential with this title and tag, or replaces the password or credential of the existing item; the last write wins. A field `svc-execution` in the item proves which execution wrote it. An item with several tags is in each of their configs. */
  "onepassword/secrets.set": {
    effect: "write";
    input: {
      /** Id of the vault: the `slug` from projects.list. */
      project: string;
      /** Tag of the items, such as prod or prod/payments. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value, in the item's password or credential; it may be empty. At most 65,536 bytes of UTF-8. */
      value: string;
    };
    output: {
      /** Id of the vault: the `slug` from projects.list. */
      project: string;
      /** Tag of the items, such as prod or prod/payments. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The provider accepted the value. */
      saved: true;
    };
  };
  /** Create a channel. Creates a public channel. Channel names are unique in a workspace. */
  "slack/channels.create": {
    effect: "write";
    input: {
      /** Name of the channel: lowercase letters, digits, hyphens and underscores. */
      name: string;
    };
    output: {
      /** Id of the channel, for other actions. */
      id: string;
      /** Name of the channel; null for a direct message. */
      name: string | null;
      /** Whether the channel is private. */
      isPrivate: boolean | null;
      /** Whether the channel is archived. */
      isArchived: boolean | null;
      /** Whether the app is in the channel. */
      isMember: boolean | null;
      /** Topic of the channel. */
      topic: string | null;
      /** Purpose of the channel. */
      purpose: string | null;
      /** Number of members. */
      members: number | null;
    };
  };
  /** Get a channel. Gets information about a channel or a direct message. */
  "slack/channels.get": {
    effect: "read";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
    };
    output: {
      /** Id of the channel, for other actions. */
      id: string;
      /** Name of the channel; null for a direct message. */
      name: string | null;
      /** Whether the channel is private. */
      isPrivate: boolean | null;
      /** Whether the channel is archived. */
      isArchived: boolean | null;
      /** Whether the app is in the channel. */
      isMember: boolean | null;
      /** Topic of the channel. */
      topic: string | null;
      /** Purpose of the channel. */
      purpose: string | null;
      /** Number of members. */
      members: number | null;
    };
  };
  /** Invite people to a channel. Invites people to a channel that the app is in. */
  "slack/channels.invite": {
    effect: "write";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
      /** Ids of the people to invite. */
      users: string[];
    };
    output: {
      /** Id of the channel, for other actions. */
      id: string;
      /** Name of the channel; null for a direct message. */
      name: string | null;
      /** Whether the channel is private. */
      isPrivate: boolean | null;
      /** Whether the channel is archived. */
      isArchived: boolean | null;
      /** Whether the app is in the channel. */
      isMember: boolean | null;
      /** Topic of the channel. */
      topic: string | null;
      /** Purpose of the channel. */
      purpose: string | null;
      /** Number of members. */
      members: number | null;
    };
  };
  /** List channels. Lists the channels that the app can see, one page at a time. */
  "slack/channels.list": {
    effect: "read";
    input: {
      /** Types of channels to list; by default, public channels. */
      types?: ("public_channel" | "private_channel")[];
      /** Whether to exclude archived channels; true by default. */
      excludeArchived?: boolean;
      /** Number of entries per page; 100 by default. */
      limit?: number;
      /** `nextCursor` of the previous page. */
      cursor?: string;
    };
    output: {
      /** The channels on this page. */
      channels: {
        /** Id of the channel, for other actions. */
        id: string;
        /** Name of the channel; null for a direct message. */
        name: string | null;
        /** Whether the channel is private. */
        isPrivate: boolean | null;
        /** Whether the channel is archived. */
        isArchived: boolean | null;
        /** Whether the app is in the channel. */
        isMember: boolean | null;
        /** Topic of the channel. */
        topic: string | null;
        /** Purpose of the channel. */
        purpose: string | null;
        /** Number of members. */
        members: number | null;
      }[];
      /** Send it as `cursor` to get the next page; null on the last page. */
      nextCursor: string | null;
    };
  };
  /** Open a direct message. Opens a direct message with one to eight people, or returns the existing one. Other actions accept its id as a channel. */
  "slack/dm.open": {
    effect: "write";
    input: {
      /** Ids of the people. */
      users: string[];
    };
    output: {
      /** Id of the direct message. */
      channel: string;
    };
  };
  /** Delete a message. Deletes a message that the app sent. */
  "slack/messages.delete": {
    effect: "destructive";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
      /** Timestamp of the message. For example, `1773133200.000100`. */
      ts: string;
    };
    output: {
      /** Id of the channel that the message is in. */
      channel: string;
      /** Timestamp of the message, which is its id in the channel. */
      ts: string;
    };
  };
  /** List messages. Lists the messages in a channel, newest first, one page at a time. Use `threads.get` to list the replies. */
  "slack/messages.list": {
    effect: "read";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
      /** Only messages after this timestamp. For example, `1773133200.000100`. */
      oldest?: string;
      /** Only messages before this timestamp. For example, `1773133200.000100`. */
      latest?: string;
      /** Number of messages per page; 15 by default. */
      limit?: number;
      /** `nextCursor` of the previous page. */
      cursor?: string;
    };
    output: {
      /** The messages on this page. */
      messages: {
        /** Timestamp of the message, which is its id in the channel. */
        ts: string;
        /** Id of the author; null for some apps. */
        user: string | null;
        /** Id of the app's bot; null for a person. */
        botId: string | null;
        /** Subtype of the message; null for an ordinary message. */
        subtype: string | null;
        /** Text in Slack's markup, with `&`, `<` and `>` escaped; empty if there is none. */
        text: string;
        /** Timestamp of the thread's first message; null if the message isn't in a thread. */
        threadTs: string | null;
        /** Number of replies; null if the message isn't the first of a thread. */
        replies: number | null;
        /** Reactions to the message. */
        reactions: {
          /** Name of the emoji, without colons. */
          name: string;
          /** Number of people who reacted with it. */
          count: number;
        }[];
      }[];
      /** Send it as `cursor` to get the next page; null on the last page. */
      nextCursor: string | null;
    };
  };
  /** Send a message. Sends a message to a channel, a thread or a person, as the app. The message's metadata has a marker, so that a lost response can be settled. */
  "slack/messages.post": {
    effect: "write";
    input: {
      /** Id of the channel (C…, G…, D…), or of a person for a direct message (U…, W…). */
      channel: string;
      /** Text of the message. */
      text: string;
      /** `plain` shows the text unchanged and is the default; `mrkdwn` is Slack's own markup, with links and mentions. */
      format?: "plain" | "mrkdwn";
      /** Timestamp of the first message of the thread to reply in. For example, `1773133200.000100`. */
      threadTs?: string;
      /** Whether to show the reply in the channel too. */
      broadcast?: boolean;
      /** Whether to show previews of links. */
      unfurlLinks?: boolean;
    };
    output: {
      /** Id of the channel that the message is in. */
      channel: string;
      /** Timestamp of the message, which is its id in the channel. */
      ts: string;
    };
  };
  /** Schedule a message. Schedules a message for a later time, at most 120 days ahead. Scheduled messages have no marker, so a lost response can't be settled. */
  "slack/messages.schedule": {
    effect: "write";
    input: {
      /** Id of the channel (C…, G…, D…), or of a person for a direct message (U…, W…). */
      channel: string;
      /** Text of the message. */
      text: string;
      /** `plain` shows the text unchanged and is the default; `mrkdwn` is Slack's own markup, with links and mentions. */
      format?: "plain" | "mrkdwn";
      /** When to send the message, in seconds since the epoch. */
      postAt: number;
    };
    output: {
      /** Id of the scheduled message. */
      scheduledMessageId: string;
      /** Id of the channel that it will be sent to. */
      channel: string;
      /** When to send the message, in seconds since the epoch. */
      postAt: number;
    };
  };
  /** Update a message. Replaces the text of a message that the app sent. */
  "slack/messages.update": {
    effect: "write";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
      /** Timestamp of the message. For example, `1773133200.000100`. */
      ts: string;
      /** Text of the message. */
      text: string;
      /** `plain` shows the text unchanged and is the default; `mrkdwn` is Slack's own markup, with links and mentions. */
      format?: "plain" | "mrkdwn";
    };
    output: {
      /** Id of the channel that the message is in. */
      channel: string;
      /** Timestamp of the message, which is its id in the channel. */
      ts: string;
    };
  };
  /** Add a reaction. Adds an emoji reaction to a message, as the app. Succeeds too if the app has already reacted with it. */
  "slack/reactions.add": {
    effect: "write";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
      /** Timestamp of the message. For example, `1773133200.000100`. */
      ts: string;
      /** Name of the emoji, without colons. */
      name: string;
    };
    output: {
      /** False if Slack says that the reaction was there already. */
      added: boolean;
    };
  };
  /** Get a thread. Lists the messages in a thread, oldest first, one page at a time. The first message is the parent. */
  "slack/threads.get": {
    effect: "read";
    input: {
      /** Id of the channel (C…, G…, D…). Names aren't accepted. */
      channel: string;
      /** Timestamp of the thread's first message. For example, `1773133200.000100`. */
      threadTs: string;
      /** Number of messages per page; 15 by default. */
      limit?: number;
      /** `nextCursor` of the previous page. */
      cursor?: string;
    };
    output: {
      /** The messages on this page. */
      messages: {
        /** Timestamp of the message, which is its id in the channel. */
        ts: string;
        /** Id of the author; null for some apps. */
        user: string | null;
        /** Id of the app's bot; null for a person. */
        botId: string | null;
        /** Subtype of the message; null for an ordinary message. */
        subtype: string | null;
        /** Text in Slack's markup, with `&`, `<` and `>` escaped; empty if there is none. */
        text: string;
        /** Timestamp of the thread's first message; null if the message isn't in a thread. */
        threadTs: string | null;
        /** Number of replies; null if the message isn't the first of a thread. */
        replies: number | null;
        /** Reactions to the message. */
        reactions: {
          /** Name of the emoji, without colons. */
          name: string;
          /** Number of people who reacted with it. */
          count: number;
        }[];
      }[];
      /** Send it as `cursor` to get the next page; null on the last page. */
      nextCursor: string | null;
    };
  };
  /** Find a person. Finds a person by email address. */
  "slack/users.findByEmail": {
    effect: "read";
    input: {
      /** Email address of the person. */
      email: string;
    };
    output: {
      /** Id of the person, for other actions. */
      id: string;
      /** Username of the account. */
      name: string | null;
      /** Full name. */
      realName: string | null;
      /** Display name that the person has chosen. */
      displayName: string | null;
      /** Email address; null if the connection's scopes don't allow it. */
      email: string | null;
      /** Time zone. */
      timeZone: string | null;
      /** Whether the account is a bot. */
      isBot: boolean | null;
      /** Whether the account is deactivated. */
      deleted: boolean | null;
    };
  };
  /** List people. Lists the people and bots in the workspace, one page at a time. */
  "slack/users.list": {
    effect: "read";
    input: {
      /** Number of entries per page; 100 by default. */
      limit?: number;
      /** `nextCursor` of the previous page. */
      cursor?: string;
    };
    output: {
      /** The people on this page. */
      users: {
        /** Id of the person, for other actions. */
        id: string;
        /** Username of the account. */
        name: string | null;
        /** Full name. */
        realName: string | null;
        /** Display name that the person has chosen. */
        displayName: string | null;
        /** Email address; null if the connection's scopes don't allow it. */
        email: string | null;
        /** Time zone. */
        timeZone: string | null;
        /** Whether the account is a bot. */
        isBot: boolean | null;
        /** Whether the account is deactivated. */
        deleted: boolean | null;
      }[];
      /** Send it as `cursor` to get the next page; null on the last page. */
      nextCursor: string | null;
    };
  };
  /** Get the balance. Gets the account's balance. */
  "stripe/balance.get": {
    effect: "read";
    input: Record<string, never>;
    output: {
      /** Amounts that can be paid out, by currency. */
      available: {
        /** Amount in the smallest unit of the currency; negative if the account owes it. */
        amount: number;
        /** Currency. */
        currency: string;
      }[];
      /** Amounts that can't be paid out yet, by currency. */
      pending: {
        /** Amount in the smallest unit of the currency; negative if the account owes it. */
        amount: number;
        /** Currency. */
        currency: string;
      }[];
      /** Whether the account is in live mode, with real money. */
      livemode: boolean;
    };
  };
  /** Create a customer. Creates a customer. Stripe allows several customers with the same email address. */
  "stripe/customers.create": {
    effect: "write";
    input: {
      /** Name of the customer. */
      name?: string;
      /** Email address. */
      email?: string;
      /** Phone number. */
      phone?: string;
      /** Internal description of the customer. */
      description?: string;
      /** Your own key-value pairs, at most 40. The key `svc` is reserved. */
      metadata?: {
        [name: string]: string;
      };
    };
    output: {
      /** Id of the customer, for other actions. */
      id: string;
      /** Name of the customer. */
      name: string | null;
      /** Email address. */
      email: string | null;
      /** Phone number. */
      phone: string | null;
      /** Internal description of the customer. */
      description: string | null;
      /** Currency of the customer's invoices. */
      currency: string | null;
      /** Amount that the customer owes (positive) or has as credit (negative), in the smallest unit of the currency. */
      balance: number | null;
      /** Whether the customer's latest invoice is overdue. */
      delinquent: boolean | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
    replayedOutput: {
      /** Id of the customer, for other actions. */
      id: string;
    };
  };
  /** Get a customer. Gets a customer by id. */
  "stripe/customers.get": {
    effect: "read";
    input: {
      /** Id of the customer. (cus_…) */
      id: string;
    };
    output: {
      /** Id of the customer, for other actions. */
      id: string;
      /** Name of the customer. */
      name: string | null;
      /** Email address. */
      email: string | null;
      /** Phone number. */
      phone: string | null;
      /** Internal description of the customer. */
      description: string | null;
      /** Currency of the customer's invoices. */
      currency: string | null;
      /** Amount that the customer owes (positive) or has as credit (negative), in the smallest unit of the currency. */
      balance: number | null;
      /** Whether the customer's latest invoice is overdue. */
      delinquent: boolean | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** List customers. Lists the customers of the account, newest first, one page at a time. */
  "stripe/customers.list": {
    effect: "read";
    input: {
      /** Email address. */
      email?: string;
      /** Number of entries per page; 10 by default. */
      limit?: number;
      /** `nextStartingAfter` of the previous page. */
      startingAfter?: string;
    };
    output: {
      /** The entries on this page, newest first. */
      items: {
        /** Id of the customer, for other actions. */
        id: string;
        /** Name of the customer. */
        name: string | null;
        /** Email address. */
        email: string | null;
        /** Phone number. */
        phone: string | null;
        /** Internal description of the customer. */
        description: string | null;
        /** Currency of the customer's invoices. */
        currency: string | null;
        /** Amount that the customer owes (positive) or has as credit (negative), in the smallest unit of the currency. */
        balance: number | null;
        /** Whether the customer's latest invoice is overdue. */
        delinquent: boolean | null;
        /** When it was created, in seconds since the epoch. */
        created: number;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `startingAfter` to get the next page; null on the last page. */
      nextStartingAfter: string | null;
    };
  };
  /** Update a customer. Updates the given fields of a customer and leaves the others unchanged. */
  "stripe/customers.update": {
    effect: "write";
    input: {
      /** Id of the customer. (cus_…) */
      id: string;
      /** Name of the customer. */
      name?: string;
      /** Email address. */
      email?: string;
      /** Phone number. */
      phone?: string;
      /** Internal description of the customer. */
      description?: string;
      /** Your own key-value pairs, at most 40. The key `svc` is reserved. */
      metadata?: {
        [name: string]: string;
      };
    };
    output: {
      /** Id of the customer, for other actions. */
      id: string;
      /** Name of the customer. */
      name: string | null;
      /** Email address. */
      email: string | null;
      /** Phone number. */
      phone: string | null;
      /** Internal description of the customer. */
      description: string | null;
      /** Currency of the customer's invoices. */
      currency: string | null;
      /** Amount that the customer owes (positive) or has as credit (negative), in the smallest unit of the currency. */
      balance: number | null;
      /** Whether the customer's latest invoice is overdue. */
      delinquent: boolean | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
    replayedOutput: {
      /** Id of the customer, for other actions. */
      id: string;
    };
  };
  /** Get a payment. Gets a payment by id. */
  "stripe/paymentIntents.get": {
    effect: "read";
    input: {
      /** Id of the payment. (pi_…) */
      id: string;
    };
    output: {
      /** Id of the payment, for refunds. */
      id: string;
      /** Amount in the smallest unit of the currency; null if it isn't known yet. */
      amount: number | null;
      /** Amount received, in the smallest unit of the currency. */
      amountReceived: number | null;
      /** Currency; null if it isn't known yet. */
      currency: string | null;
      /** Status of the payment, such as `succeeded` or `requires_payment_method`. */
      status: string;
      /** Id of the customer; null if it has none. */
      customer: string | null;
      /** Description of the payment. */
      description: string | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** List payments. Lists the payments of the account, newest first, one page at a time. */
  "stripe/paymentIntents.list": {
    effect: "read";
    input: {
      /** Only payments of this customer. (cus_…) */
      customer?: string;
      /** Number of entries per page; 10 by default. */
      limit?: number;
      /** `nextStartingAfter` of the previous page. */
      startingAfter?: string;
    };
    output: {
      /** The entries on this page, newest first. */
      items: {
        /** Id of the payment, for refunds. */
        id: string;
        /** Amount in the smallest unit of the currency; null if it isn't known yet. */
        amount: number | null;
        /** Amount received, in the smallest unit of the currency. */
        amountReceived: number | null;
        /** Currency; null if it isn't known yet. */
        currency: string | null;
        /** Status of the payment, such as `succeeded` or `requires_payment_method`. */
        status: string;
        /** Id of the customer; null if it has none. */
        customer: string | null;
        /** Description of the payment. */
        description: string | null;
        /** When it was created, in seconds since the epoch. */
        created: number;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `startingAfter` to get the next page; null on the last page. */
      nextStartingAfter: string | null;
    };
  };
  /** Create a price. Creates a price for a product. Prices can be deactivated, but never deleted. */
  "stripe/prices.create": {
    effect: "write";
    input: {
      /** Id of the product. */
      product: string;
      /** Currency: three lowercase letters, such as `eur`. */
      currency: string;
      /** Amount in the smallest unit of the currency: `1250` is EUR 12.50 or JPY 1250. */
      unitAmount: number;
      /** Billing interval, for a subscription price. */
      interval?: "day" | "week" | "month" | "year";
      /** Your own key-value pairs, at most 40. The key `svc` is reserved. */
      metadata?: {
        [name: string]: string;
      };
    };
    output: {
      /** Id of the price. */
      id: string;
      /** Id of the product. */
      product: string;
      /** Currency. */
      currency: string;
      /** Amount in the smallest unit of the currency; null for tiered prices. */
      unitAmount: number | null;
      /** Billing interval: `day`, `week`, `month` or `year`; null for a one-time price. */
      interval: string | null;
      /** Whether the price can be used. */
      active: boolean;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** List prices. Lists the prices of the account, newest first, one page at a time. */
  "stripe/prices.list": {
    effect: "read";
    input: {
      /** Only prices of this product. */
      product?: string;
      /** Number of entries per page; 10 by default. */
      limit?: number;
      /** `nextStartingAfter` of the previous page. */
      startingAfter?: string;
    };
    output: {
      /** The entries on this page, newest first. */
      items: {
        /** Id of the price. */
        id: string;
        /** Id of the product. */
        product: string;
        /** Currency. */
        currency: string;
        /** Amount in the smallest unit of the currency; null for tiered prices. */
        unitAmount: number | null;
        /** Billing interval: `day`, `week`, `month` or `year`; null for a one-time price. */
        interval: string | null;
        /** Whether the price can be used. */
        active: boolean;
        /** When it was created, in seconds since the epoch. */
        created: number;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `startingAfter` to get the next page; null on the last page. */
      nextStartingAfter: string | null;
    };
  };
  /** Create a product. Creates a product, without a price. */
  "stripe/products.create": {
    effect: "write";
    input: {
      /** Name of the product. */
      name: string;
      /** Description of the product. */
      description?: string;
      /** Your own key-value pairs, at most 40. The key `svc` is reserved. */
      metadata?: {
        [name: string]: string;
      };
    };
    output: {
      /** Id of the product, for other actions. */
      id: string;
      /** Name of the product. */
      name: string;
      /** Description of the product. */
      description: string | null;
      /** Whether the product can be sold. */
      active: boolean;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** List products. Lists the products of the account, newest first, one page at a time. */
  "stripe/products.list": {
    effect: "read";
    input: {
      /** Number of entries per page; 10 by default. */
      limit?: number;
      /** `nextStartingAfter` of the previous page. */
      startingAfter?: string;
    };
    output: {
      /** The entries on this page, newest first. */
      items: {
        /** Id of the product, for other actions. */
        id: string;
        /** Name of the product. */
        name: string;
        /** Description of the product. */
        description: string | null;
        /** Whether the product can be sold. */
        active: boolean;
        /** When it was created, in seconds since the epoch. */
        created: number;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `startingAfter` to get the next page; null on the last page. */
      nextStartingAfter: string | null;
    };
  };
  /** Refund a payment. Refunds a payment, fully or partially. The money leaves the account. */
  "stripe/refunds.create": {
    effect: "destructive";
    input: {
      /** Id of the payment. (pi_…) */
      paymentIntent: string;
      /** Amount in the smallest unit of the currency: `1250` is EUR 12.50 or JPY 1250. */
      amount?: number;
      /** Reason for the refund. */
      reason?: "duplicate" | "fraudulent" | "requested_by_customer";
      /** Your own key-value pairs, at most 40. The key `svc` is reserved. */
      metadata?: {
        [name: string]: string;
      };
    };
    output: {
      /** Id of the refund. */
      id: string;
      /** Id of the payment. */
      paymentIntent: string | null;
      /** Amount in the smallest unit of the currency. */
      amount: number;
      /** Currency. */
      currency: string;
      /** Status of the refund: `pending`, `requires_action`, `succeeded`, `failed` or `canceled`. */
      status: string | null;
      /** Reason for the refund: `duplicate`, `fraudulent`, `requested_by_customer` or another reason from Stripe. */
      reason: string | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** List refunds. Lists the refunds of the account, newest first, one page at a time. */
  "stripe/refunds.list": {
    effect: "read";
    input: {
      /** Only refunds of this payment. (pi_…) */
      paymentIntent?: string;
      /** Number of entries per page; 10 by default. */
      limit?: number;
      /** `nextStartingAfter` of the previous page. */
      startingAfter?: string;
    };
    output: {
      /** The entries on this page, newest first. */
      items: {
        /** Id of the refund. */
        id: string;
        /** Id of the payment. */
        paymentIntent: string | null;
        /** Amount in the smallest unit of the currency. */
        amount: number;
        /** Currency. */
        currency: string;
        /** Status of the refund: `pending`, `requires_action`, `succeeded`, `failed` or `canceled`. */
        status: string | null;
        /** Reason for the refund: `duplicate`, `fraudulent`, `requested_by_customer` or another reason from Stripe. */
        reason: string | null;
        /** When it was created, in seconds since the epoch. */
        created: number;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `startingAfter` to get the next page; null on the last page. */
      nextStartingAfter: string | null;
    };
  };
  /** Cancel a subscription. Cancels a subscription immediately. Payments aren't refunded. */
  "stripe/subscriptions.cancel": {
    effect: "destructive";
    input: {
      /** Id of the subscription. (sub_…) */
      id: string;
    };
    output: {
      /** Id of the subscription, for other actions. */
      id: string;
      /** Id of the customer. */
      customer: string;
      /** Status of the subscription, such as `active`, `past_due` or `canceled`. */
      status: string;
      /** Whether the subscription ends at the end of the paid period. */
      cancelAtPeriodEnd: boolean;
      /** When it was canceled, in seconds since the epoch. */
      canceledAt: number | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** Get a subscription. Gets a subscription by id. */
  "stripe/subscriptions.get": {
    effect: "read";
    input: {
      /** Id of the subscription. (sub_…) */
      id: string;
    };
    output: {
      /** Id of the subscription, for other actions. */
      id: string;
      /** Id of the customer. */
      customer: string;
      /** Status of the subscription, such as `active`, `past_due` or `canceled`. */
      status: string;
      /** Whether the subscription ends at the end of the paid period. */
      cancelAtPeriodEnd: boolean;
      /** When it was canceled, in seconds since the epoch. */
      canceledAt: number | null;
      /** When it was created, in seconds since the epoch. */
      created: number;
    };
  };
  /** List subscriptions. Lists the subscriptions of the account, newest first, one page at a time. Canceled ones only if `status` asks for them. */
  "stripe/subscriptions.list": {
    effect: "read";
    input: {
      /** Only subscriptions of this customer. (cus_…) */
      customer?: string;
      /** Only subscriptions with this status; by default, all that aren't canceled. `ended` is `canceled` or `incomplete_expired`. */
      status?: "active" | "past_due" | "unpaid" | "canceled" | "incomplete" | "incomplete_expired" | "trialing" | "paused" | "ended" | "all";
      /** Number of entries per page; 10 by default. */
      limit?: number;
      /** `nextStartingAfter` of the previous page. */
      startingAfter?: string;
    };
    output: {
      /** The entries on this page, newest first. */
      items: {
        /** Id of the subscription, for other actions. */
        id: string;
        /** Id of the customer. */
        customer: string;
        /** Status of the subscription, such as `active`, `past_due` or `canceled`. */
        status: string;
        /** Whether the subscription ends at the end of the paid period. */
        cancelAtPeriodEnd: boolean;
        /** When it was canceled, in seconds since the epoch. */
        canceledAt: number | null;
        /** When it was created, in seconds since the epoch. */
        created: number;
      }[];
      /** Number of entries on this page that are left out, because the provider returned them without the fields that it documents; usually 0. */
      unreadable: number;
      /** Send it as `startingAfter` to get the next page; null on the last page. */
      nextStartingAfter: string | null;
    };
  };
  /** List configs. Lists the root of a secrets engine and the folders in it or, with `environment`, that folder and the folders in it. Vault doesn't paginate this list, so svc does. */
  "vault/configs.list": {
    effect: "read";
    input: {
      /** Path of the KV version 2 secrets engine, such as kv or team/kv: the `slug` from projects.list. */
      project: string;
      /** Folder whose folders to list. By default, the folders at the root are listed. */
      environment?: string;
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The configs on this page, in no guaranteed order. */
      configs: {
        /** The name that other actions take as `config`. */
        name: string;
        /** The config's project. */
        project: string;
        /** Slug of the environment. */
        environment: string;
        /** Whether it is the environment's root config, which its branches inherit from. */
        root: boolean;
        /** Whether it can't be renamed or deleted; says nothing about its secrets. */
        locked: boolean;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** List projects. Lists the KV version 2 secrets engines that the connection's token can see. Vault doesn't paginate this list, so svc does. */
  "vault/projects.list": {
    effect: "read";
    input: {
      /** Page of the list, from 1. */
      page?: number;
      /** Entries per page; the provider's default if omitted. */
      perPage?: number;
    };
    output: {
      /** The projects on this page, in no guaranteed order. */
      projects: {
        /** The name that other actions take as `project`. */
        slug: string;
        /** Name of the project. */
        name: string;
        /** Description of the project; empty if it has none. */
        description: string;
        /** When it was created: RFC 3339, UTC. Null if the provider doesn't say. */
        createdAt: string | null;
      }[];
      /** Page of the list, from 1. */
      page: number;
    };
  };
  /** Delete a secret. Deletes the newest version of one secret. It can be undeleted in Vault with the right to do so. A version that is written at the same time isn't deleted. A missing name is a result (`already_absent`), not an error. */
  "vault/secrets.delete": {
    effect: "destructive";
    input: {
      /** Path of the KV version 2 secrets engine, such as kv or team/kv: the `slug` from projects.list. */
      project: string;
      /** Folder in the secrets engine, such as app/prod; / is the engine's root. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Path of the KV version 2 secrets engine, such as kv or team/kv: the `slug` from projects.list. */
      project: string;
      /** Folder in the secrets engine, such as app/prod; / is the engine's root. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** Whether the secret existed. */
      result: "deleted" | "already_absent";
    };
  };
  /** Read a secret. Reads the field `value` in the newest version of one secret. Other fields of the entry aren't read. */
  "vault/secrets.get": {
    effect: "read";
    input: {
      /** Path of the KV version 2 secrets engine, such as kv or team/kv: the `slug` from projects.list. */
      project: string;
      /** Folder in the secrets engine, such as app/prod; / is the engine's root. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
    };
    output: {
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value with its references resolved; it may contain values of other secrets. */
      computed: string;
    };
  };
  /** List secret names. Lists the names of the secrets in a folder, without values. Secrets in subfolders aren't listed. Vault before 1.21 also lists names whose newest version is deleted. */
  "vault/secrets.names.list": {
    effect: "read";
    input: {
      /** Path of the KV version 2 secrets engine, such as kv or team/kv: the `slug` from projects.list. */
      project: string;
      /** Folder in the secrets engine, such as app/prod; / is the engine's root. */
      config: string;
    };
    output: {
      /** The names, in no guaranteed order. */
      names: string[];
    };
  };
  /** Write a secret. Creates one secret, or writes a new version of it, in the entry's field `value`. Other fields are kept. If someone else writes the secret at the same time, Vault refuses this write. A look then finds out whose value was written. */
  "vault/secrets.set": {
    effect: "write";
    input: {
      /** Path of the KV version 2 secrets engine, such as kv or team/kv: the `slug` from projects.list. */
      project: string;
      /** Folder in the secrets engine, such as app/prod; / is the engine's root. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The value, in the entry's field `value`; it may be empty. At most 65,536 bytes of UTF-8. */
      value: string;
    };
    output: {
      /** Path of the KV version 2 secrets engine, such as kv or team/kv: the `slug` from projects.list. */
      project: string;
      /** Folder in the secrets engine, such as app/prod; / is the engine's root. */
      config: string;
      /** Name of the secret: upper-case letters, digits and underscores, not starting with a digit. */
      name: string;
      /** The provider accepted the value. */
      saved: true;
    };
  };
}
