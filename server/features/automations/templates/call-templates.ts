// Templates for what happens after calls, and for calls that something else starts.
import { z } from 'zod'
import { id } from '#contract/wire/fields.ts'
import { recipients } from '../steps/mail-step.ts'
import {
  endedCall,
  hours,
  messageValues,
  post,
  sendTemplate,
  serviceValues,
  smsValues,
  step,
  template,
  when,
} from './template.ts'

const wasMissed = 'trigger.status in ["busy", "no-answer", "failed"]'

export const callTemplates = [
  template({
    id: 'missed-call-message',
    name: 'Message after a missed call',
    description: 'Sends a template message to a person whom a call did not reach.',
    trigger: 'call_ended',
    values: z.object(messageValues),
    sample: endedCall({ status: 'no-answer', answerer: null }),
    stepsOf: (values) => [
      when('was_missed', wasMissed, [sendTemplate('send', values), step('label', 'set', { outcome: 'messaged' })]),
    ],
  }),

  template({
    id: 'booked-reminder',
    name: 'Reminder before an appointment',
    description: 'Reminds a person of the appointment that was agreed in a call, some hours before it.',
    trigger: 'call_ended',
    values: z.object({
      ...messageValues,
      variable: z
        .string()
        .regex(/^\w{1,64}$/)
        .meta({
          description: 'The field of `post_call_schema` with the time of the appointment in ISO 8601.',
          example: 'appointment_at',
        }),
      hours_before: hours('How many hours before the appointment.'),
    }),
    sample: endedCall({ extracted_variables: { appointment_at: '2026-01-31T09:30:00Z' } }),
    stepsOf: ({ variable, hours_before, ...values }) => [
      when('has_appointment', `default(trigger.extracted_variables.${variable}, null) != null`, [
        step('wait', 'delay', {
          until: `{{addDuration(trigger.extracted_variables.${variable}, "-${Math.round(hours_before * 60)}m")}}`,
        }),
        sendTemplate('remind', values),
        step('label', 'set', { outcome: 'reminded' }),
      ]),
    ],
  }),

  template({
    id: 'evaluation-to-crm',
    name: 'Evaluation to the CRM',
    description: 'Sends the result of every call that was connected to a service.',
    trigger: 'call_ended',
    values: z.object(serviceValues),
    sample: endedCall({ extracted_variables: { interested: true } }),
    stepsOf: (service) => [
      when('was_connected', 'trigger.duration > 0', [
        post('send', service, {
          call_id: '{{trigger.id}}',
          phone: '{{trigger.customer_phone}}',
          status: '{{trigger.status}}',
          duration: '{{trigger.duration}}',
          result: '{{trigger.extracted_variables}}',
          transcript: '{{trigger.formatted_transcript}}',
        }),
      ]),
    ],
  }),

  template({
    id: 'call-summary-email',
    name: 'Summary of calls by email',
    description: 'Sends a summary of every call that was connected by email.',
    trigger: 'call_ended',
    values: z.object({ recipients }),
    sample: endedCall(),
    stepsOf: ({ recipients }) => [
      when('was_connected', 'trigger.duration > 0', [
        step('summarize', 'ai', {
          task: 'generate',
          prompt: 'Summarize the call in three sentences for a colleague. Name what has to be done.',
          text: '{{trigger.formatted_transcript}}',
        }),
        step('send', 'send_email', {
          to: recipients,
          subject: 'Call with {{trigger.customer_phone}}',
          text: '{{steps.summarize.text}}',
        }),
        step('label', 'set', { outcome: 'summarized' }),
      ]),
    ],
  }),

  template({
    id: 'opt-out',
    name: 'Opt-out to the CRM',
    description: 'Tells a service that a person does not want to be called again.',
    trigger: 'call_ended',
    values: z.object(serviceValues),
    sample: endedCall({ opted_out: 'everything' }),
    stepsOf: (service) => [
      when('opted_out', 'trigger.opted_out != null', [
        post('send', service, { phone: '{{trigger.customer_phone}}', opted_out: '{{trigger.opted_out}}' }),
        step('label', 'set', { outcome: 'opted_out' }),
      ]),
    ],
  }),

  template({
    id: 'voicemail-follow-up',
    name: 'SMS after a voicemail',
    description: 'Sends an SMS some time after a call that a voicemail answered.',
    trigger: 'call_ended',
    values: z.object({ ...smsValues, hours_later: hours('How many hours after the call.') }),
    sample: endedCall({ answerer: 'voicemail' }),
    stepsOf: ({ from, body, hours_later }) => [
      when('was_voicemail', 'trigger.answerer == "voicemail"', [
        step('wait', 'delay', { seconds: Math.round(hours_later * 3_600) }),
        step('send', 'send_sms', { from, to: '{{trigger.customer_phone}}', body }),
        step('label', 'set', { outcome: 'messaged' }),
      ]),
    ],
  }),

  template({
    id: 'webhook-lead-call',
    name: 'Call for a lead of a form',
    description: 'Calls a person as soon as a form or another service sends the number.',
    trigger: 'webhook',
    values: z.object({ assistant_id: id.meta({ description: 'The assistant that calls.' }) }),
    sample: { phone: '+14155550123', name: 'Ann' },
    stepsOf: ({ assistant_id }) => [
      step('call', 'make_call', {
        assistant_id,
        phone_number: '{{trigger.phone}}',
        variables: { name: '{{default(trigger.name, "")}}' },
      }),
      step('answer', 'respond', { status: 202, body: { call_id: '{{steps.call.call_id}}' } }),
    ],
  }),

  template({
    id: 'inbound-call-alert',
    name: 'Notice of an inbound call',
    description: 'Tells a service who is calling, while the assistant answers.',
    trigger: 'inbound_call',
    values: z.object(serviceValues),
    sample: { id: 1, customer_phone: '+14155550123', assistant_phone: '+14155550100', assistant_id: 1 },
    stepsOf: (service) => [post('send', service, { call_id: '{{trigger.id}}', phone: '{{trigger.customer_phone}}' })],
  }),

  template({
    id: 'unreached-to-campaign',
    name: 'Unreached people to another campaign',
    description: 'Adds people whom calls did not reach to a campaign, such as one that sends messages.',
    trigger: 'call_ended',
    values: z.object({ campaign_id: id.meta({ description: 'The campaign to which the people are added.' }) }),
    sample: endedCall({ status: 'busy', answerer: null }),
    stepsOf: ({ campaign_id }) => [
      when('was_missed', wasMissed, [
        step('add', 'create_lead', {
          campaign_id,
          phone_number: '{{trigger.customer_phone}}',
          variables: '{{trigger.input_variables}}',
        }),
      ]),
    ],
  }),
]
