// A contact, and what it gets from another one that is merged into it.
import { maxContactLabels } from '#contract/contacts/contacts.ts'
import { tooLongVariables, tooManyVariables, variableLimits } from '#contract/wire/fields.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { AddressKind } from './address.ts'

/** What the account says about the person. */
export interface Profile {
  /** The name that the account gave. */
  name: string | null
  /** By name. */
  attributes: Record<string, string>
  labels: string[]
}

export interface ContactAddress {
  id: number
  kind: AddressKind
  address: string
  createdAt: Timestamp
}

export interface Contact extends Profile {
  id: number
  /** The name that the person chose on a channel. */
  profileName: string | null
  addresses: ContactAddress[]
  createdAt: Timestamp
  updatedAt: Timestamp
  lastSeenAt: Timestamp
}

/** What the other profile has and this one lacks, as far as a contact may have it. */
export function additionsOf(own: Profile, other: Profile): Profile {
  const attributes: Record<string, string> = {}
  for (const [name, value] of Object.entries(other.attributes))
    if (
      !Object.hasOwn(own.attributes, name) &&
      faultOf({ ...own.attributes, ...attributes, [name]: value }) === undefined
    )
      attributes[name] = value
  const labels = other.labels.filter((label) => !own.labels.includes(label))
  return {
    name: own.name === null ? other.name : null,
    attributes,
    labels: labels.slice(0, Math.max(0, maxContactLabels - own.labels.length)),
  }
}

/** What a contact may not have, in the words of the API. */
export function faultOf(attributes: Record<string, string>): string | undefined {
  const entries = Object.entries(attributes)
  const characters = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (entries.length > variableLimits.names) return tooManyVariables
  return characters > variableLimits.characters ? tooLongVariables : undefined
}

export const withAdditions = ({ name, attributes, labels }: Profile, added: Profile): Profile => ({
  name: name ?? added.name,
  attributes: { ...attributes, ...added.attributes },
  labels: [...labels, ...added.labels],
})

/** Values that were changed since they were added remain. */
export function withoutAdditions({ name, attributes, labels }: Profile, added: Profile): Profile {
  const kept = Object.entries(attributes).filter(([key, value]) => added.attributes[key] !== value)
  return {
    name: name === added.name ? null : name,
    attributes: Object.fromEntries(kept),
    labels: labels.filter((label) => !added.labels.includes(label)),
  }
}
