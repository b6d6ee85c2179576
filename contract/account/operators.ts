// Endpoints for operators of the installation.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, page, pageQuery, text } from '../wire/fields.ts'
import { emailAddress } from './members.ts'

export const operators = {
  listAccounts: endpoint('GET', '/api/operator/accounts', {
    summary: 'List the accounts of the installation',
    description: 'Returns all accounts, oldest first, with the number of their members.',
    auth: 'operator',
    query: z.object({
      search: text(255).optional().meta({ description: 'A part of the name or the email.' }),
      ...pageQuery({ default: 25, max: 100 }),
    }),
    reply: page(
      z.object({
        id,
        name: z.string(),
        email: z.string(),
        kind: z.enum(['direct', 'tenant']),
        members: z.int(),
        created_at: isoMicros,
      }),
    ),
  }),

  createLink: endpoint('POST', '/api/operator/password-links', {
    summary: 'Create a link with which a user sets a new password',
    description: 'For installations without a mail server. The link is valid for one hour and works once.',
    auth: 'operator',
    audit: 'action',
    body: z.object({ email: emailAddress }),
    reply: z.object({ url: z.string().meta({ format: 'uri' }), expires_at: isoMicros }),
    refusals: { USER_NOT_FOUND: { status: 404, message: 'User not found.' } },
  }),
}
