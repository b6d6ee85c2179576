// Endpoints for the members of an account and for invitations, and the schemas of users and sessions.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, message, requiredText, text } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { ofRecord, tooManyRequests } from '../wire/records.ts'
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
    sends_mail: z.boolean().meta({ description: 'Whether this installation has a mail server.' }),
    accounts: z
      .array(z.object({ id, name: z.string(), role: memberRole }))
      .meta({ description: 'The accounts of which the user is a member.' }),
  })
  .meta({ id: 'Session' })

const lastOwner = { LAST_OWNER: { status: 409, message: 'The account must keep an owner.' } }
const ofMember = { ...ofRecord('MEMBER_NOT_FOUND', 'Member not found.'), access: 'manage' } as const
const noInvitation = {
  INVITATION_NOT_FOUND: { status: 404, message: 'The invitation is not valid, was accepted or has expired.' },
}

export const members = {
  list: endpoint('GET', '/api/user/members', {
    summary: 'List members',
    description: 'Returns the members of the account, oldest first.',
    access: 'follow',
    reply: z.object({ data: z.array(member) }),
  }),

  update: endpoint('PUT', '/api/user/members/{id}', {
    summary: "Change a member's role",
    description: 'Takes effect within five seconds. The last owner keeps the role.',
    ...ofMember,
    body: z.object({ role: memberRole }),
    reply: z.object({ data: member }),
    refusals: { ...ofMember.refusals, ...lastOwner },
  }),

  remove: endpoint('DELETE', '/api/user/members/{id}', {
    summary: 'Remove a member',
    description:
      'The sessions of the member in this account end within five seconds. The last owner cannot be removed.',
    ...ofMember,
    reply: message,
    refusals: { ...ofMember.refusals, ...lastOwner },
  }),

  listInvitations: endpoint('GET', '/api/user/invitations', {
    summary: 'List open invitations',
    description: 'Returns the invitations that were neither accepted nor revoked and have not expired.',
    access: 'manage',
    reply: z.object({ data: z.array(invitation) }),
  }),

  invite: endpoint('POST', '/api/user/invitations', {
    summary: 'Invite a person',
    description:
      'The link is valid for seven days. It is sent by email, or returned as `url` if no mail server is configured. Another invitation of the same address replaces the first.',
    access: 'manage',
    audit: 'action',
    status: 201,
    limit: { requests: 30, windowMs: 3_600_000, per: 'account' },
    body: z.object({ email: emailAddress, role: memberRole }),
    reply: z.object({
      data: invitation,
      url: z.string().nullable().meta({ description: 'Null if the link was sent by email.', format: 'uri' }),
    }),
    refusals: { ALREADY_MEMBER: { status: 409, message: 'This person is a member already.' } },
  }),

  revokeInvitation: endpoint('DELETE', '/api/user/invitations/{id}', {
    summary: 'Revoke an invitation',
    description: 'Its link stops working.',
    access: 'manage',
    audit: 'action',
    ...ofRecord('INVITATION_NOT_FOUND', 'Invitation not found.'),
    reply: message,
  }),

  showInvitation: endpoint('POST', '/api/invitations/show', {
    summary: 'Show an invitation to the person who was invited',
    description: 'Needs no session: the link is enough to read the invitation.',
    auth: 'optional',
    // A member of any role can be invited to another account.
    access: 'follow',
    audit: 'none',
    sameOrigin: true,
    body: z.object({ token: linkToken }),
    reply: z.object({
      account: z.object({ id, name: z.string() }),
      email: z.string(),
      role: memberRole,
      invited_by: z.string(),
      has_user: z.boolean().meta({
        description:
          'The request has the session of the user with this email, who accepts without a name and a password.',
      }),
    }),
    refusals: { ...noInvitation, ...tooManyRequests },
  }),

  acceptInvitation: endpoint('POST', '/api/invitations/accept', {
    summary: 'Accept an invitation',
    description:
      'A new user sets a name and a password and is signed in. An existing user must be signed in with the invited email.',
    auth: 'optional',
    access: 'follow',
    audit: 'none',
    sameOrigin: true,
    body: z.object({ token: linkToken, name: personName.optional(), password: password.optional() }),
    reply: message,
    refusals: {
      ...noInvitation,
      ...tooManyRequests,
      SIGN_IN_REQUIRED: { status: 403, message: 'Sign in with the invited email first, then accept the invitation.' },
      FIELDS_REQUIRED: { status: 422, message: 'A new user needs a name and a password.' },
      WEAK_PASSWORD: {
        status: 422,
        message: 'This password is too easy to guess. Choose a longer or less regular one.',
      },
    },
  }),
}
