// Controls calls from outside Twilio's API: phone numbers, virtual phones that call and answer, recordings.
import type { Call } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import type { PhoneNumber, PhoneNumberToAdd } from '../core/phone-numbers.ts'
import type { LiveCall } from '../voice/environment.ts'
import type { PhoneBehaviour, PhoneStep } from '../voice/phone-behaviours.ts'
import type { VoiceTelephony } from '../voice/telephony.ts'

export function createCallControl(context: SandboxContext, telephony: VoiceTelephony) {
  const { calls, events, phoneNumbers } = context
  return {
    /** Adds a phone number to the account, or changes it. */
    addNumber: (number: PhoneNumberToAdd): PhoneNumber => phoneNumbers.add(number),
    /** Determines how a virtual phone behaves on calls; undefined restores the behaviour of a well-known number. */
    behaveOnCalls: (number: string, behaviour: PhoneBehaviour | undefined): void =>
      telephony.behaviours.set(number, behaviour),
    /** Calls a number of the account from a virtual phone. */
    call: ({ from, to, behaviour }: { from: string; to: string; behaviour?: PhoneBehaviour }): Call =>
      telephony.callAccount(from, to, behaviour),
    /** Answers a call that rings on a phone whose behaviour is manual. */
    answer: telephony.answerAsPhone,
    /** Hangs up as the virtual phone. */
    hangUp: telephony.hangUpAsPhone,
    /** Presses keys as the virtual phone. */
    press: telephony.pressAsPhone,
    /** Speaks as the virtual phone, after what it is saying. */
    say: (sid: string, line: Pick<PhoneStep, 'say' | 'audio'>): void => telephony.sayAsPhone(sid, line),
    /** Newest first. */
    recentCalls: (limit: number): Call[] => calls.list().slice(-limit).reverse(),
    /** The live parts of a call; undefined once it is over. */
    liveCall: (sid: string): Pick<LiveCall, 'speakers' | 'answerByHand'> | undefined => telephony.live.get(sid),
    isRecorded: (sid: string): boolean => telephony.recordings.has(sid),
    /** Whether virtual phones can speak texts. */
    canSpeak: telephony.canSpeak,
    /** Whether what is said on calls has captions. */
    canRecognise: telephony.canRecognise,
    /** Connects the user of a number, who talks and listens elsewhere, with its calls. */
    openHandset: telephony.openHandset,
    findCall: (sid: string): Call | undefined => calls.get(sid),
    /** The first matching call, now or later. Rejects after `withinMs` of real time. */
    waitForCall(matches: (call: Call) => boolean, withinMs = 10_000): Promise<Call> {
      const existing = calls.list().find(matches)
      if (existing) return Promise.resolve(existing)
      const { promise, resolve, reject } = Promise.withResolvers<Call>()
      const stop = events.subscribe((event) => {
        if (event.type === 'call' && matches(event.call)) resolve(event.call)
      })
      const timer = setTimeout(() => reject(new Error('No call matched.')), withinMs)
      return promise.finally(() => {
        clearTimeout(timer)
        stop()
      })
    },
    /** A stereo WAV file, the phone on the left; undefined if the call was not recorded. */
    recording: (sid: string): Buffer | undefined => telephony.recordings.get(sid)?.wav(),
    /** Mu-law audio: what the phone of a recorded call said and heard. */
    audio: (sid: string): { said: Uint8Array; heard: Uint8Array } | undefined =>
      telephony.recordings.get(sid)?.channels(),
  }
}
