// Names the values of calls: their status, type, direction, and what answered them.
import { textsOf } from '../../i18n/locale.tsx'
import type { BadgeLook } from '../../ui/page.tsx'
import type { CallRecord, TurnState } from './lanes.ts'

export type CallStatus = CallRecord['status']
export type CallType = CallRecord['type']
type EndedReason = NonNullable<CallRecord['ended_reason']>
type Answerer = NonNullable<CallRecord['answerer']>

export const openStatuses: readonly CallStatus[] = ['in-progress', 'ringing', 'initiated']
export const isOpen = (status: CallStatus): boolean => openStatuses.includes(status)

export const statusLooks: Readonly<Record<CallStatus, BadgeLook>> = {
  initiated: 'accent',
  ringing: 'accent',
  'in-progress': 'accent',
  busy: 'warn',
  'no-answer': 'warn',
  failed: 'bad',
  ended: 'bad',
  completed: 'good',
  ended_by_customer: 'good',
  ended_by_assistant: 'good',
}

interface Words {
  status: Record<CallStatus, string>
  type: Record<CallType, string>
  reason: Record<EndedReason, string>
  answerer: Record<Answerer, string>
  customer: Record<TurnState['customer'], string>
  interruption: Record<TurnState['interruption'], string>
  optedOut: Record<'topic' | 'everything', string>
}

export const callWords = textsOf<Words>(
  {
    status: {
      initiated: 'Starting',
      ringing: 'Ringing',
      'in-progress': 'In progress',
      busy: 'Busy',
      'no-answer': 'No answer',
      failed: 'Failed',
      ended: 'Cut off',
      completed: 'Completed',
      ended_by_customer: 'Ended by customer',
      ended_by_assistant: 'Ended by assistant',
    },
    type: { inbound: 'Inbound', outbound: 'Outbound', web: 'Web' },
    reason: {
      caller_hung_up: 'The customer hung up',
      assistant_ended: 'The assistant ended the call',
      agent_ended: 'A person of the account ended the call',
      silence: 'The customer did not say anything',
      max_duration: 'The maximum duration was reached',
      voicemail: 'An answering machine answered',
      transferred: 'Connected to another phone number',
      transfer_failed: 'Nobody could be reached at another phone number',
      busy: 'The number was busy',
      no_answer: 'The call was not answered',
      circuits_busy: 'The network was busy',
      rejected: 'The carrier rejected the call',
      mailbox_full: 'The mailbox takes no messages',
      calls_refused: 'The number does not accept the call',
      number_unavailable: 'The number is not in service',
      canceled: 'Canceled before it was answered',
      carrier_failed: 'The carrier could not connect the call',
      media_failed: 'The audio connection failed',
      recognition_failed: 'Speech recognition failed',
      synthesis_failed: 'Speech synthesis failed',
      model_failed: 'The language model failed',
      internal_error: 'An internal error',
      process_died: 'The server process ended',
    },
    answerer: {
      person: 'A person',
      voicemail: 'A voicemail',
      screening: 'A screening service',
      menu: 'A menu',
      announcement: 'An announcement',
      fax: 'A fax machine',
      unknown: 'Unknown',
    },
    customer: {
      silent: 'silent',
      faint: 'faint words',
      speaking: 'speaking',
      noise: 'noise',
      trailing: 'finishing',
      recognizing: 'words being recognized',
      waiting: 'may continue',
    },
    interruption: {
      none: 'none',
      possible: 'possible: the assistant is quieter',
      probable: 'probable: the assistant pauses',
      dismissed: 'dismissed: the assistant continues',
      by_sound: 'by sound: the assistant stopped',
    },
    optedOut: { topic: 'No calls about this topic', everything: 'No calls at all' },
  },
  {
    status: {
      initiated: 'Beginnt',
      ringing: 'Klingelt',
      'in-progress': 'Läuft',
      busy: 'Besetzt',
      'no-answer': 'Nicht angenommen',
      failed: 'Fehlgeschlagen',
      ended: 'Abgebrochen',
      completed: 'Abgeschlossen',
      ended_by_customer: 'Kunde legte auf',
      ended_by_assistant: 'Assistent legte auf',
    },
    type: { inbound: 'Eingehend', outbound: 'Ausgehend', web: 'Web' },
    reason: {
      caller_hung_up: 'Der Kunde hat aufgelegt',
      assistant_ended: 'Der Assistent hat den Anruf beendet',
      agent_ended: 'Eine Person des Kontos hat den Anruf beendet',
      silence: 'Der Kunde hat nichts gesagt',
      max_duration: 'Die Höchstdauer war erreicht',
      voicemail: 'Ein Anrufbeantworter war am Apparat',
      transferred: 'Mit einer anderen Telefonnummer verbunden',
      transfer_failed: 'Unter einer anderen Telefonnummer war niemand erreichbar',
      busy: 'Die Nummer war besetzt',
      no_answer: 'Der Anruf wurde nicht angenommen',
      circuits_busy: 'Das Netz war überlastet',
      rejected: 'Der Netzbetreiber hat den Anruf abgelehnt',
      mailbox_full: 'Die Mailbox nimmt keine Nachrichten an',
      calls_refused: 'Die Nummer nimmt den Anruf nicht an',
      number_unavailable: 'Die Nummer ist nicht vergeben',
      canceled: 'Vor der Annahme abgebrochen',
      carrier_failed: 'Der Netzbetreiber konnte den Anruf nicht verbinden',
      media_failed: 'Die Audioverbindung ist ausgefallen',
      recognition_failed: 'Die Spracherkennung ist ausgefallen',
      synthesis_failed: 'Die Sprachausgabe ist ausgefallen',
      model_failed: 'Das Sprachmodell ist ausgefallen',
      internal_error: 'Ein interner Fehler',
      process_died: 'Der Serverprozess wurde beendet',
    },
    answerer: {
      person: 'Eine Person',
      voicemail: 'Ein Anrufbeantworter',
      screening: 'Ein Anruffilter',
      menu: 'Ein Menü',
      announcement: 'Eine Ansage',
      fax: 'Ein Faxgerät',
      unknown: 'Unbekannt',
    },
    customer: {
      silent: 'still',
      faint: 'leise Worte',
      speaking: 'spricht',
      noise: 'Geräusch',
      trailing: 'kommt zum Ende',
      recognizing: 'Worte werden erkannt',
      waiting: 'spricht vielleicht weiter',
    },
    interruption: {
      none: 'keine',
      possible: 'möglich: der Assistent ist leiser',
      probable: 'wahrscheinlich: der Assistent pausiert',
      dismissed: 'verworfen: der Assistent spricht weiter',
      by_sound: 'durch ein Geräusch: der Assistent hat aufgehört',
    },
    optedOut: { topic: 'Keine Anrufe zu diesem Thema', everything: 'Keine Anrufe mehr' },
  },
)

/** The customer and the assistant, or an answering machine, were connected. */
export const isConnected = (status: CallStatus): boolean =>
  ['ended', 'completed', 'ended_by_customer', 'ended_by_assistant'].includes(status)
