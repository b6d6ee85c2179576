// HTTP handlers for contacts.
import { type contacts, separableDays } from '#contract/contacts/contacts.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { toDate, toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Contact } from './contact/contact.ts'
import { presentContact } from './contact/present-contact.ts'
import { createNote, listContacts, loadContact, removeNote } from './list-contacts.ts'
import { mergeContacts, separateContact } from './merging/merge-contacts.ts'
import type { ListedMerge } from './merging/store-merges.ts'
import {
  addAddress,
  createContact,
  getContact,
  removeAddress,
  updateContact,
  type WrittenAddresses,
} from './save-contact.ts'
import type { ContactNote } from './store-notes.ts'
import { setContactWebhook } from './webhook/send-contact-webhook.ts'
import { findContactWebhook } from './webhook/store-webhooks.ts'

const changed = (contact: Contact) => ({ message: 'Contact updated successfully', data: presentContact(contact) })

export const contactHandlers: Handlers<typeof contacts> = {
  list: async (ctx, { query: { search, label, per_page: perPage, cursor } }) => {
    const { rows, total, nextCursor } = await listContacts(ctx, { search, label, perPage, cursor })
    return { data: rows.map(presentContact), total, next_cursor: nextCursor }
  },

  get: async (ctx, { params }) => {
    const { contact, notes, merges } = await loadContact(ctx, params.id)
    return { data: presentContact(contact), notes: notes.map(presentNote), merges: merges.map(presentMerge) }
  },

  create: async (ctx, { body: { name, attributes, labels, ...addresses } }) => {
    const profile = { name, attributes, labels }
    const { contact, created } = await createContact(ctx, { addresses: readBody(addresses), profile })
    const message = created ? 'Contact created successfully' : 'Contact updated successfully'
    return { message, data: presentContact(contact), created }
  },

  update: async (ctx, { params, body: { name, attributes, labels } }) => {
    const values =
      attributes && Object.entries(attributes).map(([key, value]) => [key, value === null ? null : String(value)])
    const change = { name, labels, attributes: values && Object.fromEntries(values) }
    return changed(await updateContact(ctx, params.id, change))
  },

  addAddress: async (ctx, { params, body }) => changed(await addAddress(ctx, params.id, readBody(body))),

  removeAddress: async (ctx, { params: { id, addressId } }) => changed(await removeAddress(ctx, id, addressId)),

  merge: async (ctx, { params: { id }, body }) => {
    const [into, other] = [await getContact(ctx, id), await getContact(ctx, body.contact_id)]
    await mergeContacts(ctx, { contactId: into.id, mergedId: other.id })
    return { message: 'Contacts merged successfully', data: presentContact(await getContact(ctx, into.id)) }
  },

  separate: async (ctx, { params: { id }, body: { contact_id: mergedId } }) => {
    const { id: contactId } = await getContact(ctx, id)
    await getContact(ctx, mergedId)
    await separateContact(ctx, { contactId, mergedId })
    return { message: 'Contacts separated successfully', data: presentContact(await getContact(ctx, mergedId)) }
  },

  getWebhook: async ({ db, account }) => ({ webhook_url: (await findContactWebhook(db, account.id)) ?? null }),

  setWebhook: async (ctx, { body: { webhook_url: url } }) => {
    await setContactWebhook(ctx, url)
    return { webhook_url: url }
  },

  createNote: async (ctx, { params, body }) => ({ data: presentNote(await createNote(ctx, params.id, body.text)) }),

  deleteNote: async (ctx, { params: { id, contactNoteId } }) => {
    await removeNote(ctx, id, contactNoteId)
    return { message: 'Note deleted successfully' }
  },
}

const readBody = (body: {
  phone_number?: string | undefined
  email?: string | undefined
  external_id?: string | undefined
}): WrittenAddresses => ({ phoneNumber: body.phone_number, email: body.email, externalId: body.external_id })

const presentNote = (note: ContactNote): ReplyOf<typeof contacts.get>['notes'][number] => toApi(note)

const dayMs = 86_400_000

const presentMerge = ({ mergedAt, ...merge }: ListedMerge): ReplyOf<typeof contacts.get>['merges'][number] => ({
  ...toApi(merge),
  merged_at: toIsoMicros(mergedAt),
  separable_until: new Date(toDate(mergedAt).getTime() + separableDays * dayMs).toISOString().replace('Z', '000Z'),
})
