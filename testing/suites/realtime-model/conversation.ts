// One conversation with a realtime model: records what the session reports, and checks the rules of the port.
import assert from 'node:assert/strict'
import type { TokenUsage, ToolCall } from '#server/ports/language-model.ts'
import type {
  RealtimeListener,
  RealtimeModel,
  RealtimeSession,
  RealtimeSettings,
} from '#server/ports/realtime-model.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import { silence } from '#testing/calls/record-recognition.ts'
import { type HeardEvent, recordEvents } from '../recorded-events.ts'

export type RealtimeEvent =
  | HeardEvent
  | { type: 'itemStarted' | 'itemDone'; generation: number; item: string }
  | { type: 'itemText'; generation: number; item: string; delta: string }
  | { type: 'itemAudio'; generation: number; item: string; audio: Uint8Array }
  | { type: 'answered'; generation: number; toolCalls: readonly ToolCall[]; usage: TokenUsage }
  | { type: 'answerFailed'; generation: number; failure: SpeechFailure }

interface Setup {
  adapter: RealtimeModel
  settings: RealtimeSettings
}

/** Closes the session at the end, and fails the test if the adapter broke a rule of the port. */
export function openConversation(
  { adapter, settings }: Setup,
  changes: Partial<RealtimeSettings> = {},
  reported: (event: RealtimeEvent) => void = () => {},
) {
  const faults: string[] = []
  const canceled = new Set<number>()
  /** Items that are not done, and their generations. */
  const open = new Map<string, number>()
  const startedItems = new Set<string>()
  let isClosed = false
  const recorded = recordEvents<RealtimeEvent>((event, isInMethod) => {
    if (isInMethod) faults.push(`${event.type} before the method returned`)
    if (isClosed) faults.push(`${event.type} after the end of the session`)
    if ('generation' in event && canceled.has(event.generation)) faults.push(`${event.type} after cancel`)
    check(event)
    if (event.type === 'failed') isClosed = true
  })
  const { events, guarded, until } = recorded
  const record = (event: RealtimeEvent): void => {
    recorded.record(event)
    reported(event)
  }

  function check(event: RealtimeEvent): void {
    if ('text' in event && (!event.text || event.text !== event.text.trim())) faults.push(`${event.type} not trimmed`)
    if (event.type === 'itemStarted') {
      if (startedItems.has(event.item)) faults.push('an item started twice')
      startedItems.add(event.item)
      open.set(event.item, event.generation)
    } else if ('item' in event && open.get(event.item) !== event.generation) {
      faults.push(`${event.type} of an item that is not open`)
    } else if (event.type === 'itemDone') open.delete(event.item)
    if (event.type === 'itemText' && !event.delta) faults.push('an empty text')
    if (event.type === 'itemAudio' && event.audio.length === 0) faults.push('an empty audio')
    const isEnd = event.type === 'answered' || event.type === 'answerFailed'
    if (isEnd && [...open.values()].includes(event.generation)) faults.push(`${event.type} with an open item`)
  }

  const listener: RealtimeListener = {
    interim: (text) => record({ type: 'interim', text }),
    final: (text) => record({ type: 'final', text }),
    finalized: () => record({ type: 'finalized' }),
    turnEnded: () => record({ type: 'turnEnded' }),
    itemStarted: (generation, item) => record({ type: 'itemStarted', generation, item }),
    itemText: (generation, item, delta) => record({ type: 'itemText', generation, item, delta }),
    itemAudio: (generation, item, audio) => record({ type: 'itemAudio', generation, item, audio: audio.slice() }),
    itemDone: (generation, item) => record({ type: 'itemDone', generation, item }),
    answered: (generation, round) => record({ type: 'answered', generation, ...round }),
    answerFailed: (generation, failure) => record({ type: 'answerFailed', generation, failure }),
    failed: (failure) => record({ type: 'failed', failure }),
  }

  const opened = guarded(() => adapter.open({ ...settings, ...changes }, listener))
  const session: RealtimeSession = {
    write: (audio) => guarded(() => opened.write(audio)),
    speechStarted: () => guarded(() => opened.speechStarted()),
    speechPaused: () => guarded(() => opened.speechPaused()),
    add: (messages) => guarded(() => opened.add(messages)),
    respond: (generation, options) => guarded(() => opened.respond(generation, options)),
    speak: (generation, text) => guarded(() => opened.speak(generation, text)),
    truncate: (item, heard) => guarded(() => opened.truncate(item, heard)),
    cancel(generation) {
      guarded(() => opened.cancel(generation))
      canceled.add(generation)
      for (const [item, owner] of open) if (owner === generation) open.delete(item)
    },
    close() {
      guarded(() => opened.close())
      isClosed = true
    },
  }

  const write = (audio: Uint8Array) => {
    for (let from = 0; from < audio.length; from += 160) session.write(audio.subarray(from, from + 160))
  }
  /** Waits for an event of the type, even after a failure. */
  async function seen<T extends RealtimeEvent['type']>(...types: T[]): Promise<Extract<RealtimeEvent, { type: T }>> {
    for (;;) {
      const event = events.find(({ type }) => types.some((one) => one === type))
      if (event) return event as Extract<RealtimeEvent, { type: T }>
      await recorded.next()
    }
  }
  const endsOf = (generation: number) =>
    events.filter((event) => event.type === 'answered').filter((event) => event.generation === generation)
  const itemsOf = (generation: number) =>
    events.flatMap((event) => (event.type === 'itemStarted' && event.generation === generation ? [event.item] : []))
  /** The text of the latest round of a generation, or of an item. */
  const textOf = (generation: number, item?: string) => {
    const ends = events.flatMap((event, index) =>
      event.type === 'answered' && event.generation === generation ? [index] : [],
    )
    return events
      .slice((ends.at(-2) ?? -1) + 1)
      .filter((event) => event.type === 'itemText')
      .filter((event) => event.generation === generation && (item === undefined || event.item === item))
      .map(({ delta }) => delta)
      .join('')
  }
  const audioMs = (generation: number, item?: string) =>
    events
      .filter((event) => event.type === 'itemAudio')
      .filter((event) => event.generation === generation && (item === undefined || event.item === item))
      .reduce((sum, { audio }) => sum + audio.length / 8, 0)

  return {
    ...recorded,
    session,
    seen,
    /** Waits for the first failure of the session or of an answer. */
    failure: async () => (await seen('failed', 'answerFailed')).failure,
    write,
    itemsOf,
    textOf,
    audioMs,
    /** Writes the audio as the detector of voice activity would report it, with silence before and after it. */
    say(audio: Uint8Array) {
      write(silence(200))
      session.speechStarted()
      write(audio)
      write(silence(400))
      session.speechPaused()
    },
    /** Waits for the end of a round of an answer; they are counted from 1. */
    async answered(generation: number, round = 1) {
      await until(() => endsOf(generation).length >= round)
      return endsOf(generation)[round - 1]!
    },
    /** Waits until the first part of an answer has been delivered: a word, or 300 ms of audio. */
    delivered: (generation: number) =>
      until(() =>
        (changes.output ?? settings.output) === 'audio'
          ? audioMs(generation) >= 300 && textOf(generation) !== ''
          : textOf(generation).includes(' '),
      ),
    [Symbol.dispose]() {
      session.close()
      assert.deepEqual(faults, [])
    },
  }
}
