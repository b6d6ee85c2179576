// Endpoints of SIP telephones: desk phones and softphones of an account that register at Parley.
import { telephoneForm } from '@parley/rules'
import { z } from 'zod'
import { perMinute } from '../messages/carrier-account.ts'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, message, requiredText } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { ofRecord } from '../wire/records.ts'

const name = requiredText(255).meta({ description: 'For people.', example: 'Front desk' })

const extension = z.string().regex(telephoneForm).meta({
  description:
    'The 2 to 6 digits at which the other telephones of the account call it, unique within the account. By default the first free number from 100.',
  example: '100',
})

const username = z
  .string()
  .min(3)
  .max(64)
  .regex(/^[a-z0-9._-]*$/)
  .meta({
    description:
      'The user name to type into the telephone: small letters, digits, `.`, `_` and `-`. Unique in the whole installation. By default it is generated.',
    example: '100-k7m2xq9d',
  })

const password = z
  .string()
  .min(12)
  .max(64)
  .regex(/^[\x21-\x7e]*$/)
  .meta({
    description:
      'The password to type into the telephone: 12 to 64 visible ASCII characters. By default 20 characters are generated. Stored encrypted.',
    example: 'k7m2xq9dk7m2xq9dk7m2',
  })

const phoneNumberId = id.nullable().meta({
  description:
    'The phone number of the account that calls of the telephone show, and whose assistant answers when the telephone calls its own extension.',
})

const phone = z
  .object({
    id,
    name: z.string(),
    extension: z.string(),
    username: z.string(),
    phone_number_id: id.nullable(),
    server: z.string().nullable().meta({
      description:
        'The server to type into the telephone, with its port. Null if telephones cannot register at this installation.',
      example: 'parley.example.com:5061',
    }),
    registered_until: isoMicros.nullable().meta({
      description:
        'Null if the telephone is not registered. Otherwise, it cannot be called after this time unless it registers again.',
    }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'Where the telephone registered from.', example: '203.0.113.7:5060' }),
    user_agent: z
      .string()
      .nullable()
      .meta({ description: 'As the telephone names itself.', example: 'Yealink SIP-T54W' }),
    unreadable: z.boolean().meta({
      description:
        'Whether the password was encrypted with another master key. Then the telephone cannot register until it gets a new one.',
    }),
    created_at: isoMicros,
  })
  .meta({ id: 'SipPhone' })

const withPassword = phone
  .extend({
    password: personal(
      'secret',
      z.string().nullable().meta({
        description: 'Masked for callers who may not change telephones. Null if it is unreadable.',
      }),
    ),
  })
  .meta({ id: 'SipPhoneWithPassword' })

const changed = z.object({ message: z.string(), data: withPassword })
const ofPhone = ofRecord('SIP_PHONE_NOT_FOUND', 'SIP telephone not found')
const path = '/api/user/sip-phones'

export const sipPhones = {
  list: endpoint('GET', path, {
    summary: 'List SIP telephones',
    description: 'Returns all SIP telephones of the account, oldest first, without their passwords.',
    reply: z.object({ data: z.array(phone) }),
  }),

  create: endpoint('POST', path, {
    summary: 'Create a SIP telephone',
    description:
      'Creates the user name and the password with which a desk phone or softphone registers at Parley. An account can have up to 1,000 telephones.',
    body: z.object({
      name,
      extension: extension.nullable().optional(),
      username: username.nullable().optional(),
      password: password.nullable().optional(),
      phone_number_id: phoneNumberId.optional(),
    }),
    status: 201,
    reply: changed,
    limit: perMinute(60),
  }),

  get: endpoint('GET', `${path}/{id}`, {
    summary: 'Get a SIP telephone',
    description: 'Returns the telephone with its password.',
    ...ofPhone,
    reply: z.object({ data: withPassword }),
  }),

  update: endpoint('PUT', `${path}/{id}`, {
    alsoMethods: ['PATCH'],
    summary: 'Update a SIP telephone',
    description:
      'Missing fields stay unchanged. If the password is null, a new one is generated. With another user name or password, the telephone has to register again.',
    ...ofPhone,
    body: z.object({
      name: name.optional(),
      extension: extension.optional(),
      username: username.optional(),
      password: password.nullable().optional(),
      phone_number_id: phoneNumberId.optional(),
    }),
    reply: changed,
    limit: perMinute(60),
  }),

  delete: endpoint('DELETE', `${path}/{id}`, {
    summary: 'Delete a SIP telephone',
    description: 'The telephone can no longer register. Its call in progress continues.',
    ...ofPhone,
    reply: message,
  }),
}
