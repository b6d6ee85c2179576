// The texts of calls by language.
const en = {
  asking: 'Please allow the microphone …',
  connecting: 'Connecting …',
  open: 'Connected',
  listening: 'Listening',
  speaking: 'Speaking',
  muted: 'Your microphone is muted',
  lostMicrophone: 'The microphone was disconnected. You can write.',
  suspended: 'Click to hear the assistant',
  mute: 'Mute the microphone',
  end: 'End the call',
  duration: 'Duration of the call',
  bar: 'Call',
  you: 'You',
  assistant: 'Assistant',
  agent: 'Our team',
  withAi: 'You are talking with an AI assistant.',
  recorded: 'The call is recorded.',
  person: 'A person of our team is speaking now.',
  ended: (duration: string) => `The call has ended (${duration}).`,
  assistantEnded: (duration: string) => `The assistant has ended the call (${duration}).`,
  limit: (duration: string) => `The call has reached its longest duration (${duration}). You can call again or write.`,
  lost: 'The connection was lost. You can call again or write.',
  refused: 'The microphone is not allowed. Allow it in the settings of your browser, or write.',
  missing: 'No microphone was found. Connect one, or write.',
  insecure: 'Calls need a secure page (https). You can write.',
  busy: 'Too many calls at the moment. Please try again later, or write.',
  unavailable: 'Calls are not available at the moment. You can write.',
}

const de: typeof en = {
  asking: 'Bitte erlauben Sie das Mikrofon …',
  connecting: 'Verbindung wird aufgebaut …',
  open: 'Verbunden',
  listening: 'Hört zu',
  speaking: 'Spricht',
  muted: 'Ihr Mikrofon ist stumm',
  lostMicrophone: 'Das Mikrofon wurde getrennt. Sie können schreiben.',
  suspended: 'Klicken Sie, um den Assistenten zu hören',
  mute: 'Mikrofon stumm schalten',
  end: 'Anruf beenden',
  duration: 'Dauer des Anrufs',
  bar: 'Anruf',
  you: 'Sie',
  assistant: 'Assistent',
  agent: 'Unser Team',
  withAi: 'Sie sprechen mit einem KI-Assistenten.',
  recorded: 'Der Anruf wird aufgezeichnet.',
  person: 'Ab jetzt spricht ein Mensch aus unserem Team.',
  ended: (duration) => `Der Anruf ist beendet (${duration}).`,
  assistantEnded: (duration) => `Der Assistent hat den Anruf beendet (${duration}).`,
  limit: (duration) =>
    `Der Anruf hat die Höchstdauer erreicht (${duration}). Sie können noch einmal anrufen oder schreiben.`,
  lost: 'Die Verbindung ist abgebrochen. Sie können noch einmal anrufen oder schreiben.',
  refused: 'Das Mikrofon ist nicht erlaubt. Erlauben Sie es in den Einstellungen Ihres Browsers, oder schreiben Sie.',
  missing: 'Es wurde kein Mikrofon gefunden. Schließen Sie eines an, oder schreiben Sie.',
  insecure: 'Anrufe brauchen eine sichere Seite (https). Sie können schreiben.',
  busy: 'Zurzeit zu viele Anrufe. Bitte versuchen Sie es später noch einmal, oder schreiben Sie.',
  unavailable: 'Anrufe sind zurzeit nicht möglich. Sie können schreiben.',
}

export type VoiceTexts = typeof en
const all: Record<string, VoiceTexts> = { en, de }

/** `language` is a BCP 47 tag; English for unknown ones. */
export const voiceTextsIn = (language: string): VoiceTexts => all[language.toLowerCase().split('-')[0]!] ?? en
