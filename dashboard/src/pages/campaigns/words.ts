// The names of channels, statuses, outcomes and reasons of campaigns.
import type { ReplyFrom } from '../../api/query.ts'
import { textsOf } from '../../i18n/locale.tsx'
import type { BadgeLook } from '../../ui/page.tsx'

export type CampaignRecord = ReplyFrom<'campaigns', 'get'>
export type CampaignStatus = CampaignRecord['status']
export type Channel = CampaignRecord['channel']
export type LeadRecord = ReplyFrom<'leads', 'list'>['data'][number]
export type LeadStatus = LeadRecord['status']

/** The number with its extension, as the API reads it, too. */
export const numberText = ({ phone_number, extension }: Pick<LeadRecord, 'phone_number' | 'extension'>): string =>
  extension === null ? phone_number : `${phone_number} ext. ${extension}`

export const statusLooks: Record<CampaignStatus, BadgeLook> = {
  draft: 'neutral',
  scheduled: 'accent',
  'in-progress': 'good',
  paused: 'warn',
  completed: 'accent',
}

export const leadLooks: Record<LeadStatus, BadgeLook> = {
  created: 'neutral',
  scheduled: 'neutral',
  processing: 'accent',
  rescheduled: 'warn',
  completed: 'good',
  'reached-max-retries': 'bad',
  blacklisted: 'bad',
}

const outcomes = {
  en: {
    person: 'Person reached',
    voicemail: 'Voicemail',
    screening: 'Screening service',
    menu: 'Phone menu',
    announcement: 'Announcement of the network',
    fax: 'Fax',
    unknown: 'Answered without speech',
    busy: 'Busy',
    no_answer: 'No answer',
    invalid_number: 'Invalid number',
    failed: 'Failed',
    canceled: 'Canceled before dialing',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    undelivered: 'Not delivered',
    invalid_variables: 'Variables do not fit',
    do_not_contact: 'On the do-not-contact list',
    no_consent: 'No consent',
    forbidden: 'Destination not allowed',
    no_legal_hours: 'No legal hours',
  },
  de: {
    person: 'Person erreicht',
    voicemail: 'Anrufbeantworter',
    screening: 'Anruffilter',
    menu: 'Telefonmenü',
    announcement: 'Ansage des Netzes',
    fax: 'Fax',
    unknown: 'Angenommen ohne Sprache',
    busy: 'Besetzt',
    no_answer: 'Keine Antwort',
    invalid_number: 'Ungültige Nummer',
    failed: 'Fehlgeschlagen',
    canceled: 'Vor der Wahl abgebrochen',
    sent: 'Gesendet',
    delivered: 'Zugestellt',
    read: 'Gelesen',
    undelivered: 'Nicht zugestellt',
    invalid_variables: 'Variablen passen nicht',
    do_not_contact: 'Auf der Sperrliste',
    no_consent: 'Keine Einwilligung',
    forbidden: 'Ziel nicht erlaubt',
    no_legal_hours: 'Keine zulässigen Zeiten',
  },
}

export const wordTexts = textsOf(
  {
    channels: { call: 'Calls', chatapp: 'Chat app', sms: 'SMS' } as Record<Channel, string>,
    ways: { call: 'Call', chatapp: 'Chat-app message', sms: 'SMS' } as Record<Channel, string>,
    statuses: {
      draft: 'Draft',
      scheduled: 'Scheduled',
      'in-progress': 'In progress',
      paused: 'Paused',
      completed: 'Completed',
    } as Record<CampaignStatus, string>,
    leadStatuses: {
      created: 'Waiting',
      scheduled: 'Scheduled',
      processing: 'In progress',
      rescheduled: 'Another attempt',
      completed: 'Completed',
      'reached-max-retries': 'Given up',
      blacklisted: 'Do not contact',
    } as Record<LeadStatus, string>,
    outcomes: outcomes.en as Record<string, string>,
    groups: {
      reached: 'Reached',
      machine: 'Answered, but not by a person',
      missed: 'Not reached',
      faulty: 'Faulty',
      skipped: 'Not contacted',
    },
  },
  {
    channels: { call: 'Anrufe', chatapp: 'Chat-App', sms: 'SMS' },
    ways: { call: 'Anruf', chatapp: 'Chat-App-Nachricht', sms: 'SMS' },
    statuses: {
      draft: 'Entwurf',
      scheduled: 'Geplant',
      'in-progress': 'Läuft',
      paused: 'Pausiert',
      completed: 'Abgeschlossen',
    },
    leadStatuses: {
      created: 'Wartet',
      scheduled: 'Geplant',
      processing: 'Läuft',
      rescheduled: 'Weiterer Versuch',
      completed: 'Abgeschlossen',
      'reached-max-retries': 'Aufgegeben',
      blacklisted: 'Nicht kontaktieren',
    },
    outcomes: outcomes.de,
    groups: {
      reached: 'Erreicht',
      machine: 'Angenommen, aber nicht von einer Person',
      missed: 'Nicht erreicht',
      faulty: 'Fehlerhaft',
      skipped: 'Nicht kontaktiert',
    },
  },
)
