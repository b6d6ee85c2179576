// The bodies that the endpoints of the control API accept. Other fields are ignored.
import { isE164 } from '@parley/rules'
import { z } from 'zod'
import { numberOf } from '../core/addresses.ts'
import { ApiError } from '../core/api-error.ts'
import { faultNames } from '../core/faults.ts'
import { approvalStatuses, senderStatuses } from '../core/state.ts'
import { machineVerdicts } from '../voice/phone-behaviours.ts'

const text = z.string().max(65_536)
const word = z.string().min(1).max(255)
const url = z.string().max(2_048)
/** Bounded, so that no time is beyond what a date can express. */
const ms = z
  .number()
  .min(0)
  .max(100 * 366 * 86_400_000)
const probability = z.number().min(0).max(1)
const code = z.int().min(0).max(99_999)
const count = z.int().min(0).max(1_000_000)
const phoneNumber = z.string().refine(isE164, 'must be a phone number in E.164 format')
const senderNumber = z
  .string()
  .refine((address) => isE164(numberOf(address)), 'must be a phone number in E.164 format, with or without whatsapp:')
const method = z.enum(['GET', 'POST'])
const texts = z.record(word, text)

const fault = z.object({ fault: z.enum(faultNames), code: code.optional(), delay_ms: ms.optional() })
const scriptedCall = z.object({ faults: z.array(fault).max(100), on: word.optional(), times: count.optional() })
/** The message of the error names the form instead of what is wrong with each. */
const faultOrCall = z.union([fault, scriptedCall], 'needs `fault` or `faults`, with names of faults')

const step = z.object({
  say: text.optional(),
  // Base64.
  audio: z.string().optional(),
  press: z.string().optional(),
  beep: z.boolean().optional(),
  hang_up: z.boolean().optional(),
  after_ms: ms.optional(),
  interrupt_after_ms: ms.optional(),
  pause_ms: ms.optional(),
  patience_ms: ms.optional(),
})
const callBehaviour = z.object({
  does: text.optional(),
  pick_up: z.enum(['answer', 'busy', 'no-answer', 'reject', 'not-in-service', 'manual']).optional(),
  ring_ms: ms.optional(),
  answered_by: z.enum(machineVerdicts).optional(),
  steps: z.array(step).max(100).optional(),
  echo: z.boolean().optional(),
})

const sender = z.object({
  number: senderNumber,
  name: text.optional(),
  messaging_limit: text.nullable().optional(),
  callback_url: url.optional(),
  status_callback_url: url.optional(),
})
const service = z.object({
  sid: z.string().regex(/^MG[0-9a-f]{32}$/, 'must be MG and 32 hexadecimal digits'),
  senders: z.array(word).max(10_000),
  inbound_url: url.optional(),
  status_callback_url: url.optional(),
  advanced_opt_out: z.boolean().optional(),
})
const delays = z.object({
  sent: ms,
  delivered: ms,
  read: ms.nullable(),
  pending: ms,
  verdict: ms,
  registration: ms,
  dialling: ms,
  answer: ms,
  machine_detection: ms,
  say_character: ms,
  retry: ms,
})
const randomFaults = z.object({
  too_many_requests: probability,
  error_before_accept: probability,
  error_after_accept: probability,
  lost_request: probability,
  lost_reply: probability,
  callback_before_answer: probability,
  reorder: probability,
  seed: z.int(),
  duplicate_callback: probability,
  drop: probability,
  delay: probability,
  delay_ms: ms,
})
/** Null removes a setting that has no value by default. */
const removable = <T extends z.ZodType>(value: T) => value.nullable().transform((given) => given ?? undefined)
const settings = z
  .object({
    inbound_url: removable(url),
    senders: z.array(sender).max(10_000),
    numbers: z.array(phoneNumber).max(10_000),
    services: z.array(service).max(1_000),
    delays_ms: delays.partial(),
    review: z.enum(['rules', 'hand']),
    answer_delay_ms: ms,
    rate: removable(z.object({ per_second: z.number().min(0).max(1_000_000), burst: count })),
    faults: randomFaults.partial(),
    enforce_messaging_limit: z.boolean(),
    marketing_to_us: z.enum(['refused', 'delivered']),
    whats_app_opt_out: z.boolean(),
    verify_senders: z.boolean(),
    sign_fragment: z.boolean(),
    voice_url: removable(url),
    tunnels: z.array(z.object({ host: word, url: z.url() })).max(100),
    widget_url: removable(url),
    recorded_seconds: z.number().min(0).max(86_400),
    remembered: z.int().min(1).max(10_000_000),
  })
  .partial()

const file = z.object({ content_type: word, base64: z.string(), filename: word.optional() })
const phoneMessage = z.object({
  to: word,
  body: text.optional(),
  channel: z.enum(['sms', 'whatsapp']).optional(),
  media: z.array(file).max(10).optional(),
  profile_name: text.optional(),
  button_payload: text.optional(),
  button_text: text.optional(),
  replies_to: word.optional(),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), label: text.optional(), address: text.optional() })
    .optional(),
  fields: texts.optional(),
  times: z.int().min(1).max(100).optional(),
})

const nothing = z.object({})

/** By the path of the endpoint. */
const bodies: Readonly<Record<string, z.ZodType>> = {
  '/calls': z.object({ from: word, to: word, behaviour: callBehaviour.optional() }),
  '/calls/:id/answer': nothing,
  '/calls/:id/hang-up': nothing,
  '/calls/:id/keys': z.object({ keys: word }),
  '/calls/:id/speech': z.object({ say: text.optional(), audio: z.string().optional() }),
  '/phones/:id/call-behaviour': callBehaviour,
  '/numbers': z.object({
    phone_number: phoneNumber,
    friendly_name: text.optional(),
    voice_url: url.optional(),
    voice_method: method.optional(),
    voice_fallback_url: url.optional(),
    voice_fallback_method: method.optional(),
    status_callback: url.optional(),
    status_callback_method: method.optional(),
    sms_url: url.optional(),
    sms_capable: z.boolean().optional(),
  }),
  '/settings': settings,
  '/faults': z.union(
    [z.object({ calls: z.array(faultOrCall).max(1_000) }), fault, scriptedCall],
    'Each call needs `fault` or `faults`, with names of faults.',
  ),
  '/phones/:id/messages': phoneMessage,
  '/phones/:id/behaviour': z.object({
    does: text.optional(),
    code: code.optional(),
    faults: z.array(fault).max(100).optional(),
    reply: text.optional(),
  }),
  '/messages/:id/redeliver': nothing,
  // The endpoint says what is wrong.
  '/clock': z.object({ forward_ms: z.unknown() }),
  '/templates': z.object({
    name: word,
    types: z.record(word, z.record(word, z.unknown())).optional(),
    body: text.optional(),
    language: word.optional(),
    variables: texts.optional(),
    category: word.optional(),
    status: z.enum(approvalStatuses).nullable().optional(),
    rejection_reason: text.optional(),
  }),
  '/templates/:id': z.object({
    name: word.optional(),
    category: word.optional(),
    status: z.enum(approvalStatuses).optional(),
    rejection_reason: text.optional(),
    allow_category_change: z.boolean().optional(),
  }),
  '/senders': sender,
  '/senders/:id': z.object({
    status: z.enum(senderStatuses).optional(),
    offline_code: code.optional(),
    messaging_limit: text.nullable().optional(),
    quality: text.nullable().optional(),
    webhook: texts.optional(),
  }),
  '/services': service,
  '/token': nothing,
  '/reset': z.object({ everything: z.boolean().optional() }),
}

/** Throws an `ApiError` that names the first field that does not fit. */
export function readControlBody(path: string, json: unknown): Record<string, unknown> {
  const result = (bodies[path] ?? nothing).safeParse(json)
  if (result.success) return result.data as Record<string, unknown>
  const { path: field, message } = result.error.issues[0]!
  throw new ApiError(20001, field.length === 0 ? message : `\`${field.join('.')}\`: ${message}`)
}
