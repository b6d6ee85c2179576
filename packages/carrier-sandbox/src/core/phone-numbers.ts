// Stores the phone numbers of the account.
import type { HttpMethod } from './calls.ts'
import type { Journal } from './journal.ts'
import { newSid } from './sids.ts'

export interface PhoneNumber {
  sid: string
  /** E.164. */
  phoneNumber: string
  friendlyName: string
  voiceUrl: string
  voiceMethod: HttpMethod
  voiceFallbackUrl: string
  voiceFallbackMethod: HttpMethod
  statusCallback: string
  statusCallbackMethod: HttpMethod
  smsUrl: string
  /** Missing for a number that can send and receive SMS. */
  smsCapable?: boolean
  createdAtMs: number
  updatedAtMs: number
}

export const isSmsCapable = ({ smsCapable }: PhoneNumber): boolean => smsCapable !== false

export type PhoneNumberToAdd = Pick<PhoneNumber, 'phoneNumber'> & Partial<PhoneNumber>

export type PhoneNumberStore = ReturnType<typeof createPhoneNumberStore>

export function createPhoneNumberStore(journal: Journal, now: () => number) {
  const numbers = new Map<string, PhoneNumber>(journal.entries.get('number') as Map<string, PhoneNumber> | undefined)
  const bySid = (sid: string) => numbers.values().find((number) => number.sid === sid)

  function save(number: PhoneNumber): void {
    numbers.set(number.phoneNumber, number)
    journal.put('number', number.phoneNumber, number)
  }

  return {
    bySid,
    find: (phoneNumber: string): PhoneNumber | undefined => numbers.get(phoneNumber),
    /** Oldest first. */
    list: (): PhoneNumber[] => [...numbers.values()],
    save,
    /** Changes the number if the account has it. */
    add(numberToAdd: PhoneNumberToAdd): PhoneNumber {
      const nowMs = now()
      const before = numbers.get(numberToAdd.phoneNumber)
      const number = { ...(before ?? newNumber(numberToAdd.phoneNumber, nowMs)), ...numberToAdd, updatedAtMs: nowMs }
      save(number)
      return number
    },
    remove({ phoneNumber }: PhoneNumber): void {
      if (numbers.delete(phoneNumber)) journal.delete('number', phoneNumber)
    },
  }
}

export function newNumber(phoneNumber: string, nowMs: number): PhoneNumber {
  return {
    sid: newSid('PN'),
    phoneNumber,
    friendlyName: phoneNumber,
    voiceUrl: '',
    voiceMethod: 'POST',
    voiceFallbackUrl: '',
    voiceFallbackMethod: 'POST',
    statusCallback: '',
    statusCallbackMethod: 'POST',
    smsUrl: '',
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}
