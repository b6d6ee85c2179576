// Entries of the do-not-contact list, consents, and what follows from them for one number.
import type { z } from 'zod'
import type { blockSource, scope } from '#contract/contacts/contact-permissions.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

/** `topic`: campaigns about one topic. */
export type Scope = z.infer<typeof scope>
export type BlockSource = z.infer<typeof blockSource>

export interface Entry {
  id: number
  /** E.164, or the id of a user of a channel. Null after the erasure of the person. */
  address: string | null
  scope: Scope
  topic: string | null
  source: BlockSource
  note: string | null
  reference: string | null
  createdAt: Timestamp
}

export type ConsentStatus = 'given' | 'withdrawn'

export interface Consent {
  id: number
  /** Null after the erasure of the person. */
  phoneNumber: string | null
  status: ConsentStatus
  topic: string | null
  source: string
  at: Timestamp
  note: string | null
  evidence: string | null
  createdAt: Timestamp
}

export interface Block {
  scope: Scope
  source: BlockSource
  since: Timestamp
}

export interface ContactRule {
  /** The entry with the widest scope. */
  blockedBy: Block | undefined
  /** The latest consent or withdrawal, for all topics or for this one. */
  consent: Pick<Consent, 'status' | 'source' | 'at' | 'topic'> | undefined
}

/** The stored form of a topic, which is compared in any letter case. Empty for null. */
export const topicKey = (topic: string | null): string => (topic ?? '').trim().toLowerCase()

/** A number in E.164 format with the key under which it is stored. */
export interface ContactNumber {
  phoneNumber: string
  numberKey: string
}

export const contactNumber = (phoneNumber: string): ContactNumber => {
  return { phoneNumber, numberKey: phoneNumberKey(phoneNumber) }
}
