/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "See the names, folders and sharing of your files": "Namen, Ordner und Freigaben Ihrer Dateien sehen",
  "Search the contents of your files": "Die Inhalte Ihrer Dateien durchsuchen",
  "See the name, folder and times of a file": "Name, Ordner und Zeiten einer Datei sehen",
  "Read the text of your files": "Den Text Ihrer Dateien lesen",
  "Create folders in your Drive": "Ordner in Ihrem Drive anlegen",
  "Create files in your Drive": "Dateien in Ihrem Drive anlegen",
  "Create Google documents in your Drive": "Google-Dokumente in Ihrem Drive anlegen",
  "Rename, move and trash your files": "Ihre Dateien umbenennen, verschieben und in den Papierkorb legen",
  "Copy files in your Drive": "Dateien in Ihrem Drive kopieren",
  "See who can open a file": "Sehen, wer eine Datei öffnen kann",
  "Share your files with others": "Ihre Dateien für andere freigeben",
  "Stop sharing your files with others": "Freigaben Ihrer Dateien beenden",
  "See your name, your address and how much storage you use":
    "Ihren Namen, Ihre Adresse und Ihren belegten Speicherplatz sehen",
  "See, create, change and delete the files in your Drive that you use with this app":
    "Die Dateien in Ihrem Drive, die Sie mit dieser App verwenden, sehen, anlegen, ändern und löschen",
  "See the names, folders and sharing of all your files, but not their contents":
    "Namen, Ordner und Freigaben aller Ihrer Dateien sehen, aber nicht ihre Inhalte",
  "See and download all your files": "Alle Ihre Dateien sehen und herunterladen",
};
