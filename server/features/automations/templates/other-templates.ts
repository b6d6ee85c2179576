// Templates for messages, conversations, documents, campaigns and schedules.
import { z } from 'zod'
import { id, requiredText } from '#contract/wire/fields.ts'
import { post, serviceValues, step, template, when } from './template.ts'

const alert = {
  ...serviceValues,
  url: serviceValues.url.meta({
    description: 'The incoming webhook of a team chat, which takes `{text}`.',
    example: 'https://hooks.example.com/services/T00/B00',
  }),
}

export const otherTemplates = [
  template({
    id: 'urgent-message-alert',
    name: 'Alert for urgent messages',
    description: 'Tells the team about messages that a language model considers urgent.',
    trigger: 'message_received',
    values: z.object(alert),
    sample: { from: '+14155550123', customer_name: 'Ann', body: 'The water is running through the ceiling!' },
    stepsOf: (service) => [
      step('judge', 'ai', {
        task: 'classify',
        prompt: 'Does the customer need a person at once?',
        text: '{{trigger.body}}',
        labels: ['urgent', 'can wait'],
      }),
      when('is_urgent', 'steps.judge.label == "urgent"', [
        post('alert', service, { text: 'Urgent, from {{trigger.from}}: {{trigger.body}}' }),
        step('label', 'set', { outcome: 'urgent' }),
      ]),
    ],
  }),

  template({
    id: 'conversation-summary',
    name: 'Summary of conversations',
    description: 'Sends a summary of every conversation that has ended to the team.',
    trigger: 'conversation_ended',
    values: z.object(alert),
    sample: {
      conversation_id: '7b1a4c52-5d3e-4f7a-9c55-0d9a5b6f2e11',
      formatted_transcript: 'Customer: Where is my order?\nAI: It arrives tomorrow.',
    },
    stepsOf: (service) => [
      step('summarize', 'ai', {
        task: 'generate',
        prompt: 'Summarize the conversation in two sentences for a colleague.',
        text: '{{trigger.formatted_transcript}}',
      }),
      post('send', service, { text: '{{steps.summarize.text}}' }),
    ],
  }),

  template({
    id: 'failed-document-alert',
    name: 'Alert for failed documents',
    description: 'Tells the team when a document of a knowledgebase could not be read.',
    trigger: 'document_failed',
    values: z.object(alert),
    sample: { id: 1, knowledgebase_id: 1, name: 'Prices', type: 'pdf', error: 'The file is encrypted.' },
    stepsOf: (service) => [post('alert', service, { text: 'The document {{trigger.name}} failed: {{trigger.error}}' })],
  }),

  template({
    id: 'campaign-report',
    name: 'Report of a campaign',
    description: 'Sends the results of a campaign to a service when it is completed.',
    trigger: 'campaign_completed',
    values: z.object(serviceValues),
    sample: { id: 1, name: 'Spring', channel: 'call', assistant_id: 1, counts: { leads: 10 } },
    stepsOf: (service) => [
      post('send', service, { campaign_id: '{{trigger.id}}', name: '{{trigger.name}}', counts: '{{trigger.counts}}' }),
    ],
  }),

  template({
    id: 'scheduled-campaign',
    name: 'Campaign on a schedule',
    description: 'Starts a campaign at the times of a cron pattern.',
    trigger: 'schedule',
    values: z.object({
      campaign_id: id,
      cron: requiredText(128).meta({ description: 'The five fields of cron.', example: '0 9 * * 1-5' }),
      timezone: requiredText(64)
        .optional()
        .meta({ description: 'IANA. Defaults to that of the account.', example: 'Europe/Berlin' }),
    }),
    sample: { scheduled_at: '2026-01-31T09:00:00.000Z' },
    triggerInputOf: ({ cron, timezone }) => ({ cron, ...(timezone && { timezone }) }),
    stepsOf: ({ campaign_id }) => [step('start', 'start_campaign', { campaign_id })],
  }),
]
