// Endpoints of phone numbers and of the limits for outgoing calls.
import { z } from 'zod'
import { carrierRefusals, carrierUnavailable, e164, perMinute, publicUrlPrivate } from '../messages/carrier-account.ts'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, message, text } from '../wire/fields.ts'
import { ofRecord } from '../wire/records.ts'

export const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/)
  .meta({ description: 'ISO 3166-1 alpha-2.', example: 'US' })

export const phoneNumberType = z.enum(['inbound', 'outbound', 'both']).meta({
  description: 'The calls that the number is used for.',
})

const nickname = text(255).nullable()

const phoneNumber = z
  .object({
    id,
    phone_number: z.string().meta({ example: '+14155238886' }),
    nickname: z.string().nullable(),
    country_code: z
      .string()
      .meta({ description: 'ISO 3166-1 alpha-2; empty for a number of no country.', example: 'US' }),
    type: phoneNumberType,
    type_label: z.string().meta({ example: 'Inbound and outbound' }),
    sms_capable: z.boolean().meta({ description: 'Whether the number can send SMS, see `POST /api/user/sms`.' }),
    region: z.string().nullable().meta({ description: 'As reported by the carrier.', example: 'CA' }),
    source: z.enum(['imported', 'purchased']).meta({
      description: 'Deleting a purchased number releases it at the carrier; an imported one stays there.',
    }),
    created_at: isoMicros,
  })
  .meta({ id: 'PhoneNumber' })

const callingLimits = z
  .object({
    allowed_countries: z.array(z.string()).meta({ description: 'ISO 3166-1 alpha-2.', example: ['US'] }),
    concurrent_calls: z.int(),
    calls_per_minute: z.int(),
    calls_per_hour_to_number: z.int().meta({ description: 'Calls to the same phone number.' }),
    calls_per_hour_to_prefix: z
      .int()
      .meta({ description: 'Calls to phone numbers that differ only in their last four digits.' }),
    spend_per_hour_usd: z.number(),
    spend_per_day_usd: z.number(),
  })
  .meta({ id: 'CallingLimits' })

/** For every endpoint that dials. The actual messages name the country or the limit. */
export const dialRefusals = {
  DESTINATION_FORBIDDEN: { status: 422, message: 'The phone number is not a number that can be called.' },
  DO_NOT_CONTACT: { status: 422, message: 'The number is on the do-not-contact list of the account.' },
  CALLING_LIMIT_REACHED: { status: 429, message: 'The account has reached a limit for outgoing calls.' },
}

const ofNumber = ofRecord('PHONE_NUMBER_NOT_FOUND', 'Phone number not found')

const requestRefusals = { ...carrierUnavailable, ...carrierRefusals }
const oneNumber = z.object({ message: z.string(), data: phoneNumber })

export const phoneNumbers = {
  list: endpoint('GET', '/api/user/phone-numbers', {
    summary: 'List phone numbers as an array',
    description: 'Returns the phone numbers of the account.',
    reply: z.array(phoneNumber),
  }),

  listAll: endpoint('GET', '/api/user/phone-numbers/all', {
    summary: 'List phone numbers',
    description: 'Returns the same phone numbers as `GET /api/user/phone-numbers`, in `data`.',
    reply: z.object({ data: z.array(phoneNumber) }),
  }),

  search: endpoint('GET', '/api/user/phone-numbers/search', {
    summary: 'Search for phone numbers to purchase',
    description: 'Returns up to 30 numbers that the carrier offers and that can be used for calls.',
    query: z.object({
      country_code: country.optional().meta({ description: 'By default the country of the account.', example: 'US' }),
      contains: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional()
        .meta({ description: 'Digits that the number contains.', example: '415' }),
    }),
    reply: z.object({
      data: z.array(
        z.object({
          phone_number: z.string(),
          country_code: z.string(),
          region: z.string().nullable(),
          sms_capable: z.boolean(),
        }),
      ),
    }),
    refusals: requestRefusals,
    limit: perMinute(30),
  }),

  create: endpoint('POST', '/api/user/phone-numbers', {
    summary: 'Import a phone number',
    description:
      'Imports a number that the carrier account already has, and, unless its `type` is `outbound`, configures it at the carrier so that Parley receives its calls and SMS, in place of any other webhooks. Only one account can import a number. Numbers in the carrier account of the installation can be imported by direct accounts only; the operator assigns them to other accounts.',
    body: z.object({ phone_number: e164, nickname: nickname.optional(), type: phoneNumberType.optional() }),
    status: 201,
    reply: oneNumber,
    refusals: { ...requestRefusals, ...publicUrlPrivate },
    limit: perMinute(30),
  }),

  purchase: endpoint('POST', '/api/user/phone-numbers/purchase', {
    summary: 'Purchase a phone number',
    description:
      "Purchases a number that the search returned. The carrier bills its carrier account. If the carrier's response is lost, the request fails with 503; a repeated request returns the number if it was purchased, and never purchases it twice. Without a repeated request, Parley looks the number up within a few minutes.",
    body: z.object({ phone_number: e164, nickname: nickname.optional() }),
    status: 201,
    reply: oneNumber,
    refusals: {
      ...requestRefusals,
      ...publicUrlPrivate,
      NUMBER_ALREADY_OWNED: {
        status: 409,
        message: 'The carrier account already has this phone number. Import it instead.',
      },
    },
    limit: perMinute(10),
    idempotent: true,
  }),

  update: endpoint('PUT', '/api/user/phone-numbers/{id}', {
    alsoMethods: ['PATCH'],
    summary: 'Rename a phone number',
    description: 'Sets the nickname; null removes it.',
    ...ofNumber,
    body: z.object({ nickname }),
    reply: oneNumber,
  }),

  delete: endpoint('DELETE', '/api/user/phone-numbers/{id}', {
    summary: 'Delete a phone number',
    description:
      'Releases a purchased number at the carrier. An imported number stays at the carrier, without the webhooks of Parley. Conversations by SMS remain. Assistants that used the number have none afterwards.',
    ...ofNumber,
    refusals: { ...ofNumber.refusals, ...requestRefusals },
    reply: message,
    limit: perMinute(30),
  }),

  getCallingLimits: endpoint('GET', '/api/user/calling-limits', {
    summary: 'Get the limits for outgoing calls',
    description: 'The limits protect the account against fraud and mistakes. The operator can change the numbers.',
    reply: z.object({ data: callingLimits }),
  }),

  setCallingLimits: endpoint('PUT', '/api/user/calling-limits', {
    summary: 'Set the countries that may be called and sent SMS',
    description:
      'Calls, transfers and SMS to other countries are refused. Countries of the North American Numbering Plan count one by one. Premium-rate, shared-cost, personal, pager and satellite numbers are always refused.',
    body: z.object({
      allowed_countries: z
        .array(country)
        .max(250)
        .nullable()
        .meta({
          description: 'Null restores the default, which is the country of the account.',
          example: ['US', 'CA'],
        }),
    }),
    reply: z.object({ message: z.string(), data: callingLimits }),
  }),
}
