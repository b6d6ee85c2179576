// The texts about files by language.
const en = {
  attach: 'Attach files',
  chosen: 'Attached files',
  drop: 'Drop the files here',
  remove: (name: string) => `Remove ${name}`,
  retry: (name: string) => `Try again: ${name}`,
  again: 'Try again',
  uploading: (name: string) => `${name} is being uploaded`,
  done: (name: string) => `${name} is attached`,
  unreachable: 'The file could not be uploaded.',
  wait: 'Please wait until the files are uploaded.',
  tooMany: 'A message can have at most 5 files.',
  tooLarge: 'The file is larger than 10 MB.',
  open: (name: string) => `Open ${name}`,
}

export type FileTexts = typeof en

const de: FileTexts = {
  attach: 'Dateien anhängen',
  chosen: 'Angehängte Dateien',
  drop: 'Dateien hier ablegen',
  remove: (name) => `${name} entfernen`,
  retry: (name) => `Erneut versuchen: ${name}`,
  again: 'Erneut versuchen',
  uploading: (name) => `${name} wird hochgeladen`,
  done: (name) => `${name} ist angehängt`,
  unreachable: 'Die Datei konnte nicht hochgeladen werden.',
  wait: 'Bitte warten Sie, bis die Dateien hochgeladen sind.',
  tooMany: 'Eine Nachricht kann höchstens 5 Dateien haben.',
  tooLarge: 'Die Datei ist größer als 10 MB.',
  open: (name) => `${name} öffnen`,
}

const fr: FileTexts = {
  attach: 'Joindre des fichiers',
  chosen: 'Fichiers joints',
  drop: 'Déposez les fichiers ici',
  remove: (name) => `Retirer ${name}`,
  retry: (name) => `Réessayer : ${name}`,
  again: 'Réessayer',
  uploading: (name) => `Envoi en cours : ${name}`,
  done: (name) => `Fichier joint : ${name}`,
  unreachable: 'Le fichier n’a pas pu être envoyé.',
  wait: 'Veuillez attendre que les fichiers soient envoyés.',
  tooMany: 'Un message peut contenir 5 fichiers au maximum.',
  tooLarge: 'Le fichier dépasse 10 Mo.',
  open: (name) => `Ouvrir ${name}`,
}

const all: Record<string, FileTexts> = { en, de, fr }

/** `language` is a BCP 47 tag; English for unknown ones. */
export const fileTextsIn = (language: string): FileTexts => all[language.toLowerCase().split('-')[0]!] ?? en
