// The texts of the widget by language.
const en = {
  open: 'Open the chat',
  close: 'Close the chat',
  title: 'Chat with us',
  message: 'Message',
  placeholder: 'Write a message …',
  send: 'Send',
  you: 'You',
  other: 'Answer',
  log: 'Messages',
  writing: 'An answer is being written',
  person: 'A person of our team answers here now.',
  failed: 'This message was not sent.',
  retry: 'Try again',
  busy: 'Too many messages at the moment. Please wait a little.',
  unavailable: 'The chat is not available at the moment. It tries again by itself.',
  questions: 'Suggested questions',
  restart: 'New conversation',
  renewed: 'The earlier conversation was deleted. This is a new one.',
  call: 'Talk with the assistant',
  callUnavailable: 'Calls are not available at the moment. You can write.',
}

const de: typeof en = {
  open: 'Chat öffnen',
  close: 'Chat schließen',
  title: 'Chatten Sie mit uns',
  message: 'Nachricht',
  placeholder: 'Nachricht schreiben …',
  send: 'Senden',
  you: 'Sie',
  other: 'Antwort',
  log: 'Nachrichten',
  writing: 'Eine Antwort wird geschrieben',
  person: 'Ab jetzt antwortet hier ein Mensch aus unserem Team.',
  failed: 'Diese Nachricht wurde nicht gesendet.',
  retry: 'Erneut versuchen',
  busy: 'Zurzeit zu viele Nachrichten. Bitte warten Sie ein wenig.',
  unavailable: 'Der Chat ist zurzeit nicht verfügbar. Er versucht es von selbst wieder.',
  questions: 'Vorgeschlagene Fragen',
  restart: 'Neue Unterhaltung',
  renewed: 'Die frühere Unterhaltung wurde gelöscht. Dies ist eine neue.',
  call: 'Mit dem Assistenten sprechen',
  callUnavailable: 'Anrufe sind zurzeit nicht möglich. Sie können schreiben.',
}

const fr: typeof en = {
  open: 'Ouvrir le chat',
  close: 'Fermer le chat',
  title: 'Écrivez-nous',
  message: 'Message',
  placeholder: 'Écrire un message…',
  send: 'Envoyer',
  you: 'Vous',
  other: 'Réponse',
  log: 'Messages',
  writing: 'Une réponse est en cours d’écriture',
  person: 'Une personne de notre équipe vous répond désormais.',
  failed: 'Ce message n’a pas été envoyé.',
  retry: 'Réessayer',
  busy: 'Trop de messages en ce moment. Veuillez patienter un peu.',
  unavailable: 'Le chat est indisponible pour le moment. Une nouvelle tentative aura lieu automatiquement.',
  questions: 'Questions suggérées',
  restart: 'Nouvelle conversation',
  renewed: 'La conversation précédente a été supprimée. En voici une nouvelle.',
  call: 'Parler à l’assistant',
  callUnavailable: 'Les appels sont indisponibles pour le moment. Vous pouvez écrire.',
}

export type WidgetTexts = typeof en
const all: Record<string, WidgetTexts> = { en, de, fr }

/** `language` is a BCP 47 tag; English for unknown ones. */
export const textsIn = (language: string): WidgetTexts => all[language.toLowerCase().split('-')[0]!] ?? en
