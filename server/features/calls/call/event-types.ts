// The types of the events in the timeline of a call.
import { noteTypes } from '#server/voice/engine/note-types.ts'

const storedTypes = [
  ...noteTypes,
  'answerer',
  'carrier_status',
  'dial_outcome_unknown',
  'dial_postponed',
  'inbound_call',
  'media_connected',
  'opted_out',
  'transfer_accepted',
  'transfer_ended',
  'voice_removed',
] as const

export type StoredType = (typeof storedTypes)[number]

/** With those that are made of the transcript and the facts of the call. */
export const eventTypes = [
  ...storedTypes,
  'agent_spoke',
  'assistant_spoke',
  'charged',
  'created',
  'customer_spoke',
  'whispered',
] as const

export type EventType = (typeof eventTypes)[number]
