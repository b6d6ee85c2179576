// The people of the account who listen to one call, in the process of its session: what they hear and read.
import type { AppContext } from '#server/platform/context/context.ts'
import type { Link, LinkListener } from '#server/platform/links/link.ts'
import type { ListenerRequest } from '#server/ports/listener-line.ts'
import { realClock } from '#server/voice/clock.ts'
import type { CallEngine } from '#server/voice/engine/call-engine.ts'
import type { TranscriptEntry } from '#server/voice/engine/call-record.ts'
import type { LiveAudio } from '#server/voice/live-audio.ts'
import {
  audioMessage,
  type CallListener,
  jsonMessage,
  type ListenRequest,
  readListenerMessage,
} from '../call/listener.ts'
import { closeListener } from '../call/store-listeners.ts'
import type { AgentSpeech } from './agent-speech.ts'
import { createCallTakeover } from './call-takeover.ts'
import { createCaptions } from './captions.ts'
import type { LiveCall } from './claim-media.ts'

const maxListeners = 5
/** About half a second of audio. A listener that is slower misses some. */
const maxUnsentBytes = 8_000
/** A new listener reads the end of the conversation. */
const maxEarlierCaptions = 100
const ticksPerState = 5

export interface CallListenersOptions {
  context: AppContext
  call: LiveCall
  audio: LiveAudio
  engine(): CallEngine
  openSpeech(): AgentSpeech
  /** Runs what is called from outside the session, so that an error ends this call only. */
  guard(run: () => void): void
}

interface Connected {
  listener: CallListener
  link: Link
  tick(): void
  stop(): void
}

export type CallListeners = ReturnType<typeof createCallListeners>

export function createCallListeners({ context, call, audio, engine, openSpeech, guard }: CallListenersOptions) {
  const connected = new Set<Connected>()
  const takeover = createCallTakeover({ context, clock: realClock, engine, openSpeech })
  let lastState = ''
  let ticks = 0

  function add(listener: CallListener, link: Link): Connected {
    const captions = createCaptions(
      () => engine().liveTranscript(),
      (from, changed) => showCaptions(link, from, changed),
    )
    const stopAudio = audio.listen((packet) => {
      if (link.unsentBytes() <= maxUnsentBytes) link.send(audioMessage(packet))
    })
    const one: Connected = { listener, link, tick: captions.tick, stop: stopAudio }
    connected.add(one)
    link.send(jsonMessage({ event: 'started', ...presentStart(call, listener) }))
    captions.flush()
    engine().record.note('listener_connected', listener.name)
    if (listener.mode === 'take_over') takeOver(one)
    sendState([one])
    return one
  }

  function remove(one: Connected): void {
    if (!connected.delete(one)) return
    one.stop()
    takeover.lost(one.listener)
    closeListener(context.db, one.listener).catch((error: unknown) =>
      context.log.warn({ error, call: call.uuid }, 'the end of listening to a call was not stored'),
    )
    engine().record.note('listener_disconnected', one.listener.name)
  }

  function takeOver(one: Connected): void {
    if (takeover.begin(one.listener)) return
    const agent = takeover.agent()
    one.link.send(jsonMessage({ event: 'take-over-refused', agent: agent?.name ?? null }))
    if (one.listener.mode === 'take_over') one.link.close()
  }

  function receive(one: Connected, message: Uint8Array): void {
    const content = readListenerMessage<ListenerRequest>(message)
    if ('audio' in content) takeover.audio(one.listener, content.audio)
    else if (content.json.event === 'take-over') takeOver(one)
    else if (takeover.agent() !== one.listener) return
    else if (content.json.end_call) engine().endByAgent()
    else takeover.handBack()
  }

  function state() {
    const { situation, isCustomerSpeaking } = engine()
    const agent = takeover.agent()
    return {
      event: 'state',
      assistant: agent && takeover.isSpeaking() ? 'speaking' : situation().assistant,
      customer: isCustomerSpeaking() ? 'speaking' : 'silent',
      agent: agent?.name ?? null,
      listeners: connected.size,
    }
  }

  function sendState(to: Iterable<Connected>): void {
    const common = state()
    for (const { link, listener } of to) link.send(jsonMessage({ ...common, has_call: takeover.agent() === listener }))
  }

  return {
    /** Undefined if the call has too many listeners. */
    connect({ callUuid: _uuid, ...listener }: ListenRequest, link: Link): LinkListener | undefined {
      if (connected.size >= maxListeners) return undefined
      const one = add(listener, link)
      return {
        received: (message) => guard(() => receive(one, message)),
        closed: () => guard(() => remove(one)),
      }
    },
    /** Called every 20 ms. */
    tick(): void {
      takeover.tick()
      if (connected.size === 0) return
      for (const one of connected) one.tick()
      if (++ticks % ticksPerState !== 0) return
      const current = JSON.stringify(state())
      if (current === lastState) return
      lastState = current
      sendState(connected)
    },
    handBack: takeover.handBack,
    /** The call has ended. */
    close(): void {
      takeover.close()
      for (const one of [...connected]) {
        one.link.send(jsonMessage({ event: 'ended' }))
        one.link.close()
        remove(one)
      }
    },
  }
}

function showCaptions(link: Link, from: number, captions: readonly TranscriptEntry[]): void {
  const skipped = Math.max(0, captions.length - maxEarlierCaptions)
  const shown = captions.slice(skipped).map(presentCaption)
  link.send(jsonMessage({ event: 'captions', from: from + skipped, captions: shown }))
}

const presentCaption = ({ speaker, text, atMs, interrupted = false }: TranscriptEntry) => ({
  speaker,
  text,
  at_ms: atMs,
  interrupted,
})

const presentStart = ({ callId, type, assistant, clientPhone }: LiveCall, { mode }: CallListener) => ({
  call_id: callId,
  type,
  assistant_name: assistant.name,
  client_phone_number: clientPhone,
  may_intervene: mode !== 'listen',
})
