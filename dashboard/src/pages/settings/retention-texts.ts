// The kinds of data with a retention, and what is deleted of each.
import type { ReplyFrom } from '../../api/query.ts'
import { textsOf } from '../../i18n/locale.tsx'

type Kind = ReplyFrom<'privacy', 'getRetention'>['data'][number]['kind']

export const retentionTexts = textsOf<Record<Kind, { name: string; text: string }>>(
  {
    calls: {
      name: 'Calls',
      text: 'Number, variables, recording, transcript and webhooks of ended calls. Their duration and cost remain.',
    },
    recordings: { name: 'Recordings', text: 'Recordings of ended calls.' },
    transcripts: { name: 'Transcripts', text: 'Transcripts, explanations and evaluations of ended calls.' },
    messages: {
      name: 'Messages',
      text: 'Conversations, messages of all channels with their files, and contacts without an opt-out.',
    },
    leads: {
      name: 'Leads',
      text: 'Leads that no longer wait, since their last change, and the numbers of attempts of campaigns.',
    },
    documents: { name: 'Documents', text: 'Documents of knowledgebases, since their last change.' },
    runs: { name: 'Runs of automations', text: 'Ended runs with their data.' },
    webhook_deliveries: {
      name: 'Webhook deliveries',
      text: 'Bodies and responses of webhook deliveries that do not wait.',
    },
    audit: { name: 'Audit log', text: 'Entries of the audit log.' },
  },
  {
    calls: {
      name: 'Anrufe',
      text: 'Nummer, Variablen, Aufzeichnung, Transkript und Webhooks beendeter Anrufe. Dauer und Kosten bleiben.',
    },
    recordings: { name: 'Aufzeichnungen', text: 'Aufzeichnungen beendeter Anrufe.' },
    transcripts: { name: 'Transkripte', text: 'Transkripte, Erklärungen und Bewertungen beendeter Anrufe.' },
    messages: {
      name: 'Nachrichten',
      text: 'Konversationen, Nachrichten aller Kanäle mit ihren Dateien und Kontakte ohne Widerspruch.',
    },
    leads: {
      name: 'Leads',
      text: 'Leads, die nicht mehr warten, seit ihrer letzten Änderung, und die Nummern der Versuche von Kampagnen.',
    },
    documents: { name: 'Dokumente', text: 'Dokumente von Wissensdatenbanken, seit ihrer letzten Änderung.' },
    runs: { name: 'Läufe von Automatisierungen', text: 'Beendete Läufe mit ihren Daten.' },
    webhook_deliveries: {
      name: 'Webhook-Zustellungen',
      text: 'Inhalte und Antworten von Webhook-Zustellungen, die nicht warten.',
    },
    audit: { name: 'Änderungsprotokoll', text: 'Einträge des Änderungsprotokolls.' },
  },
)
