// Endpoints of the audit log.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { dayFilters, fileReply, id, isoMicros, text } from '../wire/fields.ts'

export const actorKind = z.enum(['member', 'operator', 'key', 'command'])

/** The actions that are not requests for the account. */
export const auditEvents = [
  'members.created',
  'members.emailChanged',
  'members.joined',
  'members.passwordLinkCreated',
  'members.reset',
  'billing.changeBalance',
  'operators.granted',
  'operators.revoked',
  'session.codeFailed',
  'session.emailChanged',
  'session.entered',
  'session.signInFailed',
  'session.signedIn',
] as const

export type AuditEvent = (typeof auditEvents)[number]

const filters = {
  actor: actorKind.optional().meta({ description: 'The kind of actor.' }),
  actor_id: id.optional().meta({ description: 'The id of a user or of an API key.' }),
  action: text(100).optional().meta({ description: 'Matches `action` exactly.', example: 'assistants.update' }),
  subject: text(255).optional().meta({ description: 'Matches `subject` exactly.' }),
  ...dayFilters,
}

const entry = z
  .object({
    id,
    created_at: isoMicros,
    actor: z.object({
      kind: actorKind.meta({
        description:
          '`operator`: an operator of the installation who is not a member of the account. `command`: the command line.',
      }),
      id: id.nullable(),
      name: z.string(),
    }),
    remote_address: z.string().nullable(),
    user_agent: z.string().nullable(),
    action: z.string().meta({
      description: 'The name of the endpoint, such as `assistants.update`, or of an event, such as `session.signedIn`.',
    }),
    subject: z.string().nullable().meta({ description: 'The id of the record; several are separated by `/`.' }),
    before: z.unknown().meta({
      description:
        'The record as the API shows it; after an update, only the fields that have changed. Secrets are masked.',
    }),
    after: z.unknown().meta({ description: 'The same after the change. Null if the record was deleted.' }),
    outcome: z.enum(['done', 'unknown']).meta({
      description: '`unknown`: the action is in progress, or the process ended during it.',
    }),
  })
  .meta({ id: 'AuditEntry' })

export const audit = {
  list: endpoint('GET', '/api/user/audit', {
    summary: 'List the audit log',
    description:
      'Returns who changed what, newest first: changes through the API and the pages, sign-ins, and commands of the operator. Messages, calls and conversations are not listed, because they are records themselves. `date_from` and `date_to` are inclusive days in the time zone of the account.',
    access: 'manage',
    query: z.object({
      ...filters,
      before: id.optional().meta({ description: 'The `next` of an earlier reply.' }),
      limit: z.int().min(1).max(200).default(50),
    }),
    reply: z.object({
      data: z.array(entry),
      next: id.nullable().meta({ description: 'Pass it as `before` to get older entries. Null if there are none.' }),
    }),
  }),

  export: endpoint('GET', '/api/user/audit/export', {
    summary: 'Export the audit log',
    description: 'Returns all matching entries, one JSON object per line, newest first.',
    access: 'manage',
    audit: 'action',
    query: z.object(filters),
    reply: fileReply('application/x-ndjson'),
  }),
}
