// A call that is not over: its status, its audio, and its end.
import type { Call, CallEvent } from '../core/calls.ts'
import { createRecording, createSpeechDetector, silence } from './audio.ts'
import { type AudioEnd, silentEnd } from './audio-end.ts'
import { createCallCallbacks } from './call-callbacks.ts'
import { startRecording, stopRecordings } from './call-recordings.ts'
import type { Fork, LiveCall, VoiceEnvironment } from './environment.ts'
import { forgetAudio, saveAudio } from './recorded-audio.ts'
import { createTranscriber } from './transcriber.ts'

const maxCaptions = 500
const maxKeptRecordings = 50

export function createLiveCall(env: VoiceEnvironment, call: Call): LiveCall {
  const { context, clock, live: liveCalls, recordings } = env
  const { scheduler, calls, settings } = context
  const callbacks = createCallCallbacks(context, call)
  const recording = createRecording(settings.recordedSeconds)
  const heardSpeech = createSpeechDetector()
  const saidSpeech = createSpeechDetector()
  const forks = new Set<Fork>()
  const transcriber = createTranscriber(env, (text, atMs) => live.addCaption('application', text, atMs))
  const ended = new AbortController()
  let party: AudioEnd = silentEnd
  let lastFromApplication = silence
  let lastHasCaption = false
  let stopTicking = () => {}
  let speakers = ''

  function tick(): void {
    heardSpeech.push(lastFromApplication)
    const said = party.exchange(lastFromApplication)
    if (ended.signal.aborted) return
    saidSpeech.push(said)
    recording.add(said, lastFromApplication)
    transcriber.push(lastHasCaption ? silence : lastFromApplication, sinceAnswer())
    for (const fork of forks) fork.hear({ inbound: said, outbound: lastFromApplication })
    const { application } = live
    lastFromApplication = application.exchange(said)
    lastHasCaption = application.hasCaption === true
    const now = live.speakers().join()
    if (now !== speakers) context.events.publish({ type: 'call', call })
    speakers = now
  }

  function change(values: Partial<Call>): void {
    Object.assign(call, values, { updatedAtMs: scheduler.nowMs() })
    calls.save(call)
  }

  function notify(event: CallEvent): void {
    scheduler.after(0, () => callbacks.send(event))
  }

  const sinceAnswer = () => (call.answeredAtMs === null ? 0 : scheduler.nowMs() - call.answeredAtMs)

  function release(): void {
    stopTicking()
    liveCalls.delete(call.sid)
    env.phones.delete(call.sid)
    live.stopTwiml()
    saveAudio(env, call.sid)
  }

  const live: LiveCall = {
    call,
    heardSpeech,
    application: silentEnd,
    forks,
    stopTwiml: () => {},
    acceptParty: () => {},
    answerByHand: undefined,
    signal: ended.signal,
    isAnswered: () => call.answeredAtMs !== null,
    party: () => party,
    speakers: () => [
      ...(saidSpeech.isSpeaking() ? ['phone' as const] : []),
      ...(heardSpeech.isSpeaking() ? ['application' as const] : []),
    ],
    change,
    initiate: () => callbacks.send('initiated'),
    ring(): void {
      change({ status: 'ringing', startedAtMs: scheduler.nowMs() })
      notify('ringing')
    },
    connect(answering: AudioEnd): void {
      if (ended.signal.aborted || live.isAnswered()) return
      const nowMs = scheduler.nowMs()
      party = answering
      change({ status: 'in-progress', answeredAtMs: nowMs, startedAtMs: call.startedAtMs ?? nowMs })
      notify('answered')
      recordings.set(call.sid, recording)
      removeOldRecordings(env)
      if (call.recording) startRecording(env, call.sid, call.recording, 'OutboundAPI')
      live.limit(call.maxSeconds)
      stopTicking = clock.subscribe(tick)
    },
    answer(): void {
      if (!live.isAnswered() && !ended.signal.aborted) live.acceptParty()
    },
    limit(maxSeconds: number): void {
      change({ maxSeconds })
      if (call.answeredAtMs === null) return
      const leftMs = call.answeredAtMs + maxSeconds * 1_000 - scheduler.nowMs()
      scheduler.after(leftMs, endOnTime(env, call.sid, maxSeconds))
    },
    addCaption(speaker: 'phone' | 'application', text: string, atMs = sinceAnswer()): void {
      if (call.captions.length >= maxCaptions) call.captions.shift()
      // What the application said is recognized later than it was said.
      const index = call.captions.findLastIndex((caption) => caption.atMs <= atMs)
      call.captions.splice(index + 1, 0, { atMs, speaker, text })
      if (ended.signal.aborted && calls.get(call.sid)) calls.save(call)
      context.events.publish({ type: 'call', call })
    },
    addKeyHeard(key: string): void {
      call.keysHeard = (call.keysHeard + key).slice(-200)
      context.events.publish({ type: 'call', call })
    },
    end(status, sipCode) {
      if (ended.signal.aborted) return
      transcriber.end()
      release()
      change({ status: live.isAnswered() ? 'completed' : status, sipCode, endedAtMs: scheduler.nowMs() })
      ended.abort()
      notify('completed')
      stopRecordings(env, call.sid)
    },
    drop(): void {
      release()
      ended.abort()
    },
  }
  liveCalls.set(call.sid, live)
  return live
}

/** Does not refer to the live call, whose audio would otherwise stay in memory until the time limit of an ended call. */
function endOnTime({ live }: VoiceEnvironment, sid: string, maxSeconds: number): () => void {
  return () => {
    const current = live.get(sid)
    if (current?.call.maxSeconds === maxSeconds) current.end('completed', 200)
  }
}

/** Keeps the recordings of live calls. */
function removeOldRecordings(env: VoiceEnvironment): void {
  for (const sid of env.recordings.keys()) {
    if (env.recordings.size <= maxKeptRecordings) return
    if (!env.live.has(sid)) forgetAudio(env, sid)
  }
}
