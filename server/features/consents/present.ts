// Converts entries of the do-not-contact list and consents to the fields of the API.
import type { consents, doNotContact } from '#contract/campaigns/contact-permissions.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Consent, Entry } from './contact.ts'

export function presentEntry(entry: Entry): ReplyOf<typeof doNotContact.list>['data'][number] {
  const { id, phoneNumber, scope, topic, source, note, reference, createdAt } = entry
  return { id, phone_number: phoneNumber, scope, topic, source, note, reference, created_at: toIsoMicros(createdAt) }
}

export function presentConsent(consent: Consent): ReplyOf<typeof consents.create>['data'] {
  const { id, phoneNumber, status, topic, source, at, note, evidence, createdAt } = consent
  return {
    id,
    phone_number: phoneNumber,
    status,
    topic,
    source,
    at: toIsoMicros(at),
    note,
    evidence,
    created_at: toIsoMicros(createdAt),
  }
}
