// Endpoints of the carrier account, and what all endpoints share that send requests to the carrier.
import { e164 as e164Form } from '@parley/rules'
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { isoMicros, message, requiredText, unreadable } from '../wire/fields.ts'

export const e164 = z.string().regex(e164Form).meta({ description: 'E.164.', example: '+14155238886' })

export const carrierUnavailable = {
  CARRIER_UNAVAILABLE: { status: 503, message: 'The carrier cannot be reached right now. Please try again.' },
}
/** The actual message includes the reason that the carrier gave. */
export const carrierRefusals = { 'PROVIDER_ERROR_*': { status: 422, message: 'The carrier refused the request.' } }
export const publicUrlPrivate = {
  PUBLIC_URL_PRIVATE: {
    status: 422,
    message: 'The carrier cannot reach the address of this installation. Its operator has to set PUBLIC_URL.',
  },
}

/** Protects the rate limit of the carrier, which each of these requests counts against. */
export const perMinute = (requests: number) => ({ requests, windowMs: 60_000, per: 'account' as const })

export const inboundWebhookUrl = z.string().meta({
  description:
    'The URL to configure at the carrier as the POST webhook for incoming messages. Parley configures it if the carrier has none, and never replaces another URL by itself.',
  example: 'https://parley.example.com/carrier/twilio/message#ct=2000&rc=3&rp=all',
})

/** Another account, or the installation, has the same account at the carrier. */
export const accountTaken = { account_sid: ['The account sid has already been taken.'] }

const carrierAccount = z
  .object({
    owner: z
      .enum(['account', 'installation'])
      .meta({ description: 'Whether the account uses its own carrier account or that of the installation.' }),
    account_sid: z.string().nullable().meta({ description: 'Null unless `owner` is `account`.' }),
    verified_at: isoMicros.nullable().meta({ description: 'When the carrier last accepted the credentials.' }),
    unreadable,
    inbound_webhook_url: inboundWebhookUrl,
  })
  .meta({ id: 'CarrierAccount' })

const carrierInUse = {
  CARRIER_IN_USE: {
    status: 409,
    message: 'Delete the senders and phone numbers of the current carrier account first.',
  },
}

/** Part of the area of senders. */
export const carrierAccounts = {
  getCarrier: endpoint('GET', '/api/user/carrier', {
    summary: 'Get the carrier account',
    description:
      'Returns the carrier account that the senders and phone numbers belong to. The auth token is never returned.',
    reply: z.object({ data: carrierAccount }),
  }),

  setCarrier: endpoint('PUT', '/api/user/carrier', {
    summary: 'Set your own carrier account',
    description:
      'Verifies the credentials with the carrier and stores them encrypted. To change to another carrier account, first delete all senders and phone numbers of the current one.',
    body: z.object({
      account_sid: z
        .string()
        .regex(/^AC[0-9a-fA-F]{32}$/)
        .meta({ example: 'AC00000000000000000000000000000000' }),
      auth_token: requiredText(255),
    }),
    reply: z.object({ message: z.string(), data: carrierAccount }),
    refusals: { ...carrierUnavailable, ...carrierInUse },
    limit: perMinute(10),
  }),

  deleteCarrier: endpoint('DELETE', '/api/user/carrier', {
    summary: 'Delete your own carrier account',
    description:
      'Deletes the stored credentials and returns to the carrier account of the installation. First delete all senders and phone numbers of your own carrier account.',
    reply: message,
    refusals: { CARRIER_NOT_FOUND: { status: 404, message: 'Carrier account not found' }, ...carrierInUse },
  }),
}
