// What Parley needs from a calendar provider.
import type { Fetcher } from '#server/ports/fetcher.ts'
import type { EventType } from '../calendar.ts'

/** A calendar with its decrypted API key. */
export interface ProviderAccess {
  fetcher: Fetcher
  baseUrl: string
  apiKey: string
  /** The owner of the API key. */
  ownerRef: string
}

export interface Owner {
  ref: string
  name: string
  eventTypes: EventType[]
}

export interface SlotQuery {
  eventType: string
  fromMs: number
  toMs: number
  timeZone: string
  signal: AbortSignal
}

export interface BookingRequest {
  eventType: string
  startMs: number
  name: string
  email: string
  timeZone: string
  /** E.164. */
  phone: string | undefined
  /** The same for every attempt of one booking. */
  bookingKey: string
}

export type Booking =
  /** `status` is the provider's word, for example because the owner must confirm the appointment. */
  | { kind: 'booked'; ref: string; status: string }
  /** The provider's plan does not allow bookings through the API: the customer opens the link. */
  | { kind: 'link'; url: string }

/** All functions throw `OutsideError`; `calendar_rejected` means that the provider refused the request. */
export interface CalendarProvider {
  inspect(access: Omit<ProviderAccess, 'ownerRef'>): Promise<Owner>
  /** Returns the starts of the free slots in ascending order. */
  findSlots(access: ProviderAccess, query: SlotQuery): Promise<number[]>
  /** Finds an appointment that exists at the provider. */
  findBooking(access: ProviderAccess, request: BookingRequest): Promise<Booking | undefined>
  book(access: ProviderAccess, request: BookingRequest): Promise<Booking>
}
