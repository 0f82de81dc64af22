/** Translations of texts that end users read about access keys: the exact English text → its translation. */

/** BCP 47 language → translations. A provider adds its own to them. */
export const awsTranslations = {
  de: {
    "access key": "Zugriffsschlüssel",
    Region: "AWS-Region",
    "The AWS region that has your secrets.": "Die AWS-Region, in der Ihre Geheimnisse liegen.",
    "Access key ID": "Zugriffsschlüssel-ID",
    "Of an IAM user with the policy above. Keys of the root user and temporary keys aren't accepted.":
      "Von einem IAM-Benutzer mit der obigen Richtlinie. Schlüssel des Root-Benutzers und temporäre Schlüssel werden nicht akzeptiert.",
    "Secret access key": "Geheimer Zugriffsschlüssel",
    "AWS shows it once, when the access key is created.":
      "AWS zeigt ihn nur einmal an, wenn der Zugriffsschlüssel erstellt wird.",
    "The id of an access key.": "Die ID eines Zugriffsschlüssels.",
    "This is the id of a temporary key, which expires and needs a session token. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
      "Das ist die ID eines temporären Schlüssels, der abläuft und ein Sitzungstoken braucht. Verwenden Sie einen Zugriffsschlüssel (AKIA…) eines IAM-Benutzers, der nur die nötige Richtlinie hat.",
    "This is the id of a user, not of an access key. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
      "Das ist die ID eines Benutzers, nicht die eines Zugriffsschlüssels. Verwenden Sie einen Zugriffsschlüssel (AKIA…) eines IAM-Benutzers, der nur die nötige Richtlinie hat.",
    "This is the id of a role, not of an access key. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
      "Das ist die ID einer Rolle, nicht die eines Zugriffsschlüssels. Verwenden Sie einen Zugriffsschlüssel (AKIA…) eines IAM-Benutzers, der nur die nötige Richtlinie hat.",
    "An IAM user with this policy": "Ein IAM-Benutzer mit dieser Richtlinie",
  },
  es: {
    "access key": "clave de acceso",
    Region: "Región",
    "The AWS region that has your secrets.": "La región de AWS en la que están sus secretos.",
    "Access key ID": "ID de clave de acceso",
    "Of an IAM user with the policy above. Keys of the root user and temporary keys aren't accepted.":
      "De un usuario de IAM con la política anterior. No se aceptan claves del usuario raíz ni claves temporales.",
    "Secret access key": "Clave de acceso secreta",
    "AWS shows it once, when the access key is created.": "AWS la muestra una sola vez, al crear la clave de acceso.",
    "The id of an access key.": "Es el ID de una clave de acceso.",
    "This is the id of a temporary key, which expires and needs a session token. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
      "Es el ID de una clave temporal, que caduca y necesita un token de sesión. Use una clave de acceso (AKIA…) de un usuario de IAM que solo tenga la política necesaria.",
    "This is the id of a user, not of an access key. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
      "Es el ID de un usuario, no el de una clave de acceso. Use una clave de acceso (AKIA…) de un usuario de IAM que solo tenga la política necesaria.",
    "This is the id of a role, not of an access key. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
      "Es el ID de un rol, no el de una clave de acceso. Use una clave de acceso (AKIA…) de un usuario de IAM que solo tenga la política necesaria.",
    "An IAM user with this policy": "Un usuario de IAM con esta política",
  },
  fr: {
    "access key": "clé d’accès",
    Region: "Région",
    "The AWS region that has your secrets.": "La région AWS où se trouvent vos secrets.",
    "Access key ID": "ID de clé d’accès",
    "Of an IAM user with the policy above. Keys of the root user and temporary keys aren't accepted.":
      "D’un utilisateur IAM avec la politique ci-dessus. Les clés de l’utilisateur racine et les clés temporaires ne sont pas acceptées.",
    "Secret access key": "Clé d’accès secrète",
    "AWS shows it once, when the access key is created.":
      "AWS l’affiche une seule fois, à la création de la clé d’accès.",
    "The id of an access key.": "C’est l’ID d’une clé d’accès.",
    "This is the id of a temporary key, which expires and needs a session token. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
      "C’est l’ID d’une clé temporaire, qui expire et demande un jeton de session. Utilisez une clé d’accès (AKIA…) d’un utilisateur IAM qui n’a que la politique nécessaire.",
    "This is the id of a user, not of an access key. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
      "C’est l’ID d’un utilisateur, pas celui d’une clé d’accès. Utilisez une clé d’accès (AKIA…) d’un utilisateur IAM qui n’a que la politique nécessaire.",
    "This is the id of a role, not of an access key. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
      "C’est l’ID d’un rôle, pas celui d’une clé d’accès. Utilisez une clé d’accès (AKIA…) d’un utilisateur IAM qui n’a que la politique nécessaire.",
    "An IAM user with this policy": "Un utilisateur IAM avec cette politique",
  },
  ja: {
    "access key": "アクセスキー",
    Region: "リージョン",
    "The AWS region that has your secrets.": "シークレットがある AWS リージョンです。",
    "Access key ID": "アクセスキー ID",
    "Of an IAM user with the policy above. Keys of the root user and temporary keys aren't accepted.":
      "上のポリシーを持つ IAM ユーザーのものです。ルートユーザーのキーと一時的なキーは使えません。",
    "Secret access key": "シークレットアクセスキー",
    "AWS shows it once, when the access key is created.": "アクセスキーの作成時に一度だけ AWS に表示されます。",
    "The id of an access key.": "アクセスキーの ID です。",
    "This is the id of a temporary key, which expires and needs a session token. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
      "これは一時的なキーの ID です。期限があり、セッショントークンが必要です。必要なポリシーだけを持つ IAM ユーザーのアクセスキー（AKIA…）を使ってください。",
    "This is the id of a user, not of an access key. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
      "これはユーザーの ID で、アクセスキーの ID ではありません。必要なポリシーだけを持つ IAM ユーザーのアクセスキー（AKIA…）を使ってください。",
    "This is the id of a role, not of an access key. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
      "これはロールの ID で、アクセスキーの ID ではありません。必要なポリシーだけを持つ IAM ユーザーのアクセスキー（AKIA…）を使ってください。",
    "An IAM user with this policy": "このポリシーを持つ IAM ユーザー",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
