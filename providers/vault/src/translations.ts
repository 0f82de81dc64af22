/** Translations of the texts that end users read: the exact English text → BCP 47 language → its translation. */
export const translations = {
  credential: {
    de: "Zugangsdaten",
    es: "credencial",
    fr: "identifiants",
    ja: "認証情報",
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
  Server: {
    de: "Name des Servers",
    es: "Servidor",
    fr: "Serveur",
    ja: "サーバー",
  },
  "Your Vault or OpenBao server, by the name that the operator of this service has given it.": {
    de: "Ihr Vault- oder OpenBao-Server, so wie ihn der Betreiber dieses Dienstes benannt hat.",
    es: "Su servidor de Vault u OpenBao, tal como lo ha nombrado el operador de este servicio.",
    fr: "Votre serveur Vault ou OpenBao, tel que l’opérateur de ce service l’a nommé.",
    ja: "このサービスの運営者が名前を付けた、お使いの Vault または OpenBao のサーバーです。",
  },
  "Namespace (optional)": {
    de: "Namensraum (optional)",
    es: "Espacio de nombres (opcional)",
    fr: "Espace de noms (facultatif)",
    ja: "名前空間（任意）",
  },
  "Leave it empty if your server has no namespaces.": {
    de: "Lassen Sie das Feld leer, wenn Ihr Server keine Namensräume hat.",
    es: "Déjelo vacío si su servidor no tiene espacios de nombres.",
    fr: "Laissez ce champ vide si votre serveur n’a pas d’espaces de noms.",
    ja: "サーバーに名前空間がない場合は空のままにしてください。",
  },
  "Role ID (AppRole)": {
    de: "Role-ID (AppRole)",
    es: "ID de rol (AppRole)",
    fr: "ID de rôle (AppRole)",
    ja: "ロール ID（AppRole）",
  },
  "From an AppRole whose tokens have the policy above and the policy “default”.": {
    de: "Die einer AppRole, deren Token die obige Policy und die Policy „default“ haben.",
    es: "El de un AppRole cuyos tokens tengan la política anterior y la política «default».",
    fr: "Celui d’un AppRole dont les jetons ont la politique ci-dessus et la politique « default ».",
    ja: "トークンに上のポリシーと「default」ポリシーが付く AppRole のロール ID です。",
  },
  "This is a token, which has a field of its own.": {
    de: "Das ist ein Token. Dafür gibt es ein eigenes Feld.",
    es: "Es un token, que tiene su propio campo.",
    fr: "C’est un jeton, qui a son propre champ.",
    ja: "これはトークンです。専用の欄に入力してください。",
  },
  "Secret ID (AppRole)": {
    de: "Secret-ID (AppRole)",
    es: "ID secreto (AppRole)",
    fr: "ID secret (AppRole)",
    ja: "シークレット ID（AppRole）",
  },
  "A secret ID of this role with unlimited uses. The role's tokens must have unlimited uses too.": {
    de: "Eine für diese Rolle. Weder ihre Verwendungen noch die der Token der Rolle dürfen begrenzt sein.",
    es: "Uno para este rol. Ni sus usos ni los de los tokens del rol pueden estar limitados.",
    fr: "Un ID pour ce rôle. Ni ses utilisations ni celles des jetons du rôle ne doivent être limitées.",
    ja: "このロールのシークレット ID です。その使用回数も、ロールのトークンの使用回数も、制限しないでください。",
  },
  "Service token": {
    de: "Service-Token",
    es: "Token de servicio",
    fr: "Jeton de service",
    ja: "サービストークン",
  },
  "Only if you have no role ID: a token with the policy above and the policy “default”. Root, batch and recovery tokens aren't accepted. The token isn't renewed.":
    {
      de: "Nur ohne Role-ID: ein Token mit der obigen Policy und der Policy „default“. Root-, Batch- und Recovery-Token werden nicht akzeptiert. Es wird nicht verlängert.",
      es: "Solo si no tiene un ID de rol: un token con la política anterior y la política «default». No se aceptan tokens raíz, por lotes ni de recuperación. No se renueva.",
      fr: "Seulement sans ID de rôle : un jeton avec la politique ci-dessus et la politique « default ». Les jetons root, batch et de récupération ne sont pas acceptés. Il n’est pas renouvelé.",
      ja: "ロール ID がない場合のみ、上のポリシーと「default」ポリシーを持つトークンを入力してください。ルート、バッチ、リカバリーの各トークンは使えません。更新は行われません。",
    },
  "A service token.": {
    de: "Ein Service-Token.",
    es: "Es un token de servicio.",
    fr: "C’est un jeton de service.",
    ja: "サービストークンです。",
  },
  "This is a batch token. Use the role ID and a secret ID of an AppRole, or a service token (hvs.… or s.…), with only the required policy.":
    {
      de: "Das ist ein Batch-Token. Verwenden Sie Role-ID und Secret-ID einer AppRole oder ein Service-Token (hvs.… oder s.…), jeweils nur mit der nötigen Policy.",
      es: "Es un token por lotes. Use el ID de rol y un ID secreto de un AppRole, o un token de servicio (hvs.… o s.…), solo con la política necesaria.",
      fr: "C’est un jeton batch. Utilisez l’ID de rôle et un ID secret d’un AppRole, ou un jeton de service (hvs.… ou s.…), avec seulement la politique nécessaire.",
      ja: "これはバッチトークンです。必要なポリシーだけを持つ AppRole のロール ID とシークレット ID、またはサービストークン（hvs.… または s.…）を使ってください。",
    },
  "This is a recovery token. Use the role ID and a secret ID of an AppRole, or a service token (hvs.… or s.…), with only the required policy.":
    {
      de: "Das ist ein Recovery-Token. Verwenden Sie Role-ID und Secret-ID einer AppRole oder ein Service-Token (hvs.… oder s.…), jeweils nur mit der nötigen Policy.",
      es: "Es un token de recuperación. Use el ID de rol y un ID secreto de un AppRole, o un token de servicio (hvs.… o s.…), solo con la política necesaria.",
      fr: "C’est un jeton de récupération. Utilisez l’ID de rôle et un ID secret d’un AppRole, ou un jeton de service (hvs.… ou s.…), avec seulement la politique nécessaire.",
      ja: "これはリカバリートークンです。必要なポリシーだけを持つ AppRole のロール ID とシークレット ID、またはサービストークン（hvs.… または s.…）を使ってください。",
    },
  "A service token or an AppRole with this policy": {
    de: "Ein Service-Token oder eine AppRole mit dieser Policy",
    es: "Un token de servicio o un AppRole con esta política",
    fr: "Un jeton de service ou un AppRole avec cette politique",
    ja: "このポリシーを持つサービストークンまたは AppRole",
  },
  "Replace kv with the path of your secrets engine and app/prod with the folder. The policy allows nothing else. Listing secrets engines needs no policy.":
    {
      de: "Ersetzen Sie kv durch den Pfad Ihrer Secrets Engine und app/prod durch den Ordner. Die Policy erlaubt sonst nichts. Secrets Engines aufzulisten braucht keine Policy.",
      es: "Sustituya kv por la ruta de su motor de secretos y app/prod por la carpeta. La política no permite nada más. Ver la lista de motores de secretos no requiere ninguna política.",
      fr: "Remplacez kv par le chemin de votre moteur de secrets et app/prod par le dossier. La politique n’autorise rien d’autre. Voir la liste des moteurs de secrets ne nécessite aucune politique.",
      ja: "kv をシークレットエンジンのパスに、app/prod をフォルダーに置き換えてください。このポリシーはほかに何も許可しません。シークレットエンジンの一覧にはポリシーは不要です。",
    },
};
