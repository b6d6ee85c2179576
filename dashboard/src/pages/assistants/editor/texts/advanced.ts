// The texts of the fields about the assistant itself, its providers and its variables.
import type { FieldTexts } from './field-text.ts'

export const advancedTexts: FieldTexts = {
  name: {
    en: ['Name', 'Customers hear it where the law requires the assistant to introduce itself as an AI.'],
    de: ['Name', 'Kunden hören ihn dort, wo sich der Assistent nach dem Gesetz als KI vorstellen muss.'],
  },
  type: {
    en: ['Direction of calls', 'Whether customers call the assistant, or it calls them.'],
    de: ['Richtung der Anrufe', 'Ob Kunden den Assistenten anrufen oder er sie.'],
  },
  mode: {
    en: ['Kind of model', 'How the assistant hears and speaks in calls.'],
    de: ['Art des Modells', 'Wie der Assistent in Anrufen hört und spricht.'],
  },
  timezone: {
    en: ['Time zone', 'Dates and times that customers hear, and office hours, are in this time zone.'],
    de: ['Zeitzone', 'Zeitangaben gegenüber Kunden und Geschäftszeiten gelten in dieser Zeitzone.'],
  },
  folder_id: {
    en: ['Folder', 'Groups assistants in the list; customers do not see it.'],
    de: ['Ordner', 'Gruppiert Assistenten in der Liste; Kunden sehen ihn nicht.'],
  },
  label_ids: {
    en: ['Labels', 'Help to find assistants in the list; customers do not see them.'],
    de: ['Labels', 'Helfen, Assistenten in der Liste zu finden; Kunden sehen sie nicht.'],
  },
  llm_temperature: {
    en: ['Temperature', 'Higher values make answers more varied, lower ones more predictable.'],
    de: ['Temperatur', 'Höhere Werte machen Antworten abwechslungsreicher, niedrigere vorhersehbarer.'],
  },
  chat_llm_fallback_id: {
    en: [
      'Model for text and outages',
      'Answers text conversations if the model cannot write text, and takes over if it fails.',
    ],
    de: [
      'Modell für Text und Ausfälle',
      'Beantwortet Textkonversationen, wenn das Modell keinen Text schreiben kann, und springt ein, wenn es ausfällt.',
    ],
  },
  synthesizer_provider_id: {
    en: ['Speech synthesis', 'The service that turns answers into the voice. Usually the one of the voice.'],
    de: ['Sprachausgabe', 'Der Dienst, der Antworten in die Stimme umwandelt. Üblich ist der Dienst der Stimme.'],
  },
  transcriber_provider_id: {
    en: ['Speech recognition', 'The service that understands what customers say.'],
    de: ['Spracherkennung', 'Der Dienst, der versteht, was Kunden sagen.'],
  },
  variables: {
    en: [
      'Variables',
      'Their values replace {{name}} in texts; each call or conversation can set other values. Never treat one as proof of who the customer is.',
    ],
    de: [
      'Variablen',
      'Ihre Werte ersetzen {{name}} in Texten; jeder Anruf und jede Konversation kann andere Werte setzen. Ein Wert beweist nie, wer der Kunde ist.',
    ],
  },
  visitor_variables: {
    en: ['Variables that visitors can set', 'Visitors to your website cannot change any others.'],
    de: ['Variablen, die Besucher setzen können', 'Besucher Ihrer Website können keine anderen ändern.'],
  },
}
