// HTTP handlers for the do-not-contact list and for consents.
import { isE164 } from '@parley/rules'
import type { consents, doNotContact, optOutWords } from '#contract/contacts/contact-permissions.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { fromApi, toApi } from '#server/platform/http/replies/api-names.ts'
import { replyWithPage } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { addToList, deleteEntry, listEntries } from './change-list.ts'
import type { Consent, Entry } from './contact.ts'
import { listConsents, recordConsent } from './record-consent.ts'
import { saveOptOutWords, selectOptOutWords } from './store-opt-out-words.ts'

export const doNotContactHandlers: Handlers<typeof doNotContact> = {
  list: async (ctx, { query }, { url }) =>
    replyWithPage(ctx, { query, url }, await listEntries(ctx, fromApi(query)), presentEntry),

  create: async (ctx, { body: { phone_number, phone_numbers, scope, topic = null, note = null } }) => {
    const { entries, added } = await addToList(ctx, {
      phoneNumbers: phone_numbers
        ? phone_numbers.map((written, index) => ({ field: `phone_numbers.${index}`, written }))
        : [{ field: 'phone_number', written: phone_number! }],
      isImport: phone_numbers !== undefined,
      scope: scope ?? (topic ? 'topic' : 'everything'),
      topic,
      note,
    })
    return { message: 'Added to the do-not-contact list', added, data: entries.map(presentEntry) }
  },

  delete: async (ctx, { params }) => {
    await deleteEntry(ctx, params.id)
    return { message: 'Deleted from the do-not-contact list' }
  },
}

export const optOutWordHandlers: Handlers<typeof optOutWords> = {
  get: async ({ db, account }) => ({ data: { words: [...(await selectOptOutWords(db, account.id))] } }),

  set: async ({ db, account }, { body: { words } }) => {
    const unique = [...new Set(words)]
    await saveOptOutWords(db, account.id, unique)
    return { message: 'Opt-out words updated successfully', data: { words: unique } }
  },
}

export const consentHandlers: Handlers<typeof consents> = {
  list: async (ctx, { query }, { url }) =>
    replyWithPage(ctx, { query, url }, await listConsents(ctx, fromApi(query)), presentConsent),

  create: async (ctx, { body: { phone_number, status, topic = null, source, at, note = null, evidence = null } }) => {
    const input = { phoneNumber: phone_number, status, topic, source, at, note, evidence }
    return { message: 'Consent recorded successfully', data: presentConsent(await recordConsent(ctx, input)) }
  },
}

const presentEntry = ({ address, ...entry }: Entry): ReplyOf<typeof doNotContact.list>['data'][number] => ({
  ...toApi(entry),
  address,
  phone_number: address !== null && isE164(address) ? address : null,
})

const presentConsent = (consent: Consent): ReplyOf<typeof consents.create>['data'] => ({
  ...toApi(consent),
  at: toIsoMicros(consent.at),
})
