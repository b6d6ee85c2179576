// Endpoints for the members of an account, and for invitations.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, idParam, message } from '../wire/fields.ts'
import { memberRole } from '../wire/roles.ts'
import { emailAddress, invitation, linkToken, member, password, personName } from './member-fields.ts'

const memberNotFound = { MEMBER_NOT_FOUND: { status: 404, message: 'Member not found.' } }
const lastOwner = { LAST_OWNER: { status: 409, message: 'The account must keep an owner.' } }
const ofMember = { params: idParam, notFoundCode: { id: 'MEMBER_NOT_FOUND' }, access: 'manage' } as const
const noInvitation = {
  INVITATION_NOT_FOUND: { status: 404, message: 'The invitation is not valid, was accepted or has expired.' },
}
const tooMany = { TOO_MANY_REQUESTS: { status: 429, message: 'Too Many Attempts.' } }

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
    refusals: { ...memberNotFound, ...lastOwner },
  }),

  remove: endpoint('DELETE', '/api/user/members/{id}', {
    summary: 'Remove a member',
    description:
      'The sessions of the member in this account end within five seconds. The last owner cannot be removed.',
    ...ofMember,
    reply: message,
    refusals: { ...memberNotFound, ...lastOwner },
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
    params: idParam,
    notFoundCode: { id: 'INVITATION_NOT_FOUND' },
    reply: message,
    refusals: { INVITATION_NOT_FOUND: { status: 404, message: 'Invitation not found.' } },
  }),

  showInvitation: endpoint('POST', '/api/invitations/show', {
    summary: 'Show an invitation to the person who was invited',
    description: 'Needs no session: the link is enough to read the invitation.',
    auth: 'none',
    audit: 'none',
    sameOrigin: true,
    body: z.object({ token: linkToken }),
    reply: z.object({
      account: z.object({ id, name: z.string() }),
      email: z.string(),
      role: memberRole,
      invited_by: z.string(),
      has_user: z.boolean().meta({ description: 'A user with this email exists and must sign in to accept.' }),
    }),
    refusals: { ...noInvitation, ...tooMany },
  }),

  acceptInvitation: endpoint('POST', '/api/invitations/accept', {
    summary: 'Accept an invitation',
    description:
      'A new user sets a name and a password and is signed in. An existing user must be signed in with the invited email.',
    auth: 'optional',
    audit: 'none',
    sameOrigin: true,
    body: z.object({ token: linkToken, name: personName.optional(), password: password.optional() }),
    reply: message,
    refusals: {
      ...noInvitation,
      ...tooMany,
      SIGN_IN_REQUIRED: { status: 403, message: 'Sign in with the invited email first, then accept the invitation.' },
      FIELDS_REQUIRED: { status: 422, message: 'A new user needs a name and a password.' },
      WEAK_PASSWORD: {
        status: 422,
        message: 'This password is too easy to guess. Choose a longer or less regular one.',
      },
    },
  }),
}
