// Endpoints of contacts: the people with whom the account talks, under all their addresses.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, idParam, isoMicros, message, requiredText, text, variablesInput, webUrl } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { full, notFound, ofRecord } from '../wire/records.ts'
import { phoneNumberInput } from './contact-permissions.ts'

export const maxContactNotes = 200
export const maxContactLabels = 20
/** A contact with more addresses is several people. */
export const maxAddresses = 20
/** Lists count no further. */
export const maxCounted = 10_000
/** For so many days, contacts that were merged can be separated. */
export const separableDays = 30

/** A filter of other lists. */
export const contactFilter = id
  .optional()
  .meta({ description: 'The id of a contact: what is known under any of its addresses.' })

export const addressKind = z.enum(['phone', 'channel_user', 'username', 'email', 'external']).meta({
  description:
    '`channel_user`: the id that a channel gives a user who hides the phone number. `username`: the name of the user on a channel. `external`: the id of the person in your system.',
})

const address = z
  .object({
    id,
    kind: addressKind,
    address: personal('phone', z.string().meta({ example: '+14155550123' })),
    created_at: isoMicros,
  })
  .meta({ id: 'ContactAddress' })

export const contact = z
  .object({
    id,
    name: personal(
      'name',
      z.string().nullable().meta({ description: 'The name that the account gave, or else that of the channel.' }),
    ),
    given_name: personal('name', z.string().nullable().meta({ description: 'The name that the account gave.' })),
    profile_name: personal(
      'name',
      z.string().nullable().meta({ description: 'The name that the person chose on a channel.' }),
    ),
    addresses: z.array(address).meta({ description: 'In the order in which Parley learned them.' }),
    attributes: personal('text', z.record(z.string(), z.string())),
    labels: z.array(z.string()),
    created_at: isoMicros,
    updated_at: isoMicros,
    last_seen_at: isoMicros.meta({ description: 'When the person was last in touch with the account.' }),
  })
  .meta({ id: 'Contact' })

const note = z
  .object({
    id,
    author: personal('name', z.string()),
    text: personal('text', z.string()),
    created_at: isoMicros,
  })
  .meta({ id: 'ContactNote' })

const merge = z
  .object({
    contact_id: id.meta({ description: 'The contact that was merged into this one.' }),
    name: personal('name', z.string().nullable()),
    cause: z.enum(['event', 'request']).meta({
      description:
        '`event`: a channel or a request named addresses of both as those of one person. `request`: they were merged by `POST /api/user/contacts/{id}/merge`.',
    }),
    merged_at: isoMicros,
    separable_until: isoMicros,
  })
  .meta({ id: 'ContactMerge' })

const name = requiredText(200).nullable()
const email = z.email().max(254).meta({ example: 'ann@example.com' })
const externalId = requiredText(200).meta({ description: 'The id of the person in your system.', example: 'crm-4711' })
const label = requiredText(50)
const labels = z.array(label).max(maxContactLabels).meta({ description: 'All labels of the contact.' })

const addressInput = {
  phone_number: phoneNumberInput.optional(),
  email: email.optional(),
  external_id: externalId.optional(),
}

const ofContact = ofRecord('CONTACT_NOT_FOUND', 'Contact not found')
const noContact = ofContact.refusals
const tooLarge = {
  CONTACT_TOO_LARGE: { status: 409, message: `A contact has at most ${maxAddresses} addresses.` },
} as const

const changed = z.object({ message: z.string(), data: contact })

const webhook = z.object({
  webhook_url: webUrl.nullable().meta({ description: 'Null: nothing is sent.' }),
})

export const contacts = {
  list: endpoint('GET', '/api/user/contacts', {
    access: 'follow',
    summary: 'List contacts',
    description:
      'Returns the contacts of the account, those who were last in touch first. To read the next page, send its `next_cursor` as `cursor`.',
    query: z.object({
      search: personal(
        'text',
        text(100).min(1).meta({
          description:
            'Part of a name or an address, in any letter case. With fewer than three characters, only the latest contacts are searched.',
        }),
      ).optional(),
      label: label.optional(),
      per_page: z.int().min(1).max(100).default(25),
      cursor: z.string().max(500).optional(),
    }),
    reply: z.object({
      data: z.array(contact),
      total: z
        .int()
        .nullable()
        .meta({ description: `How many contacts there are, counted up to ${maxCounted}. Null for a search.` }),
      next_cursor: z.string().nullable(),
    }),
  }),

  get: endpoint('GET', '/api/user/contacts/{id}', {
    access: 'follow',
    summary: 'Get a contact',
    description:
      'Returns the contact. For one that was merged into another contact, it returns the other one, whose `id` differs. Other requests apply to that one, too.',
    ...ofContact,
    reply: z.object({ data: contact, notes: z.array(note), merges: z.array(merge) }),
  }),

  create: endpoint('POST', '/api/user/contacts', {
    access: 'answer',
    audit: 'action',
    summary: 'Create a contact',
    description:
      'Creates a contact, or changes the one that has one of the addresses already. If several contacts have them, these are merged, because the request says that the addresses belong to one person. `created` tells which of them happened.',
    body: z
      .object({
        name: name.optional(),
        ...addressInput,
        attributes: variablesInput.optional(),
        labels: labels.optional(),
      })
      .refine(
        ({ name, phone_number, email, external_id }) => (name ?? phone_number ?? email ?? external_id) !== undefined,
        { path: ['name'], message: 'The :attribute field is required when there is no address.' },
      ),
    status: 201,
    reply: changed.extend({ created: z.boolean() }),
    refusals: tooLarge,
  }),

  update: endpoint('PUT', '/api/user/contacts/{id}', {
    access: 'answer',
    audit: 'action',
    summary: 'Update a contact',
    description:
      'Missing fields stay unchanged. `attributes` are merged with those of the contact; null deletes one. `labels` replace those of the contact.',
    ...ofContact,
    body: z.object({
      name: name.optional(),
      attributes: z
        .record(z.string().min(1).max(64), z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .optional(),
      labels: labels.optional(),
    }),
    reply: changed,
  }),

  addAddress: endpoint('POST', '/api/user/contacts/{id}/addresses', {
    access: 'answer',
    audit: 'action',
    summary: 'Add an address to a contact',
    description:
      'Adds a phone number, an email address or an id of your system. An address of another contact is refused: merge the contacts if they are one person.',
    ...ofContact,
    body: z
      .object(addressInput)
      .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
        path: ['phone_number'],
        message: 'Exactly one address is required.',
      }),
    status: 201,
    reply: changed,
    refusals: {
      ...noContact,
      ...tooLarge,
      ADDRESS_TAKEN: {
        status: 409,
        message: 'Another contact has this address. Merge the contacts if they are one person.',
      },
    },
  }),

  removeAddress: endpoint('DELETE', '/api/user/contacts/{id}/addresses/{addressId}', {
    access: 'edit',
    audit: 'action',
    summary: 'Remove an address from a contact',
    description:
      'The calls and messages of the address no longer belong to the contact. The next call or message from it begins a new contact.',
    params: idParam.extend({ addressId: id }),
    notFoundCode: { id: 'CONTACT_NOT_FOUND', addressId: 'ADDRESS_NOT_FOUND' },
    refusals: { ...noContact, ...notFound('ADDRESS_NOT_FOUND', 'Address not found') },
    reply: changed,
  }),

  merge: endpoint('POST', '/api/user/contacts/{id}/merge', {
    audit: 'action',
    summary: 'Merge another contact into a contact',
    description: `Both are one person: the contact gets the addresses, attributes, labels and notes of the other one. For ${separableDays} days, they can be separated again.`,
    ...ofContact,
    body: z.object({ contact_id: id }),
    reply: changed,
    refusals: {
      ...noContact,
      ...tooLarge,
      SAME_CONTACT: { status: 422, message: 'A contact cannot be merged into itself.' },
    },
  }),

  separate: endpoint('POST', '/api/user/contacts/{id}/separate', {
    audit: 'action',
    summary: 'Separate a merged contact',
    description:
      'The merged contact gets its addresses back. Messages that came in between remain in the conversation in which they were received.',
    ...ofContact,
    body: z.object({ contact_id: id.meta({ description: 'As in `merges`.' }) }),
    reply: changed.meta({ description: 'The contact that was separated.' }),
    refusals: {
      ...noContact,
      NOT_MERGED: { status: 409, message: 'The contacts are not merged, or can no longer be separated.' },
    },
  }),

  getWebhook: endpoint('GET', '/api/user/contact-webhook', {
    access: 'edit',
    summary: 'Get the webhook for contacts',
    description: 'Returns the URL to which `contact.created`, `contact.updated` and `contact.merged` are sent.',
    reply: webhook.extend({ webhook_url: personal('url', webhook.shape.webhook_url) }),
  }),

  setWebhook: endpoint('PUT', '/api/user/contact-webhook', {
    summary: 'Set the webhook for contacts',
    description:
      'Sends `contact.created`, `contact.updated` and `contact.merged` to the URL. A receiver that responds with 410 disables it.',
    body: webhook,
    reply: webhook.extend({ webhook_url: personal('url', webhook.shape.webhook_url) }),
  }),

  createNote: endpoint('POST', '/api/user/contacts/{id}/notes', {
    access: 'answer',
    audit: 'none',
    summary: 'Add a note to a contact',
    description: `Neither the person nor the language model reads it. A contact has at most ${maxContactNotes} notes.`,
    ...ofContact,
    body: z.object({ text: requiredText(5000) }),
    status: 201,
    reply: z.object({ data: note }),
    refusals: { ...noContact, ...full('TOO_MANY_NOTES', maxContactNotes, 'notes') },
  }),

  deleteNote: endpoint('DELETE', '/api/user/contacts/{id}/notes/{contactNoteId}', {
    access: 'answer',
    audit: 'none',
    summary: 'Delete a note of a contact',
    description: 'Deletes the note of any author.',
    params: idParam.extend({ contactNoteId: id }),
    notFoundCode: { id: 'CONTACT_NOT_FOUND', contactNoteId: 'NOTE_NOT_FOUND' },
    refusals: { ...noContact, ...notFound('NOTE_NOT_FOUND', 'Note not found') },
    reply: message,
  }),
}
