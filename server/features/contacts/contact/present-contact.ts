// Presents a contact as the API and webhooks show it.
import type { contacts } from '#contract/contacts/contacts.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Contact } from './contact.ts'

type ApiContact = ReplyOf<typeof contacts.get>['data']

export function presentContact(contact: Contact): ApiContact {
  const { id, name, profileName, addresses, attributes, labels, createdAt, updatedAt, lastSeenAt } = contact
  return {
    id,
    name: name ?? profileName,
    given_name: name,
    profile_name: profileName,
    addresses: addresses.map((address) => ({ ...toApi(address), created_at: toIsoMicros(address.createdAt) })),
    attributes,
    labels,
    created_at: toIsoMicros(createdAt),
    updated_at: toIsoMicros(updatedAt),
    last_seen_at: toIsoMicros(lastSeenAt),
  }
}
