/** Translations of the texts that end users read: the exact English text → BCP 47 language → its translation. */
export const translations = {
  "client secret": {
    de: "geheimer Clientschlüssel",
    es: "secreto de cliente",
    fr: "secret client",
    ja: "クライアント シークレット",
  },
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
  Vault: {
    de: "Tresor",
    es: "Almacén",
    fr: "Coffre",
    ja: "キーコンテナー",
  },
  "The name that the operator of this service gave your key vault.": {
    de: "Ihr Schlüsseltresor, so wie ihn der Betreiber dieses Dienstes benannt hat.",
    es: "Su almacén de claves, tal como lo ha nombrado el operador de este servicio.",
    fr: "Votre coffre de clés, tel que l’opérateur de ce service l’a nommé.",
    ja: "このサービスの運営者が名前を付けた、お使いのキーコンテナーです。",
  },
  "Directory (tenant) ID": {
    de: "Verzeichnis-ID (Mandant)",
    es: "Id. de directorio (inquilino)",
    fr: "ID de l’annuaire (locataire)",
    ja: "ディレクトリ (テナント) ID",
  },
  "On the overview page of your app registration.": {
    de: "Auf der Übersichtsseite Ihrer App-Registrierung.",
    es: "En la página de información general de su registro de aplicación.",
    fr: "Sur la page de présentation de votre inscription d’application.",
    ja: "アプリの登録の概要ページにあります。",
  },
  "Application (client) ID": {
    de: "Anwendungs-ID (Client)",
    es: "Id. de aplicación (cliente)",
    fr: "ID d’application (client)",
    ja: "アプリケーション (クライアント) ID",
  },
  "On the same page.": {
    de: "Auf derselben Seite.",
    es: "En la misma página.",
    fr: "Sur la même page.",
    ja: "同じページにあります。",
  },
  "Client secret": {
    de: "Geheimer Clientschlüssel",
    es: "Secreto de cliente",
    fr: "Secret client",
    ja: "クライアント シークレット",
  },
  "The value of a client secret, not its ID. The page “Certificates & secrets” shows it once.": {
    de: "Der Wert eines geheimen Clientschlüssels, nicht seine ID. Die Seite „Zertifikate & Geheimnisse“ zeigt ihn einmal.",
    es: "El valor de un secreto de cliente, no su id. La página «Certificados y secretos» lo muestra una vez.",
    fr: "La valeur d’un secret client, pas son ID. La page « Certificats et secrets » ne l’affiche qu’une fois.",
    ja: "クライアント シークレットの ID ではなく値です。「証明書とシークレット」のページに一度だけ表示されます。",
  },
  "This is an access token, which expires within hours. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    {
      de: "Das ist ein Zugriffstoken, das nach wenigen Stunden abläuft. Verwenden Sie den Wert eines geheimen Clientschlüssels; seit 2021 hat er 40 Zeichen und enthält Q~.",
      es: "Es un token de acceso, que caduca en unas horas. Use el valor de un secreto de cliente. Desde 2021, tiene 40 caracteres y contiene Q~.",
      fr: "C’est un jeton d’accès, qui expire en quelques heures. Utilisez la valeur d’un secret client. Depuis 2021, elle a 40 caractères et contient Q~.",
      ja: "これはアクセストークンで、数時間で期限が切れます。クライアント シークレットの値を使ってください。2021 年以降の値は 40 文字で、Q~ を含みます。",
    },
  "This is a certificate or a private key. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    {
      de: "Das ist ein Zertifikat oder ein privater Schlüssel. Verwenden Sie den Wert eines geheimen Clientschlüssels; seit 2021 hat er 40 Zeichen und enthält Q~.",
      es: "Es un certificado o una clave privada. Use el valor de un secreto de cliente. Desde 2021, tiene 40 caracteres y contiene Q~.",
      fr: "C’est un certificat ou une clé privée. Utilisez la valeur d’un secret client. Depuis 2021, elle a 40 caractères et contient Q~.",
      ja: "これは証明書または秘密鍵です。クライアント シークレットの値を使ってください。2021 年以降の値は 40 文字で、Q~ を含みます。",
    },
  "This is a connection string. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.": {
    de: "Das ist eine Verbindungszeichenfolge. Verwenden Sie den Wert eines geheimen Clientschlüssels; seit 2021 hat er 40 Zeichen und enthält Q~.",
    es: "Es una cadena de conexión. Use el valor de un secreto de cliente. Desde 2021, tiene 40 caracteres y contiene Q~.",
    fr: "C’est une chaîne de connexion. Utilisez la valeur d’un secret client. Depuis 2021, elle a 40 caractères et contient Q~.",
    ja: "これは接続文字列です。クライアント シークレットの値を使ってください。2021 年以降の値は 40 文字で、Q~ を含みます。",
  },
  "An app registration with this role on your vault": {
    de: "Eine App-Registrierung mit dieser Rolle in Ihrem Tresor",
    es: "Un registro de aplicación con este rol en su almacén",
    fr: "Une inscription d’application avec ce rôle sur votre coffre",
    ja: "お使いのキーコンテナーに対してこのロールを持つアプリの登録",
  },
  "Replace the client ID and the vault's resource ID. The role is the least privileged one that covers the requested actions. If your vault uses access policies, grant the same secret permissions there.":
    {
      de: "Ersetzen Sie die Client-ID und die Ressourcen-ID des Tresors. Die Rolle ist die kleinste, die Azure für das Angefragte hat. Ein Tresor mit Zugriffsrichtlinien braucht dort dieselben Rechte für Geheimnisse.",
      es: "Sustituya el id. de cliente y el id. de recurso del almacén. El rol es el más limitado que tiene Azure para lo que se solicita. Un almacén con directivas de acceso necesita allí los mismos permisos para secretos.",
      fr: "Remplacez l’ID client et l’ID de ressource du coffre. Le rôle est le plus restreint qu’Azure propose pour ce qui est demandé. Un coffre à stratégies d’accès exige les mêmes droits sur les secrets.",
      ja: "クライアント ID とキーコンテナーのリソース ID を置き換えてください。このロールは、要求されている操作のために Azure が用意している最小のものです。アクセス ポリシーを使うキーコンテナーでは、シークレットに対する同じ権限がそこで必要です。",
    },
};
