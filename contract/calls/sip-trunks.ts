// Endpoints of SIP trunks: lines to telephone providers and private branch exchanges, with their own phone numbers.
import { z } from 'zod'
import { e164, perMinute } from '../messages/carrier-account.ts'
import { clearable, withDefaults } from '../wire/clearable.ts'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, text } from '../wire/fields.ts'
import { ofRecord } from '../wire/records.ts'
import { country, phoneNumberType } from './phone-numbers.ts'

const host = z
  .string()
  .max(253)
  .regex(/^(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[?[0-9A-Fa-f.]*(?::[0-9A-Fa-f.]*)+\]?)$/)

/** Visible ASCII characters that need no escapes in the header fields of SIP. */
const userName = z
  .string()
  .min(3)
  .max(128)
  .regex(/^[!#-;=?-[\]-~]*$/)

const network = z
  .string()
  .max(49)
  .regex(/^[0-9A-Fa-f:.]+(?:\/\d{1,3})?$/)

export const trunkType = z.enum(['number', 'extension']).meta({
  description:
    '`number`: a phone number at a provider. `extension`: an extension of a private branch exchange, such as 620 of a FRITZ!Box.',
})

const phoneNumber = z.string().max(16).meta({
  description:
    'E.164 for the type `number`. For the type `extension`, 1 to 15 letters, digits and the characters `*`, `#`, `+`, `-`, `.` and `_`. Unique within the SIP trunks of the account.',
  example: '+493012345678',
})

const sipAddress = host.meta({
  description:
    'The host name or the IP address of the provider or the exchange, without a port. Examples: `sipgate.de`, `fritz.box`, `example.pstn.twilio.com` for Elastic SIP Trunking of Twilio, `192.168.178.1`, `2001:db8::5060`. Accounts of the kind `tenant` can use private addresses only if the operator allows them.',
  example: 'sip.example.com',
})

/** Of trunks that have all of them; requests leave most of them out. */
export const trunkFields = {
  sip_username: userName.nullable().meta({
    description:
      'The user name that the provider or the exchange gave to the line. Required if the trunk registers or has the authorization `auth`.',
    example: '1234567e0',
  }),
  sip_calling_format: z.enum(['+e164', 'e164', 'national']).meta({
    description:
      'How numbers are written to the provider: `+e164` is +493012345678, `e164` is 493012345678, and `national` is 03012345678 for numbers of `country_code` and 00… or its equivalent for others.',
  }),
  inbound_authorization_type: z.enum(['auth', 'ip']).meta({
    description:
      'How inbound calls are recognized. `auth`: they come from the addresses of `sip_address`. `ip`: they come from these or from `allowed_inbound_ips`. By default `auth` with a password, and `ip` without one.',
  }),
  allowed_inbound_ips: z
    .array(network)
    .max(100)
    .meta({
      description:
        'IP addresses and networks from which calls are accepted with the authorization `ip`. Networks have a prefix of at least 8 bits for IPv4 and 16 bits for IPv6, and those of tenants of at least 24 and 48 bits.',
      example: ['203.0.113.7', '198.51.100.0/24'],
    }),
  country_code: country.meta({
    description:
      'ISO 3166-1 alpha-2: the country of national numbers. By default the country of the phone number, and for extensions that of the account.',
    example: 'DE',
  }),
  outbound_proxy: z.boolean().meta({
    description:
      'Whether `sip_address` is only the proxy that requests are sent to, and `sip_domain` the host in addresses. By default true if there is a `sip_domain`.',
  }),
  nickname: text(255).nullable(),
  type: phoneNumberType,
  sip_port: z.int().min(1).max(65_535).nullable().meta({
    description: 'Null finds the port in the DNS, or else uses that of the transport: 5060, or 5061 for TLS.',
    example: 5060,
  }),
  sip_transport: z
    .enum(['udp', 'tcp', 'tls'])
    .nullable()
    .meta({ description: 'Null finds it in the DNS, or else uses UDP.', example: 'udp' }),
  sip_domain: host.nullable().meta({
    description: 'The host in addresses and challenges, if it differs from `sip_address`, which is then the proxy.',
    example: 'example.com',
  }),
  sip_auth_username: userName
    .nullable()
    .meta({ description: 'The user name for the authentication, if it differs from `sip_username`.' }),
  register: z.boolean().meta({
    description:
      'Whether Parley registers at the provider, as a telephone does. By default true for the authorization `auth` with a password. Trunks to which the provider sends calls by itself, such as those of Twilio, do not register.',
  }),
  caller_id_fields: z
    .array(z.enum(['p-asserted', 'p-preferred', 'remote-party-id']))
    .max(3)
    .meta({
      description:
        'The header fields that name the caller besides From: P-Asserted-Identity, P-Preferred-Identity (for example for sipgate), Remote-Party-ID.',
      example: ['p-asserted'],
    }),
  caller_id_from: z.enum(['number', 'account']).meta({
    description:
      'What the header field From contains: the phone number, or `sip_username`, which FRITZ!Box and sipgate require. By default `number`, and for extensions `account`.',
  }),
  srtp: z.enum(['off', 'offered', 'required']).meta({
    description:
      'Whether the audio is encrypted. Its key is sent in the signaling, so it is secret only with the transport `tls`. Many providers refuse calls that offer it.',
  }),
  codecs: z
    .array(z.enum(['PCMA', 'PCMU', 'G722']))
    .min(1)
    .max(3)
    .meta({
      description:
        'In the order of preference. By default PCMU, PCMA in North America and Japan, and PCMA, PCMU elsewhere.',
      example: ['PCMA', 'PCMU'],
    }),
  max_calls: z
    .int()
    .min(1)
    .max(1_000)
    .nullable()
    .meta({ description: 'Calls at the same time, in both directions. Null for no limit.', example: 2 }),
  allow_refer: z.boolean().meta({
    description:
      'Whether calls may be transferred by the provider (REFER), so that they leave Parley. Otherwise Parley connects the two calls itself.',
  }),
  additional_phone_numbers: z
    .array(e164)
    .max(200)
    .meta({
      description:
        'Other phone numbers on the same line, for the type `number` only. Each of them is a phone number of the account. An update replaces the list; numbers that are no longer in it are deleted.',
      example: ['+493012345679'],
    }),
}

const defaults = {
  sip_calling_format: '+e164',
  type: 'both',
  caller_id_fields: ['p-asserted'],
  srtp: 'off',
  allow_refer: false,
}

const password = z
  .string()
  .min(3)
  .max(128)
  .regex(/^\P{Cc}*$/u)
  .meta({
    description:
      'Stored encrypted and never returned. Required if the trunk registers or has the authorization `auth`.',
    example: 'secret',
  })

const requestFields = clearable({ ...withDefaults(trunkFields, defaults), sip_password: password })

export const trunkState = z
  .object({
    status: z.enum(['unchecked', 'registering', 'registered', 'reachable', 'failing', 'refused']).meta({
      description:
        '`unchecked`: nothing is known yet, also after a change. `registering`: the provider has not answered yet. `registered`: calls arrive. `reachable`: a trunk that does not register has answered. `failing`: Parley keeps trying. `refused`: the provider does not accept the user name or the password; Parley tries again after a change, because repeated attempts could block the account.',
    }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'In the words of the provider. Null if the trunk works.', example: '403 Forbidden' }),
    round_trip_ms: z
      .int()
      .nullable()
      .meta({ description: 'How long the provider took to answer. Updated when it changes considerably.' }),
    since: isoMicros.meta({ description: 'When the status or the error changed.' }),
  })
  .meta({ id: 'SipTrunkState' })

const trunk = z
  .object({
    id,
    phone_number_id: id.meta({ description: 'The same as `id`.' }),
    sip_trunk_type: trunkType,
    phone_number: z.string().meta({ example: '+493012345678' }),
    sip_address: z.string().meta({ example: 'sip.example.com' }),
    ...trunkFields,
    has_password: z.boolean(),
    unreadable: z.boolean().meta({
      description:
        'Whether the password was encrypted with another master key. Then the trunk does not work until the password is entered again.',
    }),
    state: trunkState,
    last_call_at: isoMicros.nullable().meta({ description: 'When the latest call over the trunk ended.' }),
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Why the latest call that failed was not connected, in the words of the provider.' }),
    last_error_at: isoMicros.nullable(),
    created_at: isoMicros,
  })
  .meta({ id: 'SipTrunk' })

const changed = z.object({ message: z.string(), data: trunk })
const ofTrunk = ofRecord('SIP_TRUNK_NOT_FOUND', 'SIP trunk not found')
const path = '/api/user/phone-numbers/sip-trunks'

export const sipTrunks = {
  list: endpoint('GET', path, {
    summary: 'List SIP trunks',
    description:
      'Returns all SIP trunks of the account, oldest first. Their phone numbers are phone numbers of the account.',
    reply: z.object({ data: z.array(trunk) }),
  }),

  create: endpoint('POST', path, {
    summary: 'Create a SIP trunk',
    description:
      'Connects a line of a provider or a private branch exchange. Its number becomes a phone number of the account, which assistants use like any other for calls; SMS are not possible. For a FRITZ!Box, create a telephone (LAN/WLAN) there, and give its internal number, `fritz.box` or the IP address, its user name and its password, with the type `extension`. For sipgate, give the SIP-ID and the SIP password with `sipgate.de`, `caller_id_from` `account` and `caller_id_fields` `["p-preferred"]`. For Elastic SIP Trunking of Twilio, give the termination URI and a credential list with `register` false. An account can have up to 100 trunks.',
    body: z.object({
      sip_trunk_type: trunkType,
      phone_number: phoneNumber,
      sip_address: sipAddress,
      ...requestFields,
    }),
    status: 201,
    reply: changed,
    limit: perMinute(30),
  }),

  get: endpoint('GET', `${path}/{id}`, {
    summary: 'Get a SIP trunk',
    description: 'Returns the settings and the state of the trunk, without its password.',
    ...ofTrunk,
    reply: z.object({ data: trunk }),
  }),

  update: endpoint('PUT', `${path}/{id}`, {
    alsoMethods: ['PATCH'],
    summary: 'Update a SIP trunk',
    description:
      'Missing fields stay unchanged, the password too; null restores the default. Calls in progress continue. To delete a trunk, delete its phone number.',
    ...ofTrunk,
    body: z.object({
      sip_trunk_type: trunkType.optional(),
      phone_number: phoneNumber.optional(),
      sip_address: sipAddress.optional(),
      ...requestFields,
    }),
    reply: changed,
    limit: perMinute(30),
  }),

  test: endpoint('POST', `${path}/{id}/test`, {
    audit: 'none',
    summary: 'Test a SIP trunk',
    description:
      'Registers the trunk again, or asks the provider whether it can be reached if the trunk does not register. No call is made.',
    ...ofTrunk,
    reply: z.object({
      data: z.object({
        works: z.boolean(),
        message: z
          .string()
          .meta({ description: 'What was found, for people.', example: 'The provider accepted the registration.' }),
      }),
    }),
    limit: perMinute(10),
  }),
}
