// Schemas of users, members and sessions.
import { z } from 'zod'
import { id, isoMicros, requiredText, text } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { memberRole } from '../wire/roles.ts'

/** Longer passwords would only cost time. */
export const password = text(200).min(10).meta({
  minLength: 10,
  maxLength: 200,
  format: 'password',
  description: 'At least 10 characters.',
  example: 'correct horse battery',
})

/** A password that is compared, not chosen. */
export const givenPassword = requiredText(200).meta({
  format: 'password',
  maxLength: 200,
  example: 'correct horse battery',
})

export const emailAddress = z.email().max(254).meta({ format: 'email', maxLength: 254, example: 'ada@example.com' })

export const personName = requiredText(100).meta({ example: 'Ada Lovelace' })

/** The secret in a link: an invitation, a sign-in or a password reset. */
export const linkToken = requiredText(100).meta({ example: 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0' })

/** Six digits of an authenticator app, or a recovery code. */
export const code = requiredText(20).meta({
  example: '123456',
  description: 'Six digits of the app, or a recovery code.',
})

export const member = z
  .object({
    id: id.meta({ description: 'The id of the user.' }),
    name: personal('name', z.string()),
    email: personal('text', z.string()),
    role: memberRole,
    has_second_factor: z.boolean(),
    last_seen_at: isoMicros.nullable(),
    created_at: isoMicros,
  })
  .meta({ id: 'Member' })

export const invitation = z
  .object({
    id,
    email: z.string(),
    role: memberRole,
    invited_by: z.string(),
    created_at: isoMicros,
    expires_at: isoMicros,
  })
  .meta({ id: 'Invitation' })

export const sessionState = z
  .object({
    user: z.object({
      id,
      name: z.string(),
      email: z.string(),
      is_operator: z.boolean(),
      has_password: z.boolean(),
      has_second_factor: z.boolean(),
    }),
    account: z.object({ id, name: z.string(), time_zone: z.string().meta({ example: 'Europe/Berlin' }) }),
    role: memberRole,
    is_visiting: z.boolean().meta({ description: 'The user is an operator and not a member of the account.' }),
    sandbox_url: z.string().nullable().meta({
      description: 'The virtual phones of the sandbox carrier. Null with a real carrier.',
      example: 'http://127.0.0.1:8081/sandbox',
      format: 'uri',
    }),
    accounts: z
      .array(z.object({ id, name: z.string(), role: memberRole }))
      .meta({ description: 'The accounts of which the user is a member.' }),
  })
  .meta({ id: 'Session' })
