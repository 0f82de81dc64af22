/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "See the names, folders and sharing of your files":
    "Ver los nombres, las carpetas y el uso compartido de sus archivos",
  "Search the contents of your files": "Buscar en el contenido de sus archivos",
  "See the name, folder and times of a file": "Ver el nombre, la carpeta y las fechas de un archivo",
  "Read the text of your files": "Leer el texto de sus archivos",
  "Create folders in your Drive": "Crear carpetas en su Drive",
  "Create files in your Drive": "Crear archivos en su Drive",
  "Create Google documents in your Drive": "Crear documentos de Google en su Drive",
  "Rename, move and trash your files": "Cambiar el nombre de sus archivos, moverlos y enviarlos a la papelera",
  "Copy files in your Drive": "Copiar archivos en su Drive",
  "See who can open a file": "Ver quién puede abrir un archivo",
  "Share your files with others": "Compartir sus archivos con otras personas",
  "Stop sharing your files with others": "Dejar de compartir sus archivos con otras personas",
  "See your name, your address and how much storage you use":
    "Ver su nombre, su dirección y cuánto almacenamiento utiliza",
  "See, create, change and delete the files in your Drive that you use with this app":
    "Ver, crear, modificar y eliminar los archivos de su Drive que utiliza con esta aplicación",
  "See the names, folders and sharing of all your files, but not their contents":
    "Ver los nombres, las carpetas y el uso compartido de todos sus archivos, pero no su contenido",
  "See and download all your files": "Ver y descargar todos sus archivos",
};
