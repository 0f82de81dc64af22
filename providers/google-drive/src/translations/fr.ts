/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "See the names, folders and sharing of your files": "Voir les noms, les dossiers et le partage de vos fichiers",
  "Search the contents of your files": "Rechercher dans le contenu de vos fichiers",
  "See the name, folder and times of a file": "Voir le nom, le dossier et les dates d'un fichier",
  "Read the text of your files": "Lire le texte de vos fichiers",
  "Create folders in your Drive": "Créer des dossiers dans votre Drive",
  "Create files in your Drive": "Créer des fichiers dans votre Drive",
  "Create Google documents in your Drive": "Créer des documents Google dans votre Drive",
  "Rename, move and trash your files": "Renommer, déplacer et mettre à la corbeille vos fichiers",
  "Copy files in your Drive": "Copier des fichiers dans votre Drive",
  "See who can open a file": "Voir qui peut ouvrir un fichier",
  "Share your files with others": "Partager vos fichiers avec d'autres personnes",
  "Stop sharing your files with others": "Cesser de partager vos fichiers avec d'autres personnes",
  "See your name, your address and how much storage you use":
    "Voir votre nom, votre adresse et l'espace de stockage que vous utilisez",
  "See, create, change and delete the files in your Drive that you use with this app":
    "Voir, créer, modifier et supprimer les fichiers de votre Drive que vous utilisez avec cette application",
  "See the names, folders and sharing of all your files, but not their contents":
    "Voir les noms, les dossiers et le partage de tous vos fichiers, mais pas leur contenu",
  "See and download all your files": "Voir et télécharger tous vos fichiers",
};
