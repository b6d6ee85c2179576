// Endpoints of personal data: how long it is kept, and its erasure.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { fileReply, id, isoMicros, page, pageQuery, requiredText } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { ofRecord } from '../wire/records.ts'

const days = z
  .int()
  .max(3650)
  .refine((value) => value >= 1, 'The :attribute must be at least 1 day. Use null to keep the data.')
  .meta({ minimum: 1 })
  .nullable()
  .optional()
  .meta({ example: 90 })

const kinds = {
  calls: days.meta({
    description:
      'Number, variables, recording, transcript and webhooks of ended calls. Their duration and cost remain.',
  }),
  recordings: days.meta({ description: 'Recordings of ended calls.' }),
  transcripts: days.meta({ description: 'Transcripts, explanations and evaluations of ended calls.' }),
  messages: days.meta({
    description: 'Conversations, messages of all channels with their files, and contacts without an opt-out.',
  }),
  leads: days.meta({
    description: 'Leads that no longer wait, since their last change, and the numbers of attempts of campaigns.',
  }),
  contacts: days.meta({ description: 'People with their names and addresses, since they were last in touch.' }),
  documents: days.meta({ description: 'Documents of knowledgebases, since their last change.' }),
  runs: days.meta({ description: 'Ended runs of automations with their data.' }),
  webhook_deliveries: days.meta({ description: 'Bodies and responses of webhook deliveries that do not wait.' }),
  audit: days.meta({ description: 'Entries of the audit log.' }),
}

const rule = z
  .object({
    kind: z.enum(Object.keys(kinds) as [keyof typeof kinds, ...(keyof typeof kinds)[]]),
    days: z.int().nullable().meta({ description: 'Null: kept until `maximum_days`, or until it is deleted.' }),
    maximum_days: z.int().nullable().meta({ description: 'The installation keeps nothing for longer.' }),
    is_running: z.boolean().meta({ description: 'A run is in progress.' }),
    last_run: z
      .object({
        finished_at: isoMicros,
        before: isoMicros.meta({ description: 'Records from before this time were deleted.' }),
        deleted: z.int().meta({ description: 'How many this run deleted.' }),
        remaining: z.int().meta({ description: 'How many from before that time were left when the run ended.' }),
        oldest_at: isoMicros.nullable().meta({ description: 'The time of the oldest record that was left.' }),
      })
      .nullable(),
  })
  .meta({ id: 'RetentionRule' })

const retention = z
  .object({
    data: z.array(rule),
    suspended_until: isoMicros
      .nullable()
      .meta({ description: 'Nothing is deleted before this time, because the clock of the database has jumped.' }),
  })
  .meta({ id: 'Retention' })

const erasedKind = z.int().nonnegative()

const receipt = z
  .object({
    id,
    status: z
      .enum(['running', 'completed'])
      .meta({ description: 'While `running`, `GET /api/user/privacy/erasures/{id}` shows the progress.' }),
    is_waiting: z.boolean().meta({
      description:
        'A call, a message or an answer with the person is in progress. The rest is erased when it has ended.',
    }),
    deleted: z
      .object({
        calls: erasedKind.meta({ description: 'Erased without their number and content; duration and cost remain.' }),
        recordings: erasedKind,
        transfers: erasedKind.meta({ description: 'Transfers to the person; duration and cost remain.' }),
        conversations: erasedKind,
        messages: erasedKind,
        files: erasedKind,
        contacts: erasedKind.meta({ description: 'Contacts, and what senders know of them.' }),
        leads: erasedKind,
        attempts: erasedKind.meta({ description: 'Attempts of campaigns; their outcomes remain.' }),
        runs: erasedKind.meta({ description: 'Runs of automations whose data mentioned the person.' }),
        webhook_deliveries: erasedKind,
        consents: erasedKind.meta({ description: 'Consents whose number is only a keyed hash now.' }),
        do_not_contact: erasedKind.meta({ description: 'Entries whose number is only a keyed hash now.' }),
        bookings: erasedKind,
        dialled_calls: erasedKind.meta({ description: 'Calls that limits count.' }),
        stored_replies: erasedKind.meta({ description: 'Replies that were kept for repeated requests.' }),
        audit_entries: erasedKind.meta({ description: 'Entries of the audit log; who did what and when remains.' }),
        assistant_versions: erasedKind.meta({ description: 'Earlier versions of assistants that mention the person.' }),
        assistant_tests: erasedKind.meta({
          description:
            'Tests of assistants that mention the person. Tests from calls are deleted with the words of the call.',
        }),
      })
      .meta({ description: 'How many records were erased.' }),
    do_not_contact_kept: z
      .boolean()
      .nullable()
      .meta({ description: 'The number still must not be contacted, by a keyed hash of it. Null while `running`.' }),
    requested_at: isoMicros,
    finished_at: isoMicros.nullable(),
  })
  .meta({ id: 'Erasure' })

const identifierParam = z.object({
  identifier: personal(
    'text',
    requiredText(255).meta({
      description:
        'A phone number in E.164 format, the identifier of a customer, an e-mail address in variables, or the UUID of a conversation.',
      example: '+14155550123',
    }),
  ),
})

const ofContact = ofRecord('CONTACT_NOT_FOUND', 'Contact not found')

const personRefusals = {
  PERSON_NOT_FOUND: { status: 404, message: 'Nothing is stored about this person.' },
  PERSON_AMBIGUOUS: {
    status: 422,
    message: 'More than 20 phone numbers and identifiers belong to this one, so it does not identify one person.',
  },
}

export const privacy = {
  erasePerson: endpoint('DELETE', '/api/user/people/{identifier}', {
    access: 'manage',
    audit: 'action',
    summary: 'Erase a person',
    description:
      'Erases everything that is stored about a person: calls, recordings, conversations, messages, files, contacts, leads, runs of automations, webhooks. All phone numbers and identifiers that belong together are found first. Rows that invoices refer to remain without the person. Entries of the do-not-contact list and consents remain as a keyed hash of the number, so that the person is still not contacted. The request waits some seconds; a long erasure continues in the background.',
    params: identifierParam,
    notFoundCode: { identifier: 'PERSON_NOT_FOUND' },
    reply: receipt,
    refusals: personRefusals,
    limit: { requests: 60, windowMs: 60_000, per: 'account' },
  }),

  eraseContact: endpoint('DELETE', '/api/user/contacts/{id}', {
    access: 'manage',
    audit: 'action',
    summary: 'Erase a contact',
    description:
      'Erases the contact with everything that is stored about the person under any of its addresses, as `DELETE /api/user/people/{identifier}` does.',
    ...ofContact,
    reply: receipt,
    refusals: { ...ofContact.refusals, ...personRefusals },
    limit: { requests: 60, windowMs: 60_000, per: 'account' },
  }),

  exportContact: endpoint('GET', '/api/user/contacts/{id}/export', {
    access: 'manage',
    audit: 'action',
    summary: 'Export the data of a contact',
    description:
      'Returns the archive of `GET /api/user/people/{identifier}/export` for the person, with everything under any of its addresses.',
    ...ofContact,
    reply: fileReply('application/zip'),
    refusals: { ...ofContact.refusals, ...personRefusals },
    limit: { requests: 30, windowMs: 60_000, per: 'account' },
  }),

  exportPerson: endpoint('GET', '/api/user/people/{identifier}/export', {
    access: 'manage',
    audit: 'action',
    summary: 'Export the data of a person',
    description:
      'Returns a ZIP archive with everything that is stored about a person: a file of JSON lines for each kind of record, recordings, files of messages, and `manifest.json` with the counts and the mark of synthetic voice. The person is found as for the erasure. The archive is written while it is sent; without `manifest.json` it is incomplete.',
    params: identifierParam,
    notFoundCode: { identifier: 'PERSON_NOT_FOUND' },
    reply: fileReply('application/zip'),
    refusals: personRefusals,
    limit: { requests: 30, windowMs: 60_000, per: 'account' },
  }),

  listErasures: endpoint('GET', '/api/user/privacy/erasures', {
    summary: 'List the receipts of erasures',
    description: 'Returns receipts, newest first. They contain nothing about the person.',
    query: z.object(pageQuery({ default: 15, max: 100 })),
    reply: page(receipt),
  }),

  getErasure: endpoint('GET', '/api/user/privacy/erasures/{id}', {
    summary: 'Get the receipt of an erasure',
    description: 'While the erasure is `running`, the counts grow.',
    ...ofRecord('ERASURE_NOT_FOUND', 'Erasure not found'),
    reply: receipt,
  }),

  getRetention: endpoint('GET', '/api/user/privacy/retention', {
    summary: 'Get the retention of personal data',
    description: 'Returns for each kind how many days it is kept, and what the latest run deleted and left.',
    reply: retention,
  }),

  setRetention: endpoint('PUT', '/api/user/privacy/retention', {
    access: 'manage',
    summary: 'Set the retention of personal data',
    description:
      'Sets how many days each kind is kept, from 1 to 3,650; null keeps it. Kinds that are not in the request stay as they are. Older records are deleted within the next hours, and cannot be restored. The ledger is not affected.',
    body: z.object(kinds),
    reply: retention,
  }),
}
