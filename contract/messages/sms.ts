// Endpoints of SMS: sending, and the messages that were sent and received.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { withAliases } from '../wire/field-aliases.ts'
import { dayFilters, id, page, pageQuery, requiredText, text, timestamps } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { ofRecord } from '../wire/records.ts'
import { perSecond, sendOutcome } from './messages.ts'

const direction = z.enum(['inbound', 'outbound'])

export const smsStatus = z.enum(['queued', 'sent', 'delivered', 'failed', 'undelivered', 'received']).meta({
  description: '`received` is the status of all messages from customers.',
})

const message = z
  .object({
    id,
    phone_number_id: id.nullable().meta({ description: 'Null after the phone number was deleted.' }),
    direction,
    from: personal('phone', z.string().meta({ example: '+14155238886' })),
    to: personal('phone', z.string().meta({ example: '+14155551234' })),
    body: personal('text', z.string()),
    segments: z.int().meta({
      description:
        'A message of one segment has up to 160 characters, or 70 if it contains a character outside of GSM-7, such as an emoji. Each segment of a longer message has 153 or 67.',
    }),
    segment_price: z.number().meta({ description: 'In US dollars. 0 for a received message.' }),
    total_cost: z.number().meta({
      description:
        'In US dollars; 0 if the message was not sent or has failed. A text of more than 1,600 characters, which only assistants and agents write, is several messages, and the first one has the cost of all.',
    }),
    status: smsStatus,
    sms_sid: z.string().nullable().meta({ description: 'The id of the message at the carrier.' }),
    error_code: z.int().nullable().meta({ description: 'The error code of the carrier, if the message has failed.' }),
    error_message: personal('text', z.string().nullable()),
    ...timestamps,
  })
  .meta({ id: 'Sms' })

/** The actual message names the country. */
export const smsDestinationForbidden = (status: number) => ({
  status,
  message: 'The phone number is not a number that can receive SMS.',
})

export const sms = {
  send: endpoint('POST', '/api/user/sms', {
    audit: 'none',
    summary: 'Send an SMS',
    description: `The country of the recipient must be in \`allowed_countries\` of the calling limits. A recipient who has sent STOP gets no messages until they send START. The message is added to the conversation with the recipient, which is created if it does not exist, and the inbound assistant of the phone number answers replies. The price is that of a segment for each segment of the message. ${sendOutcome} The \`whatsapp_message_id\` of the error is the \`id\` of the SMS.`,
    body: withAliases(
      z.object({
        from: z.union([id, requiredText(32)]).meta({
          description: 'The id of a phone number of the account, or the number in E.164 format.',
          example: 1,
        }),
        to: z.string().min(1).meta({
          description: 'In E.164 format. Any other value fails with status 400.',
          example: '+14155551234',
        }),
        body: requiredText(1600),
        message: requiredText(1600).optional().meta({ description: 'Alias of `body`.' }),
      }),
      { message: 'body' },
    ),
    reply: z.object({ message: z.string(), data: message }),
    refusals: {
      FROM_NUMBER_NOT_FOUND: { status: 400, message: 'From number not found' },
      FROM_NUMBER_NOT_SMS_CAPABLE: { status: 400, message: 'From number is not SMS capable' },
      INVALID_PHONE: { status: 400, message: 'Invalid to phone number' },
      DESTINATION_FORBIDDEN: smsDestinationForbidden(400),
      INSUFFICIENT_BALANCE: { status: 400, message: 'Insufficient balance' },
      'PROVIDER_ERROR_*': { status: 400, message: 'The carrier refused the message.' },
      UNKNOWN_ERROR: {
        status: 400,
        message: 'The message could not be sent. Nothing was sent and nothing is charged.',
      },
    },
    limit: perSecond,
    idempotent: true,
  }),

  list: endpoint('GET', '/api/user/sms', {
    summary: 'List SMS',
    description:
      'Returns sent and received messages, newest first. `date_from` and `date_to` are inclusive days in the time zone of the account.',
    query: z.object({
      phone_number: text(32).optional().meta({
        description: 'The whole number of the customer. Characters other than digits are ignored.',
        example: '+14155551234',
        'x-personal': 'phone',
      }),
      status: smsStatus.optional(),
      direction: direction.optional(),
      ...dayFilters,
      ...pageQuery({ default: 15, max: 100 }),
    }),
    reply: page(message),
  }),

  get: endpoint('GET', '/api/user/sms/{id}', {
    summary: 'Get an SMS',
    description: 'Returns a sent or received message with its current status and cost.',
    ...ofRecord('SMS_NOT_FOUND', 'SMS not found'),
    reply: z.object({ data: message }),
  }),
}
