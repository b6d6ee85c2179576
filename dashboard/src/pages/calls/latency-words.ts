// Names the steps until an answer is heard, and explains them.
import { textsOf } from '../../i18n/locale.tsx'
import type { Choice } from './latency.ts'

interface Words {
  names: Record<Choice, string>
  explained: Record<Choice, string>
  marked(turn: number, name: string, time: string, from: string, to: string): string
}

export const latencyWords = textsOf<Words>(
  {
    names: {
      recognized: 'Recognition',
      decided: 'Decision',
      first_token: 'Model',
      first_audio: 'Voice',
      first_audio_sent: 'Sending',
      heard: 'Transport',
      total: 'Total',
      retrieval: 'Documents',
    },
    explained: {
      recognized: 'Until the words of the customer were recognized.',
      decided: 'Until the turn of the customer was considered complete.',
      first_token: 'Until the language model began to answer.',
      first_audio: 'Until the first audio of the answer existed.',
      first_audio_sent: 'Until the first audio was sent to the carrier.',
      heard: 'Until the customer began to hear the answer.',
      total: 'From the end of the customer’s speech until the last known step.',
      retrieval: 'The search of the knowledge base, which is part of the time of the model.',
    },
    marked: (turn, name, time, from, to) => `Turn ${turn}, ${name}: ${time}, from ${from} to ${to}`,
  },
  {
    names: {
      recognized: 'Erkennung',
      decided: 'Entscheidung',
      first_token: 'Modell',
      first_audio: 'Stimme',
      first_audio_sent: 'Versand',
      heard: 'Übertragung',
      total: 'Gesamt',
      retrieval: 'Dokumente',
    },
    explained: {
      recognized: 'Bis die Worte des Kunden erkannt waren.',
      decided: 'Bis feststand, dass der Kunde ausgesprochen hat.',
      first_token: 'Bis das Sprachmodell zu antworten begann.',
      first_audio: 'Bis das erste Audio der Antwort vorlag.',
      first_audio_sent: 'Bis das erste Audio an den Netzbetreiber gesendet war.',
      heard: 'Bis der Kunde die Antwort zu hören begann.',
      total: 'Vom Ende der Worte des Kunden bis zum letzten bekannten Schritt.',
      retrieval: 'Die Suche in der Wissensdatenbank, die Teil der Zeit des Modells ist.',
    },
    marked: (turn, name, time, from, to) => `Runde ${turn}, ${name}: ${time}, von ${from} bis ${to}`,
  },
)
