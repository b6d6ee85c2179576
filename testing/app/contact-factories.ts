// Creates contacts and what belongs to them, for tests that are generated from the contract.
import { sql } from 'kysely'
import type { Factory } from './made-record.ts'

export const contactFactories: Record<string, Factory> = {
  contact: async ({ client, account }, text, { app }) => {
    const { data } = await client.contacts.create({ name: text, external_id: `${text} ${crypto.randomUUID()}` })
    return {
      id: data.id,
      remove: () =>
        sql`delete from contacts where account_id = ${account.id} and id = ${data.id}`.execute(app.context.db),
    }
  },

  address: async ({ client }, text, _parley, kept) => {
    const id = (await kept('contact')).id!
    const { data } = await client.contacts.addAddress({ id, external_id: `${text} ${crypto.randomUUID()}` })
    const { id: addressId } = data.addresses.at(-1)!
    return { id: addressId, remove: () => client.contacts.removeAddress({ id, addressId }) }
  },

  'contact-note': async ({ client }, text, _parley, kept) => {
    const contactId = (await kept('contact')).id!
    const { id } = (await client.contacts.createNote({ id: contactId, text })).data
    return { id, remove: () => client.contacts.deleteNote({ id: contactId, contactNoteId: id }) }
  },
}
