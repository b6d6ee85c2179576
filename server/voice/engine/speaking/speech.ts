// The assistant's speech: connects the segments of the mode, and what the engine itself says or plays, with the playout and the record of the call.
import type { Alignment } from '#server/ports/text-to-speech.ts'
import { toSpoken } from '../../words-and-sounds/spoken-form.ts'
import type { CallRecord, SpokenEntry, TranscriptEntry } from '../call-record.ts'
import type { HeardSegment, Mode } from '../mode.ts'
import type { SpeechInterrupted } from './events.ts'
import type { Playout } from './playout.ts'
import { bytesPerMs, createSegment, type Segment, type SegmentKind } from './segment.ts'

/** An answer of the model or a phrase of the engine, with all its segments. */
interface Utterance {
  generation: number
  kind: SegmentKind
  entry: SpokenEntry | undefined
  /** Segments of the current entry; a new round of an answer starts a new entry. */
  segments: Segment[]
  byId: Map<number, Segment>
  /** Until its turn is decided, an answer is prepared but not played. */
  isHeld: boolean
  /** No further segments follow. */
  isComplete: boolean
}

export interface SpeechOptions {
  now(): number
  record: CallRecord
  playout: Playout
  report(event: SpeechInterrupted): void
}

export type Speech = ReturnType<typeof createSpeech>

export function createSpeech({ now, record, playout, report }: SpeechOptions) {
  const utterances = new Map<number, Utterance>()
  const ofSegment = new WeakMap<Segment, Utterance>()
  let lastText = ''

  const joined = (texts: string[]): string => texts.filter((text) => text !== '').join(' ')

  function release(utterance: Utterance, segment: Segment): void {
    if (utterance.kind !== 'tones') {
      utterance.entry ??= record.assistantSpeaks({
        generation: utterance.generation,
        inHistory: utterance.kind !== 'filler',
      })
      updatePlan(utterance)
    }
    // A filler that has not been heard is no longer needed.
    if (utterance.kind === 'answer') playout.withdraw(({ kind }) => kind === 'filler')
    playout.add(segment)
  }

  function updatePlan(utterance: Utterance): void {
    const text = joined(utterance.segments.map((segment) => segment.text))
    utterance.entry?.planned(text)
    if (text !== '' && utterance.kind !== 'filler') lastText = text
  }

  function updateHeard(utterance: Utterance): void {
    utterance.entry?.heard(joined(utterance.segments.map((segment) => segment.heardText())))
  }

  function forgetWhenHeard(generation: number): void {
    const utterance = utterances.get(generation)
    if (!utterance?.isComplete) return
    for (const segment of utterance.byId.values()) if (!segment.isHeard()) return
    utterances.delete(generation)
  }

  const find = (generation: number, id: number): Segment | undefined => utterances.get(generation)?.byId.get(id)

  return {
    open(generation: number, kind: SegmentKind, { isHeld = false } = {}): void {
      utterances.set(generation, {
        generation,
        kind,
        entry: undefined,
        segments: [],
        byId: new Map(),
        isHeld,
        isComplete: false,
      })
    },
    /** Continues an answer, from which an interruption has removed everything so far. */
    reopen(generation: number): void {
      if (!utterances.has(generation)) this.open(generation, 'answer')
    },
    /** Plays a held answer. */
    release(generation: number): void {
      const utterance = utterances.get(generation)
      if (!utterance?.isHeld) return
      utterance.isHeld = false
      for (const segment of utterance.segments) release(utterance, segment)
    },
    segmentStarted(generation: number, id: number, text: string): void {
      const utterance = utterances.get(generation)
      if (!utterance || utterance.byId.has(id)) return
      const segment = createSegment({ generation, id, kind: utterance.kind, text })
      utterance.segments.push(segment)
      utterance.byId.set(id, segment)
      ofSegment.set(segment, utterance)
      if (!utterance.isHeld) release(utterance, segment)
    },
    segmentText(generation: number, id: number, delta: string): void {
      const utterance = utterances.get(generation)
      utterance?.byId.get(id)?.addText(delta)
      if (utterance && !utterance.isHeld) updatePlan(utterance)
    },
    segmentAudio(generation: number, id: number, audio: Uint8Array): void {
      const segment = find(generation, id)
      if (!segment) return
      segment.addAudio(audio)
      playout.pump()
    },
    segmentAligned: (generation: number, id: number, part: Alignment): void => find(generation, id)?.align(part),
    /** Returns false if the segment had no audio. */
    segmentDone(generation: number, id: number): boolean {
      const segment = find(generation, id)
      segment?.complete()
      return segment === undefined || segment.receivedBytes() > 0
    },
    /** Ends the entry of a round, so that tool calls come after its words. */
    endRound(generation: number): void {
      const utterance = utterances.get(generation)
      if (!utterance) return
      // Segments that are still playing keep their entry.
      utterances.set(generation, { ...utterance, entry: undefined, segments: [] })
    },
    /** Callback of the playout. */
    started(segment: Segment): void {
      ofSegment.get(segment)?.entry?.started(now())
    },
    /** Callback of the playout. */
    finished(segment: Segment): void {
      const utterance = ofSegment.get(segment)
      if (utterance) updateHeard(utterance)
      forgetWhenHeard(segment.generation)
    },
    /** Adds the words of the current segment that were heard to the record. */
    recordHeard(): void {
      const segment = playout.current()
      const utterance = segment?.isMeasured() ? ofSegment.get(segment) : undefined
      if (utterance) updateHeard(utterance)
    },
    /** All segments of the generation have been started. */
    complete(generation: number): void {
      const utterance = utterances.get(generation)
      if (utterance) utterance.isComplete = true
      forgetWhenHeard(generation)
    },
    hasSegments: (generation: number): boolean => (utterances.get(generation)?.byId.size ?? 0) > 0,
    /** Whether the current round of the generation has segments. */
    hasSegmentsInRound: (generation: number): boolean => (utterances.get(generation)?.segments.length ?? 0) > 0,
    /** Whether the current round waits for audio or for speech before it, or is being played. */
    hasSegmentsToPlay: (generation: number): boolean =>
      utterances.get(generation)?.segments.some((segment) => !segment.isHeard()) ?? false,
    /** Whether the segment belongs to the current round of its generation. */
    isOfRound: (segment: Segment): boolean => utterances.get(segment.generation)?.segments.includes(segment) ?? false,
    /** Stops everything, and records the part that was heard. */
    interrupt(): void {
      const dropped = new Set(playout.interrupt().map((segment) => ofSegment.get(segment)))
      for (const utterance of dropped) {
        if (!utterance) continue
        utterance.entry?.interrupted(joined(utterance.segments.map((segment) => segment.heardText())))
        const { generation, segments } = utterance
        if (utterance.kind !== 'tones')
          report({ type: 'speech_interrupted', generation, segments: segments.map(heardPartOf) })
      }
      utterances.clear()
    },
    /** Ignores all further events of a generation. What was played stays in the record; a held answer disappears. */
    close(generation: number): void {
      // The playout would wait for the rest of their audio.
      for (const segment of utterances.get(generation)?.byId.values() ?? []) segment.complete()
      utterances.delete(generation)
    },
    lastText: (): string => lastText,
    isAudible: playout.isAudible,
  }
}

const heardPartOf = (segment: Segment): HeardSegment => ({
  segment: segment.id,
  isHeard: segment.isHeard(),
  heardMs: Math.floor(segment.heardBytes / bytesPerMs),
  heardText: segment.heardText(),
})

export interface OwnSpeechOptions {
  record: CallRecord
  speech: Speech
  mode: Mode
  /** ISO 639-1. */
  language: string
  tonesOf(keys: string): Uint8Array
}

export function createOwnSpeech({ record, speech, mode, language, tonesOf }: OwnSpeechOptions) {
  let generation = 0
  const nextGeneration = (): number => ++generation

  return {
    nextGeneration,
    /** Without markup, as the answers of a model are spoken. Returns the generation. */
    say(given: string, kind: 'phrase' | 'filler' = 'phrase'): number {
      const text = toSpoken(given, language)
      const id = nextGeneration()
      if (text === '') return id
      speech.open(id, kind)
      speech.segmentStarted(id, 0, text)
      speech.complete(id)
      mode.say(id, 0, text)
      return id
    },
    press(keys: string): void {
      const id = nextGeneration()
      speech.open(id, 'tones')
      speech.segmentStarted(id, 0, keys)
      speech.segmentAudio(id, 0, tonesOf(keys))
      speech.segmentDone(id, 0)
      speech.complete(id)
      record.note('pressed', keys)
    },
  }
}

/** The last entry contains the words of a turn that is not complete, which can still change. */
export function liveTranscript(
  { transcript, sinceStart }: CallRecord,
  speech: Pick<Speech, 'recordHeard'>,
  /** The words of the customer's current turn. */
  text: string,
): TranscriptEntry[] {
  speech.recordHeard()
  const spoken = transcript.filter((entry) => entry.text !== '')
  if (text !== '') spoken.push({ speaker: 'customer', text, atMs: sinceStart() })
  return spoken
}
