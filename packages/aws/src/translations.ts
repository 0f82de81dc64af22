/**
 * Translations of texts that end users read about access keys: the exact English text → BCP 47 language → its
 * translation.
 */
export const awsTranslations = {
  "access key": {
    de: "Zugriffsschlüssel",
    es: "clave de acceso",
    fr: "clé d’accès",
    ja: "アクセスキー",
  },
  Region: {
    de: "AWS-Region",
    es: "Región",
    fr: "Région",
    ja: "リージョン",
  },
  "The AWS region that has your secrets.": {
    de: "Die AWS-Region, in der Ihre Geheimnisse liegen.",
    es: "La región de AWS en la que están sus secretos.",
    fr: "La région AWS où se trouvent vos secrets.",
    ja: "シークレットがある AWS リージョンです。",
  },
  "Access key ID": {
    de: "Zugriffsschlüssel-ID",
    es: "ID de clave de acceso",
    fr: "ID de clé d’accès",
    ja: "アクセスキー ID",
  },
  "Of an IAM user with the policy above. Keys of the root user and temporary keys aren't accepted.": {
    de: "Von einem IAM-Benutzer mit der obigen Richtlinie. Schlüssel des Root-Benutzers und temporäre Schlüssel werden nicht akzeptiert.",
    es: "De un usuario de IAM con la política anterior. No se aceptan claves del usuario raíz ni claves temporales.",
    fr: "D’un utilisateur IAM avec la politique ci-dessus. Les clés de l’utilisateur racine et les clés temporaires ne sont pas acceptées.",
    ja: "上のポリシーを持つ IAM ユーザーのものです。ルートユーザーのキーと一時的なキーは使えません。",
  },
  "Secret access key": {
    de: "Geheimer Zugriffsschlüssel",
    es: "Clave de acceso secreta",
    fr: "Clé d’accès secrète",
    ja: "シークレットアクセスキー",
  },
  "AWS shows it once, when the access key is created.": {
    de: "AWS zeigt ihn nur einmal an, wenn der Zugriffsschlüssel erstellt wird.",
    es: "AWS la muestra una sola vez, al crear la clave de acceso.",
    fr: "AWS l’affiche une seule fois, à la création de la clé d’accès.",
    ja: "アクセスキーの作成時に一度だけ AWS に表示されます。",
  },
  "The id of an access key.": {
    de: "Die ID eines Zugriffsschlüssels.",
    es: "Es el ID de una clave de acceso.",
    fr: "C’est l’ID d’une clé d’accès.",
    ja: "アクセスキーの ID です。",
  },
  "This is the id of a temporary key, which expires and needs a session token. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
    {
      de: "Das ist die ID eines temporären Schlüssels, der abläuft und ein Sitzungstoken braucht. Verwenden Sie einen Zugriffsschlüssel (AKIA…) eines IAM-Benutzers, der nur die nötige Richtlinie hat.",
      es: "Es el ID de una clave temporal, que caduca y necesita un token de sesión. Use una clave de acceso (AKIA…) de un usuario de IAM que solo tenga la política necesaria.",
      fr: "C’est l’ID d’une clé temporaire, qui expire et demande un jeton de session. Utilisez une clé d’accès (AKIA…) d’un utilisateur IAM qui n’a que la politique nécessaire.",
      ja: "これは一時的なキーの ID です。期限があり、セッショントークンが必要です。必要なポリシーだけを持つ IAM ユーザーのアクセスキー（AKIA…）を使ってください。",
    },
  "This is the id of a user, not of an access key. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
    {
      de: "Das ist die ID eines Benutzers, nicht die eines Zugriffsschlüssels. Verwenden Sie einen Zugriffsschlüssel (AKIA…) eines IAM-Benutzers, der nur die nötige Richtlinie hat.",
      es: "Es el ID de un usuario, no el de una clave de acceso. Use una clave de acceso (AKIA…) de un usuario de IAM que solo tenga la política necesaria.",
      fr: "C’est l’ID d’un utilisateur, pas celui d’une clé d’accès. Utilisez une clé d’accès (AKIA…) d’un utilisateur IAM qui n’a que la politique nécessaire.",
      ja: "これはユーザーの ID で、アクセスキーの ID ではありません。必要なポリシーだけを持つ IAM ユーザーのアクセスキー（AKIA…）を使ってください。",
    },
  "This is the id of a role, not of an access key. Use an access key (AKIA…) of an IAM user with only the policy that is needed.":
    {
      de: "Das ist die ID einer Rolle, nicht die eines Zugriffsschlüssels. Verwenden Sie einen Zugriffsschlüssel (AKIA…) eines IAM-Benutzers, der nur die nötige Richtlinie hat.",
      es: "Es el ID de un rol, no el de una clave de acceso. Use una clave de acceso (AKIA…) de un usuario de IAM que solo tenga la política necesaria.",
      fr: "C’est l’ID d’un rôle, pas celui d’une clé d’accès. Utilisez une clé d’accès (AKIA…) d’un utilisateur IAM qui n’a que la politique nécessaire.",
      ja: "これはロールの ID で、アクセスキーの ID ではありません。必要なポリシーだけを持つ IAM ユーザーのアクセスキー（AKIA…）を使ってください。",
    },
  "An IAM user with this policy": {
    de: "Ein IAM-Benutzer mit dieser Richtlinie",
    es: "Un usuario de IAM con esta política",
    fr: "Un utilisateur IAM avec cette politique",
    ja: "このポリシーを持つ IAM ユーザー",
  },
};
