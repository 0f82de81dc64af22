/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "See the channels in your workspace": "Ver los canales de su espacio de trabajo",
  "See a channel in your workspace": "Ver un canal de su espacio de trabajo",
  "Read the messages in channels that the app is in": "Leer los mensajes de los canales en los que está la aplicación",
  "Read threads in channels that the app is in": "Leer los hilos de los canales en los que está la aplicación",
  "Send messages as the app": "Enviar mensajes como la aplicación",
  "Change the app's own messages": "Modificar los mensajes propios de la aplicación",
  "Delete the app's own messages": "Eliminar los mensajes propios de la aplicación",
  "Schedule messages as the app": "Programar mensajes como la aplicación",
  "React to messages as the app": "Reaccionar a mensajes como la aplicación",
  "See the people in your workspace": "Ver las personas de su espacio de trabajo",
  "Find people by their email address": "Buscar personas por su dirección de correo",
  "Start direct messages with people": "Iniciar mensajes directos con personas",
  "Create channels in your workspace": "Crear canales en su espacio de trabajo",
  "Invite people to channels": "Invitar a personas a canales",
  "See the public channels in your workspace": "Ver los canales públicos de su espacio de trabajo",
  "See the private channels that the app is in": "Ver los canales privados en los que está la aplicación",
  "Read messages in public channels that the app is in":
    "Leer los mensajes de los canales públicos en los que está la aplicación",
  "Read messages in private channels that the app is in":
    "Leer los mensajes de los canales privados en los que está la aplicación",
  "Send, change and delete the app's own messages":
    "Enviar, modificar y eliminar los mensajes propios de la aplicación",
  "Add reactions to messages": "Añadir reacciones a los mensajes",
  "See the email addresses of the people in your workspace":
    "Ver las direcciones de correo de las personas de su espacio de trabajo",
  "Create and manage public channels": "Crear y administrar canales públicos",
  "Invite people to public channels": "Invitar a personas a canales públicos",
  "See the direct messages that the app is in": "Ver los mensajes directos en los que está la aplicación",
  "See the group direct messages that the app is in":
    "Ver los mensajes directos de grupo en los que está la aplicación",
  "Read direct messages with the app": "Leer los mensajes directos con la aplicación",
  "Read group direct messages that the app is in": "Leer los mensajes directos de grupo en los que está la aplicación",
  "Start group direct messages with people": "Iniciar mensajes directos de grupo con personas",
  "Invite people to private channels that the app is in":
    "Invitar a personas a canales privados en los que está la aplicación",
  "Bot token": "Token de bot",
  "The bot token of an app that is installed in your workspace.":
    "El token de bot de una aplicación instalada en su espacio de trabajo.",
  "This is a bot token.": "Este es un token de bot.",
  "This is a user token. A bot token begins with xoxb-.":
    "Este es un token de usuario. Un token de bot empieza por xoxb-.",
  "This token is rotated and ends after 12 hours. Connect on Slack's page instead.":
    "Este token se rota y caduca a las 12 horas. Conéctese en la página de Slack.",
  "This is an app-level token. A bot token begins with xoxb-.":
    "Este es un token de nivel de aplicación. Un token de bot empieza por xoxb-.",
};
