// Schemas of calls: what the API shows of a call, its explanation, its outcome, and the payload of its webhook.
import { isExtension } from '@parley/rules'
import { z } from 'zod'
import { extractedValues } from '../conversations/conversation-fields.ts'
import { exactNumber, id, isoMicros, localTime, text } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { interaction, latency } from './call-metrics.ts'

export const answerer = z.enum(['person', 'voicemail', 'screening', 'menu', 'announcement', 'fax', 'unknown']).meta({
  description:
    'What answered an outbound call, as it was known at the end. `person`: a person answered, directly or after a screening service or a menu; `screening` and `menu` if no person was heard after them. `voicemail` includes a full mailbox. `unknown` if words and sounds do not show it.',
})

export const optOut = z
  .enum(['topic', 'everything'])
  .nullable()
  .meta({ description: 'The person does not want to be called again: about the topic of the call, or at all.' })

export const callType = z.enum(['inbound', 'outbound', 'web'])

export const openStatuses = ['initiated', 'ringing', 'in-progress'] as const
export const finalStatuses = [
  'busy',
  'no-answer',
  'failed',
  'ended',
  'completed',
  'ended_by_customer',
  'ended_by_assistant',
] as const

export const callStatus = z.enum([...openStatuses, ...finalStatuses]).meta({
  description:
    'Open: `initiated`, `ringing`, `in-progress`. Not connected: `busy`, `no-answer`, `failed`. Connected and over: `ended_by_customer` and `ended_by_assistant` by who hung up, `completed` for any other regular end such as the maximum duration, `ended` if a failure cut the call off.',
})

export const endedReason = z
  .enum([
    'caller_hung_up',
    'assistant_ended',
    'agent_ended',
    'silence',
    'max_duration',
    'voicemail',
    'transferred',
    'transfer_failed',
    'busy',
    'no_answer',
    'circuits_busy',
    'rejected',
    'mailbox_full',
    'calls_refused',
    'number_unavailable',
    'canceled',
    'carrier_failed',
    'media_failed',
    'recognition_failed',
    'synthesis_failed',
    'model_failed',
    'internal_error',
    'process_died',
  ])
  .meta({ description: 'Why the call ended.' })

/** The keys that are pressed after the answer of a call. */
export const extensionInput = text(30).refine(isExtension, 'The :attribute format is invalid.').meta({
  description:
    'The keys to press after the answer of a call: digits, `*` and `#`, with `,` for a pause of two seconds and `w` for half a second. Without a pause before the first key, it is pressed after one second. All pauses together and the keys last at most 16 seconds.',
  example: '12',
})

export const extensionOutput = personal(
  'text',
  z.string().nullable().meta({ description: 'The keys that are pressed after the answer of a call.', example: '12' }),
)

export const transferOutcome = z
  .enum(['accepted', 'declined', 'busy', 'no_answer', 'voicemail', 'failed', 'abandoned'])
  .meta({
    description:
      'What happened to the call to the other number. `accepted`: the customer was connected. `declined`: the person hung up or did not press the key. `voicemail`: a machine answered a transfer with a briefing. `failed`: the number could not be called. `abandoned`: the customer hung up, or nobody accepted in time. Null while the number is called.',
  })

const variables = personal('text', z.record(z.string(), z.string()))

const transcriptEntry = z.object({
  text: personal(
    'text',
    z.string().meta({
      description: 'What was said. If the assistant was interrupted, the part of its answer that the customer heard.',
    }),
  ),
  type: z.literal('transcript'),
  sender: z.enum(['bot', 'human', 'agent']).meta({
    description: '`agent` is a person of the account who has taken the call over.',
  }),
  timestamp: isoMicros,
})

const callEntry = transcriptEntry.extend({
  type: z.enum(['transcript', 'whisper']).meta({
    description: '`whisper` is an instruction of an agent for the assistant, which the customer has not heard.',
  }),
  unspoken: personal(
    'text',
    z.string().optional().meta({
      description:
        'What the assistant would have said after `text` if it had not been interrupted, as far as it was generated. Missing if everything was heard.',
    }),
  ),
})

const evaluated = z.object({
  name: z.string(),
  type: z.enum(['string', 'number', 'bool']),
  value: personal('text', z.union([z.string(), exactNumber, z.boolean(), z.null()])),
  description: z.string(),
})

const callFields = {
  id,
  uuid: z.uuid().meta({ description: 'The `subject` of the webhook deliveries about the call.' }),
  assistant_id: id,
  assistant_name: z.string(),
  campaign_id: id.nullable().meta({ description: 'The campaign that made the call.' }),
  campaign_name: z.string().nullable().meta({ description: 'Null if the campaign was deleted.' }),
  type: callType,
  from_visitor: z.boolean().meta({ description: 'Whether an anonymous visitor of a website started the web call.' }),
  origin: z.string().nullable().meta({
    description: 'The origin of the website on which the visitor started the call, if the browser sent it.',
    example: 'https://shop.example',
  }),
  duration: z.int().meta({ description: 'Talk time in seconds. 0 until the call has ended.' }),
  assistant_phone_number: z.string().nullable(),
  client_phone_number: personal('phone', z.string().nullable()),
  extension: extensionOutput,
  status: callStatus,
  ended_reason: endedReason.nullable(),
  transcript: z.array(callEntry),
  variables,
  evaluation: z.array(evaluated).meta({ description: 'Values for `post_call_schema`. Empty until the evaluation.' }),
  webhook_response: z
    .object({
      status: z.enum(['pending', 'delivered', 'failed']),
      status_code: z.int().nullable(),
      error: z.string().nullable(),
      body: personal('text', z.string().nullable().meta({ description: 'The first kilobyte of the response.' })),
      received_at: localTime,
    })
    .nullable()
    .meta({ description: 'The latest response to the call-ended webhook.' }),
  carrier_cost: z.number().meta({ description: 'In US dollars; part of `total_cost`.' }),
  total_cost: z.number().meta({ description: 'In US dollars. 0 until the call has ended.' }),
  answered_by: z.enum(['human', 'machine', 'unknown']).nullable().meta({
    description: 'What the beginning of an outbound call sounded like.',
  }),
  answerer: answerer.nullable().meta({
    description: 'Null until the call has ended, if it was not answered, and for calls of other types.',
  }),
  opted_out: optOut,
  recording_url: personal(
    'text',
    z.string().nullable().meta({
      format: 'uri',
      description: 'Plays without an API key for 15 minutes. `GET /api/user/calls/{id}/recording` always works.',
    }),
  ),
  synthetic_voice: z
    .object({
      channel: z.literal('right'),
      digital_source_type: z.url().meta({
        description: 'A code of https://cv.iptc.org/newscodes/digitalsourcetype/.',
        example: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      }),
    })
    .nullable()
    .meta({
      description:
        'The channel of the recording that contains synthetic speech. The file declares the same in its metadata. Null without a recording.',
    }),
  latency,
  interaction: interaction
    .nullable()
    .meta({ description: 'Null until the call has ended, without a conversation, and for earlier calls.' }),
  created_at: localTime,
  updated_at: localTime,
}

export const call = z.object(callFields).meta({ id: 'Call' })

export const explanation = z
  .object({
    id,
    status: callStatus,
    ended_reason: endedReason.nullable(),
    answerer: answerer.nullable(),
    summary: z.string().meta({
      description: 'One sentence: how the call went and why it ended.',
      example: 'The outbound call to +14155550123 lasted 42 s. The customer hung up.',
    }),
    timeline: z
      .array(
        z.object({
          at: isoMicros,
          offset_ms: z.int().meta({ description: 'Since the call was created.' }),
          type: z.string().meta({ example: 'carrier_status' }),
          text: z.string().meta({ example: 'The carrier reported the status ringing.' }),
          detail: z
            .record(z.string(), z.unknown())
            .meta({ description: 'The values of the event; they depend on its type.' }),
        }),
      )
      .meta({ description: 'Events of the carrier, spoken turns, tools, failures and charges, in order.' }),
    latency,
    interaction: interaction.nullable(),
    states: z
      .array(
        z.object({
          offset_ms: z.int().meta({ description: 'Since the call was created.' }),
          customer: z.enum(['silent', 'faint', 'speaking', 'noise', 'trailing', 'recognizing', 'waiting']),
          interruption: z.enum(['none', 'possible', 'probable', 'dismissed', 'by_sound']),
        }),
      )
      .meta({
        description:
          'The states of turn-taking, each until the next; `docs/turn-taking.md` describes them. Empty until the call has ended.',
      }),
    cost: z.object({
      price_per_minute: z.number(),
      carrier_price_per_minute: z.number(),
      seconds: z.int(),
      carrier_cost: z.number(),
      total_cost: z.number(),
    }),
    assistant: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The settings that the call ran with, as they were when it was created.' }),
  })
  .meta({ id: 'CallExplanation' })

export const callEndedPayload = z.object({
  id,
  customer_phone: z.string().nullable().meta({ description: 'E.164. Another word if the customer hides the number.' }),
  assistant_phone: z.string().nullable(),
  duration: z.int().meta({ description: 'Talk time in seconds.' }),
  status: callStatus,
  ended_reason: endedReason.nullable(),
  answerer: answerer.nullable().meta({ description: 'Null for calls that were not answered, and for inbound calls.' }),
  opted_out: optOut,
  extracted_variables: extractedValues.meta({
    description: 'Values for the names of `post_call_schema`. Null if the call does not contain the value.',
  }),
  input_variables: variables,
  transcript: z.array(transcriptEntry),
  formatted_transcript: z
    .string()
    .meta({ description: 'One line for each entry.', example: 'AI: Hello!\nCustomer: When do you open?' }),
  recording_url: z.string().nullable().optional().meta({
    format: 'uri',
    description:
      'Present if `include_recording_in_webhook` is true; null without a recording. Valid for 15 minutes; afterwards use `GET /api/user/calls/{id}/recording`.',
  }),
  created_at: isoMicros,
  finished_at: isoMicros,
  lead: z
    .object({
      id,
      phone_number: personal('phone', z.string()),
      variables,
      status: z.string(),
      call_tries: z.int(),
      campaign: z.object({ id, name: z.string() }),
      created_at: isoMicros,
      updated_at: isoMicros,
    })
    .nullable()
    .meta({ description: 'The lead that a campaign called.' }),
  campaign: z
    .object({ id, name: z.string() })
    .nullable()
    .meta({ description: 'The campaign that made the call. Null if the lead was deleted.' }),
  transfers: z.array(
    z.object({
      phone_number: personal('phone', z.string()),
      answered: z.boolean().nullable().meta({
        description: 'Whether the customer was connected, even if that call continues. Null if it is not known yet.',
      }),
      outcome: transferOutcome.nullable(),
      duration: z.int().nullable().meta({
        description: 'The time that both sides were connected, in seconds. Null while the transferred call continues.',
      }),
      created_at: isoMicros,
    }),
  ),
})
