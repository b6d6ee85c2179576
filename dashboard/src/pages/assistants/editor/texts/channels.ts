// The texts of the fields about phone calls, answering machines, text conversations and visitors of websites.
import type { FieldTexts } from './field-text.ts'

export const channelTexts: FieldTexts = {
  phone_number_id: {
    en: ['Phone number', 'The number that customers call, or that they see when the assistant calls.'],
    de: ['Telefonnummer', 'Die Nummer, die Kunden anrufen oder die sie sehen, wenn der Assistent anruft.'],
  },
  max_duration: {
    en: ['Maximum call duration', 'The call ends after this time, even if the customer is still speaking.'],
    de: ['Maximale Anrufdauer', 'Der Anruf endet nach dieser Zeit, auch wenn der Kunde noch spricht.'],
  },
  ringing_time: {
    en: ['Ringing time', 'How long it rings before the assistant gives up.'],
    de: ['Klingeldauer', 'Wie lange es klingelt, bevor der Assistent aufgibt.'],
  },
  end_call_on_voicemail: {
    en: ['Hang up at an answering machine', 'The call ends there, after the message below.'],
    de: ['Beim Anrufbeantworter auflegen', 'Der Anruf endet dort, nach der folgenden Nachricht.'],
  },
  voice_mail_message: {
    en: ['Message for answering machines', 'Is left on the answering machine. Leave empty to say nothing.'],
    de: [
      'Nachricht für Anrufbeantworter',
      'Wird auf den Anrufbeantworter gesprochen. Leer lassen, um nichts zu sagen.',
    ],
  },
  conversation_inactivity_timeout: {
    en: ['End after inactivity', 'A text conversation ends when the customer has not written for this long.'],
    de: ['Ende bei Inaktivität', 'Eine Textkonversation endet, wenn der Kunde so lange nichts geschrieben hat.'],
  },
  widget_enabled: {
    en: ['Chat on websites', 'Visitors to your website can write to the assistant.'],
    de: ['Chat auf Websites', 'Besucher Ihrer Website können dem Assistenten schreiben.'],
  },
  widget_voice_enabled: {
    en: ['Calls on websites', 'Visitors can also call from their browser, which costs as much as other calls.'],
    de: [
      'Anrufe auf Websites',
      'Besucher können auch aus ihrem Browser anrufen, was so viel wie andere Anrufe kostet.',
    ],
  },
  widget_files_enabled: {
    en: ['Files from visitors', 'Visitors can send pictures, PDF, Word and text files to the assistant.'],
    de: ['Dateien von Besuchern', 'Besucher können dem Assistenten Bilder, PDF-, Word- und Textdateien senden.'],
  },
  widget_origins: {
    en: [
      'Allowed websites',
      'Visitors can reach the assistant from these websites only. Leave empty to allow every website.',
    ],
    de: [
      'Erlaubte Websites',
      'Besucher erreichen den Assistenten nur von diesen Websites. Leer lassen, um jede Website zu erlauben.',
    ],
  },
}
