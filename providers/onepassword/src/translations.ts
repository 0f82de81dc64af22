/** Translations of the texts that end users read: the exact English text → BCP 47 language → its translation. */
export const translations = {
  "See the names and descriptions of your projects": {
    de: "Namen und Beschreibungen Ihrer Projekte sehen",
    es: "Ver los nombres y las descripciones de sus proyectos",
    fr: "Voir les noms et les descriptions de vos projets",
    ja: "プロジェクトの名前と説明を見る",
  },
  "See the names of a project's configs": {
    de: "Namen der Konfigurationen eines Projekts sehen",
    es: "Ver los nombres de las configuraciones de un proyecto",
    fr: "Voir les noms des configurations d’un projet",
    ja: "プロジェクトの設定の名前を見る",
  },
  "See the names of a config's secrets, but not their values": {
    de: "Namen der Geheimnisse einer Konfiguration sehen, aber nicht ihre Werte",
    es: "Ver los nombres de los secretos de una configuración, pero no sus valores",
    fr: "Voir les noms des secrets d’une configuration, mais pas leurs valeurs",
    ja: "設定にあるシークレットの名前を見る（値は見ない）",
  },
  "Read the value of a secret": {
    de: "Den Wert eines Geheimnisses lesen",
    es: "Leer el valor de un secreto",
    fr: "Lire la valeur d’un secret",
    ja: "シークレットの値を読む",
  },
  "Create and replace secrets": {
    de: "Geheimnisse anlegen und ersetzen",
    es: "Crear y reemplazar secretos",
    fr: "Créer et remplacer des secrets",
    ja: "シークレットを作成し、置き換える",
  },
  "Delete secrets": {
    de: "Geheimnisse löschen",
    es: "Eliminar secretos",
    fr: "Supprimer des secrets",
    ja: "シークレットを削除する",
  },
  Server: {
    de: "Name des Servers",
    es: "Servidor",
    fr: "Serveur",
    ja: "サーバー",
  },
  "Your Connect server, by the name that the operator of this service has given it.": {
    de: "Ihr Connect-Server, so wie ihn der Betreiber dieses Dienstes benannt hat.",
    es: "Su servidor Connect, tal como lo ha nombrado el operador de este servicio.",
    fr: "Votre serveur Connect, tel que l’opérateur de ce service l’a nommé.",
    ja: "このサービスの運営者が名前を付けた、お使いの Connect サーバーです。",
  },
  "Access token": {
    de: "Access-Token",
    es: "Token de acceso",
    fr: "Jeton d’accès",
    ja: "アクセストークン",
  },
  "A token that you created for this Connect server, with access to one vault.": {
    de: "Ein Token, das Sie für diesen Connect-Server erstellt haben, mit Zugriff auf einen Tresor.",
    es: "Un token que haya creado para este servidor Connect, con acceso a una bóveda.",
    fr: "Un jeton que vous avez créé pour ce serveur Connect, avec accès à un coffre.",
    ja: "この Connect サーバー用に作成した、1 つの保管庫にアクセスできるトークンです。",
  },
  "An access token.": {
    de: "Ein Access-Token.",
    es: "Es un token de acceso.",
    fr: "C’est un jeton d’accès.",
    ja: "アクセストークンです。",
  },
  "This is a service account token, which Connect servers don't accept. Use an access token (eyJ…) of your Connect server.":
    {
      de: "Das ist das Token eines Servicekontos, das Connect-Server nicht akzeptieren. Verwenden Sie ein Access-Token (eyJ…) Ihres Connect-Servers.",
      es: "Es un token de cuenta de servicio, que los servidores Connect no aceptan. Use un token de acceso (eyJ…) de su servidor Connect.",
      fr: "C’est un jeton de compte de service, que les serveurs Connect n’acceptent pas. Utilisez un jeton d’accès (eyJ…) de votre serveur Connect.",
      ja: "これはサービスアカウントのトークンで、Connect サーバーでは使えません。お使いの Connect サーバーのアクセストークン（eyJ…）を使ってください。",
    },
  "This is the Secret Key of a 1Password account. Use an access token (eyJ…) of your Connect server.": {
    de: "Das ist der Secret Key eines 1Password-Kontos. Verwenden Sie ein Access-Token (eyJ…) Ihres Connect-Servers.",
    es: "Es la Secret Key de una cuenta de 1Password. Use un token de acceso (eyJ…) de su servidor Connect.",
    fr: "C’est la Secret Key d’un compte 1Password. Utilisez un jeton d’accès (eyJ…) de votre serveur Connect.",
    ja: "これは 1Password アカウントの Secret Key です。お使いの Connect サーバーのアクセストークン（eyJ…）を使ってください。",
  },
  "A Connect token with read and write access to one vault": {
    de: "Ein Connect-Token mit Lese- und Schreibzugriff auf einen Tresor",
    es: "Un token de Connect con acceso de lectura y escritura a una bóveda",
    fr: "Un jeton Connect avec accès en lecture et en écriture à un coffre",
    ja: "1 つの保管庫を読み書きできる Connect トークン",
  },
  "A Connect token with read access to one vault": {
    de: "Ein Connect-Token mit Lesezugriff auf einen Tresor",
    es: "Un token de Connect con acceso de lectura a una bóveda",
    fr: "Un jeton Connect avec accès en lecture à un coffre",
    ja: "1 つの保管庫を読み取れる Connect トークン",
  },
  "Create it in 1Password under Developer, for the Connect server. It has access to no other vault. Give items that belong together the same tag.":
    {
      de: "Erstellen Sie es bei 1Password unter „Developer“ für den Connect-Server. Es kann keinen anderen Tresor verwenden. Objekte, die zusammengehören, haben dasselbe Tag.",
      es: "Créelo en 1Password, en «Developer», para el servidor Connect. No puede usar ninguna otra bóveda. Los elementos que van juntos tienen la misma etiqueta.",
      fr: "Créez-le chez 1Password, sous « Developer », pour le serveur Connect. Il ne peut utiliser aucun autre coffre. Les éléments qui vont ensemble ont la même étiquette.",
      ja: "1Password の「Developer」で、Connect サーバー用に作成してください。ほかの保管庫は使えません。まとめて使うアイテムには同じタグを付けます。",
    },
};
