// The texts of the fields about what happens after a call: evaluation, recording, transcript and notifications.
import type { FieldTexts } from './field-text.ts'

export const afterTexts: FieldTexts = {
  post_call_evaluation: {
    en: ['Evaluate calls and conversations', 'You see a summary and the values below for each call and conversation.'],
    de: [
      'Anrufe und Konversationen auswerten',
      'Sie sehen zu jedem Anruf und jeder Konversation eine Zusammenfassung und die Werte unten.',
    ],
  },
  post_call_schema: {
    en: [
      'Values to find out',
      'What you want to know about each conversation, such as how satisfied the customer was.',
    ],
    de: ['Zu ermittelnde Werte', 'Was Sie über jedes Gespräch wissen möchten, etwa wie zufrieden der Kunde war.'],
  },
  'post_call_schema.name': {
    en: ['Name', 'Lower-case letters, digits and underscores.'],
    de: ['Name', 'Kleinbuchstaben, Ziffern und Unterstriche.'],
  },
  'post_call_schema.type': { en: ['Type'], de: ['Typ'] },
  'post_call_schema.description': { en: ['Description'], de: ['Beschreibung'] },
  record: {
    en: ['Record calls', 'You can listen to calls later. Tell customers where the law requires it.'],
    de: [
      'Anrufe aufnehmen',
      'Sie können Anrufe später anhören. Weisen Sie Kunden darauf hin, wo das Gesetz es verlangt.',
    ],
  },
  store_transcript: {
    en: [
      'Keep transcripts',
      'If off, transcripts, messages and evaluations are deleted shortly after the end. Recordings are kept.',
    ],
    de: [
      'Transkripte behalten',
      'Sonst werden Transkripte, Nachrichten und Auswertungen kurz nach dem Ende gelöscht. Aufnahmen bleiben.',
    ],
  },
  is_webhook_active: {
    en: ['After each call', 'Your server gets the result, for example for your customer records.'],
    de: ['Nach jedem Anruf', 'Ihr Server erhält das Ergebnis, etwa für Ihre Kundendaten.'],
  },
  webhook_url: {
    en: ['Address for calls', 'Results of calls with customers are sent here.'],
    de: ['Adresse für Anrufe', 'Ergebnisse der Anrufe mit Kunden werden hierhin gesendet.'],
  },
  send_webhook_only_on_completed: {
    en: ['Completed calls only', 'Calls that no customer answered are not sent.'],
    de: ['Nur abgeschlossene Anrufe', 'Anrufe, die kein Kunde angenommen hat, werden nicht gesendet.'],
  },
  include_recording_in_webhook: {
    en: ['Include the recording', 'Adds a link to the recording of the customer’s call. It is valid for 15 minutes.'],
    de: ['Aufnahme mitsenden', 'Fügt einen Link zur Aufnahme des Anrufs mit dem Kunden hinzu. Er gilt 15 Minuten.'],
  },
  is_inbound_webhook_active: {
    en: [
      'Before inbound calls',
      'Your server is called before the assistant answers, and can say who is calling; it is called again at the end.',
    ],
    de: [
      'Vor eingehenden Anrufen',
      'Ihr Server wird vor der Annahme aufgerufen und kann mitteilen, wer anruft; am Ende wird er erneut aufgerufen.',
    ],
  },
  inbound_webhook_url: {
    en: ['Address for inbound calls', 'Calls of customers are announced here.'],
    de: ['Adresse für eingehende Anrufe', 'Anrufe von Kunden werden hier angekündigt.'],
  },
  is_conversation_ended_webhook_active: {
    en: ['After each text conversation', 'Your server gets the conversation with the customer and its evaluation.'],
    de: ['Nach jeder Textkonversation', 'Ihr Server erhält die Konversation mit dem Kunden und ihre Auswertung.'],
  },
  conversation_ended_webhook_url: {
    en: ['Address for text conversations', 'Conversations with customers are sent here when they have ended.'],
    de: ['Adresse für Textkonversationen', 'Konversationen mit Kunden werden hierhin gesendet, wenn sie beendet sind.'],
  },
  conversation_ended_retrigger: {
    en: ['Send again after each end', 'A customer who writes again starts another delivery at the next end.'],
    de: ['Nach jedem Ende erneut senden', 'Schreibt ein Kunde wieder, wird beim nächsten Ende noch einmal gesendet.'],
  },
}
