/** Translations of the texts that end users read: the exact English text → BCP 47 language → its translation. */
import { awsTranslations } from "@svc/aws";

export const translations = {
  ...awsTranslations,
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
  "Replace app/prod with your project and config. The policy allows nothing else, except that AWS can only allow listing the names of all secrets. If you use your own KMS key, also allow kms:Decrypt and kms:GenerateDataKey on it.":
    {
      de: "Ersetzen Sie app/prod durch Ihr Projekt und Ihre Konfiguration. Die Richtlinie erlaubt sonst nichts; die Liste der Namen kann AWS nur als Ganzes erlauben. Für einen eigenen KMS-Schlüssel erlauben Sie darauf auch kms:Decrypt und kms:GenerateDataKey.",
      es: "Sustituya app/prod por su proyecto y su configuración. La política no permite nada más; AWS solo puede permitir la lista de todos los nombres. Si usa una clave de KMS propia, permita también kms:Decrypt y kms:GenerateDataKey sobre ella.",
      fr: "Remplacez app/prod par votre projet et votre configuration. La politique n’autorise rien d’autre ; AWS ne peut autoriser que la liste de tous les noms. Pour une clé KMS à vous, autorisez aussi kms:Decrypt et kms:GenerateDataKey sur celle-ci.",
      ja: "app/prod をお使いのプロジェクトと設定に置き換えてください。このポリシーはほかに何も許可しません。名前の一覧は、AWS では全体としてしか許可できません。独自の KMS キーを使う場合は、そのキーに対する kms:Decrypt と kms:GenerateDataKey も許可してください。",
    },
};
