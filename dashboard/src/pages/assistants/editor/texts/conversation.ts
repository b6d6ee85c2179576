// The texts of the fields that the editor opens with: what the assistant says, its model, voice, language and knowledge.
import type { FieldTexts } from './field-text.ts'

export const conversationTexts: FieldTexts = {
  initial_message: {
    en: ['Greeting', 'The first sentence that customers hear or read. {{name}} inserts a variable.'],
    de: ['Begrüßung', 'Der erste Satz, den Kunden hören oder lesen. {{name}} fügt eine Variable ein.'],
  },
  system_prompt: {
    en: ['Instructions', 'Who the assistant is, what it should achieve, and what it must not do.'],
    de: ['Anweisungen', 'Wer der Assistent ist, was er erreichen soll und was er nicht tun darf.'],
  },
  llm_model_id: {
    en: [
      'Language model',
      'Decides what the assistant says: larger models understand more, smaller ones answer faster.',
    ],
    de: [
      'Sprachmodell',
      'Bestimmt, was der Assistent sagt: Größere Modelle verstehen mehr, kleinere antworten schneller.',
    ],
  },
  multimodal_model_id: {
    en: ['Realtime model', 'Listens to the customer directly and decides what the assistant says.'],
    de: ['Echtzeitmodell', 'Hört dem Kunden direkt zu und bestimmt, was der Assistent sagt.'],
  },
  voice_id: {
    en: ['Voice', 'The voice that customers hear in calls.'],
    de: ['Stimme', 'Die Stimme, die Kunden in Anrufen hören.'],
  },
  speech_speed: {
    en: ['Speed', 'How fast the assistant speaks; 1 is the usual speed of the voice.'],
    de: ['Geschwindigkeit', 'Wie schnell der Assistent spricht; 1 ist das übliche Tempo der Stimme.'],
  },
  language_id: {
    en: ['Language', 'The language in which the assistant greets and understands customers.'],
    de: ['Sprache', 'Die Sprache, in der der Assistent Kunden begrüßt und versteht.'],
  },
  secondary_language_ids: {
    en: ['Other languages', 'Customers can also speak these languages.'],
    de: ['Weitere Sprachen', 'Kunden können auch diese Sprachen sprechen.'],
  },
  knowledgebase_id: {
    en: ['Knowledge base', 'Customers get answers from its documents.'],
    de: ['Wissensdatenbank', 'Kunden erhalten Antworten aus ihren Dokumenten.'],
  },
  knowledgebase_mode: {
    en: ['When to look things up', 'Searching only when needed keeps answers fast; searching every time misses less.'],
    de: [
      'Wann nachgeschlagen wird',
      'Nur bei Bedarf zu suchen hält Antworten schnell; jedes Mal zu suchen übersieht weniger.',
    ],
  },
}
