// Makes, receives and ends calls, and lets the control API act as the virtual phones.
import { parseAddress } from '../core/addresses.ts'
import { ApiError } from '../core/api-error.ts'
import { type Call, isOver } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import type { Telephony } from '../core/telephony.ts'
import { createMicrophone } from './audio.ts'
import { createCallCallbacks } from './call-callbacks.ts'
import { pauseRecording, resumeRecordings, startRecording, stopRecording } from './call-recordings.ts'
import type { LiveCall, Phone, SpeechFunctions, VoiceEnvironment } from './environment.ts'
import { createLiveCall } from './live-call.ts'
import { createMediaClock } from './media-clock.ts'
import {
  checkBehaviour,
  checkKeys,
  createPhoneBehaviours,
  type PhoneBehaviour,
  type PhoneStep,
} from './phone-behaviours.ts'
import { connectPhone, createInboundCall, phoneNumberOf, placeCall, receive } from './place-call.ts'
import { forgetAudio, recordingFile, restoreAudio } from './recorded-audio.ts'
import { runTwiml } from './run-twiml.ts'

export type VoiceTelephony = ReturnType<typeof createTelephony>

export function createTelephony(context: SandboxContext, speech: SpeechFunctions) {
  const env: VoiceEnvironment = {
    ...speech,
    context,
    clock: createMediaClock((error) => context.log.error({ error }, 'the sandbox carrier failed')),
    behaviours: createPhoneBehaviours(),
    live: new Map(),
    phones: new Map(),
    handsets: new Map(),
    recordings: new Map(),
    conferences: new Map(),
    runTwiml: (live, instructions) => runTwiml(env, live, instructions),
  }
  const { live: liveCalls } = env
  restoreAudio(env)

  function liveCall(sid: string): LiveCall {
    const live = liveCalls.get(sid)
    if (!live) throw new ApiError(20404, `No live call has the Sid ${sid}.`)
    return live
  }

  function phoneOf(sid: string): Phone {
    const phone = env.phones.get(sid)
    if (!phone) throw new ApiError(20404, `No virtual phone has answered the call ${sid}.`)
    return phone
  }

  /** Ends all calls without callbacks. */
  function dropAll(): void {
    for (const live of [...liveCalls.values()]) live.drop()
  }

  /** What the control API can do as a virtual phone. */
  const phone = {
    /** Whether virtual phones can speak texts. */
    canSpeak: speech.speak !== undefined,
    /** Whether what is said on calls has captions. */
    canRecognise: speech.recognise !== undefined,
    /**
     * Lets the user of a number talk and listen elsewhere: `hear` receives 20 ms of mu-law audio for each 20 ms of a
     * call. Undefined if the number has a handset. `release` ends its calls.
     */
    openHandset(number: string, hear: (frame: Uint8Array) => void) {
      if (env.handsets.has(number)) return undefined
      const handset = { number, hear, microphone: createMicrophone() }
      env.handsets.set(number, handset)
      const isOwn = ({ call }: LiveCall) => phoneNumberOf(call) === number
      return {
        speak: handset.microphone.push,
        /** The call that the handset takes part in. */
        call: (): Call | undefined => liveCalls.values().find(isOwn)?.call,
        release(): void {
          env.handsets.delete(number)
          for (const live of [...liveCalls.values()].filter(isOwn)) phone.hangUp(live.call.sid)
        },
      }
    },
    /** Answers a call that rings on a phone with `pickUp: 'manual'`. */
    answer(sid: string): void {
      const { answerByHand } = liveCall(sid)
      if (!answerByHand) throw new ApiError(20001, 'The phone answers by itself.')
      answerByHand()
    },
    /** The phone hangs up, or rejects the call that rings. */
    hangUp(sid: string): void {
      const live = liveCall(sid)
      if (live.isAnswered()) live.end('completed', 200)
      else if (live.call.direction !== 'inbound') live.end('busy', 603)
      else live.end('no-answer', 487)
    },
    press(sid: string, keys: string): void {
      checkKeys(keys)
      phoneOf(sid).press(keys)
    },
    say: (sid: string, line: Pick<PhoneStep, 'say' | 'audio'>): void => phoneOf(sid).say(line),
  }

  const telephony = {
    phone,
    behaviours: env.behaviours,
    live: liveCalls as ReadonlyMap<string, LiveCall>,
    recordings: env.recordings,
    async dial(call) {
      const live = createLiveCall(env, call)
      const initiated = live.initiate()
      context.scheduler.after(context.settings.delaysMs.dialling, () => {
        if (live.signal.aborted) return
        placeCall(env, live, () => runTwiml(env, live, call.instructions))
      })
      await initiated
    },
    callAccount(from, to, behaviour: PhoneBehaviour = env.handsets.has(from) ? {} : env.behaviours.of(from)) {
      const number = context.phoneNumbers.find(to)
      if (!number) throw new ApiError(21211, `${to} is not a number of the account.`)
      if (!parseAddress(from).isNumber) throw new ApiError(21212)
      const live = createInboundCall(env, from, number)
      live.acceptParty = () => connectPhone(env, live, checkBehaviour(behaviour))
      receive(env, live)
      return live.call
    },
    hangUp: (sid) => liveCalls.get(sid)?.end('canceled', 487),
    redirect: (sid, instructions) => runTwiml(env, liveCall(sid), instructions),
    limit: (sid, maxSeconds) => liveCalls.get(sid)?.limit(maxSeconds),
    changeCallback: (sid, callback) => liveCalls.get(sid)?.change({ callback }),
    startRecording: (callSid, options) => startRecording(env, callSid, options, 'StartCallRecordingAPI'),
    pauseRecording: (recording, pause) => pauseRecording(env, recording, pause),
    stopRecording: (recording) => stopRecording(env, recording),
    recordingFile: (recording, channels) => recordingFile(env, recording, channels),
    /** Ends the calls that a restart interrupted. */
    resume(): void {
      for (const call of context.calls.list()) {
        if (isOver(call)) continue
        const status = call.answeredAtMs === null ? 'failed' : 'completed'
        Object.assign(call, { status, endedAtMs: context.scheduler.nowMs() })
        context.calls.save(call)
        context.scheduler.after(0, () => createCallCallbacks(context, call).send('completed'))
      }
      resumeRecordings(env)
    },
    reset(): void {
      dropAll()
      context.calls.clear()
      for (const recording of context.callRecordings.list()) context.callRecordings.remove(recording)
      for (const sid of [...env.recordings.keys()]) forgetAudio(env, sid)
      env.behaviours.clear()
    },
    [Symbol.dispose](): void {
      dropAll()
      env.clock[Symbol.dispose]()
    },
  } satisfies Telephony & Record<string | symbol, unknown>
  return telephony
}
