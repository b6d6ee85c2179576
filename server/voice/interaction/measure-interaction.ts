// Measures how the sides of a call take turns, from who speaks when. The definitions are those of the benchmark τ-voice.
export interface Span {
  fromMs: number
  toMs: number
}

/**
 * What the customer utters:
 * - `speech` is meant for the assistant and wants an answer.
 * - `backchannel` shows attention: "mm-hm".
 * - `sound` has no words: a cough, music.
 * - `aside` is said to another person.
 */
export type UtteranceKind = 'speech' | 'backchannel' | 'sound' | 'aside'

export interface Utterance extends Span {
  kind: UtteranceKind
}

export interface Speech extends Span {
  /** The assistant stopped before it had said everything. */
  isCut: boolean
}

/** Each in order, in milliseconds since the beginning of the call. */
export interface Tracks {
  customer: readonly Utterance[]
  assistant: readonly Speech[]
  endMs: number
}

/** Counts and sums, so that several calls can be added up. */
export interface Interaction {
  /** Turns of the customer that the assistant could answer. */
  turns: number
  /** Turns after which the assistant spoke before the customer spoke again. */
  answered: number
  /** From the end of the customer's turn to the beginning of the answer, for all answered turns together. */
  responseMs: number
  /** The customer began to speak while the assistant spoke. */
  interruptions: number
  /** The assistant stopped within two seconds. */
  yielded: number
  /** From the beginning of the interruption to the silence of the assistant, for all of them together. */
  yieldMs: number
  /** The assistant began to speak while the customer spoke. */
  cutIns: number
  backchannels: number
  /** The assistant went on speaking. */
  backchannelsIgnored: number
  sounds: number
  /** The assistant went on speaking, or did not begin to. */
  soundsIgnored: number
  asides: number
  asidesIgnored: number
}

/** https://github.com/sierra-research/tau2-bench/blob/main/docs/interaction-metrics.md */
const tickMs = 200
const yieldTicks = 2_000 / tickMs
const ignoreTicks = 1_000 / tickMs
const respondTicks = 2_000 / tickMs
/** A customer who continues within this time has paused. Without an answer, a longer silence ends the turn. */
const pauseTicks = 2_000 / tickMs

/** Consecutive ticks in which one side speaks; `to` is the tick after the last one. */
interface Run<Kind> {
  from: number
  to: number
  of: Kind
}

export function measureInteraction({ customer, assistant, endMs }: Tracks): Interaction {
  const interaction = noInteraction()
  const speeches = runsOf(assistant)
  const utterances = runsOf(customer)
  const endTick = Math.round(endMs / tickMs)
  for (const utterance of utterances) {
    const speech = speeches.find(({ from, to }) => from < utterance.from && utterance.from < to)
    if (speech) measureOverlap(interaction, utterance, speech, endTick)
    else if (isNoise(utterance)) measureNoiseInSilence(interaction, utterance, utterances, speeches)
  }
  const turns = turnsOf(utterances, speeches)
  for (const [index, turn] of turns.entries())
    measureResponse(interaction, turn, turns[index + 1]?.from ?? endTick, speeches)
  for (const { from } of speeches)
    if (utterances.some((run) => run.of.kind === 'speech' && run.from < from && from < run.to)) interaction.cutIns++
  return interaction
}

export function noInteraction(): Interaction {
  return {
    turns: 0,
    answered: 0,
    responseMs: 0,
    interruptions: 0,
    yielded: 0,
    yieldMs: 0,
    cutIns: 0,
    backchannels: 0,
    backchannelsIgnored: 0,
    sounds: 0,
    soundsIgnored: 0,
    asides: 0,
    asidesIgnored: 0,
  }
}

export function addInteractions(all: readonly Interaction[]): Interaction {
  const sums = noInteraction()
  const names = Object.keys(sums) as (keyof Interaction)[]
  for (const interaction of all) for (const name of names) sums[name] += interaction[name]
  return sums
}

/** A side speaks in a tick if it is heard in at least half of it. Spans without a silent tick between them are one run. */
function runsOf<Kind extends Span>(spans: readonly Kind[]): Run<Kind>[] {
  const runs: Run<Kind>[] = []
  for (const span of spans) {
    const from = Math.round(span.fromMs / tickMs)
    const to = Math.round(span.toMs / tickMs)
    const last = runs.at(-1)
    if (to <= from) continue
    if (!last || from > last.to) runs.push({ from, to, of: span })
    else if (to >= last.to) runs[runs.length - 1] = { from: last.from, to, of: span }
  }
  return runs
}

function measureOverlap(
  interaction: Interaction,
  utterance: Run<Utterance>,
  speech: Run<Speech>,
  endTick: number,
): void {
  const ticks = speech.to - utterance.from
  const { kind } = utterance.of
  const limit = kind === 'speech' ? yieldTicks : ignoreTicks
  // An assistant that had finished anyway, or was cut by the end of the call, shows nothing.
  if (ticks <= limit && (!speech.of.isCut || speech.to >= endTick)) return
  if (kind !== 'speech') {
    count(interaction, kind, ticks > limit)
    return
  }
  interaction.interruptions++
  if (ticks > limit) return
  interaction.yielded++
  interaction.yieldMs += ticks * tickMs
}

function count(interaction: Interaction, kind: Exclude<UtteranceKind, 'speech'>, isIgnored: boolean): void {
  interaction[`${kind}s`]++
  if (isIgnored) interaction[`${kind}sIgnored`]++
}

const isNoise = ({ of: { kind } }: Run<Utterance>): boolean => kind === 'sound' || kind === 'aside'

/** It is not scored while the customer waits for an answer. */
function measureNoiseInSilence(
  interaction: Interaction,
  { from, of }: Run<Utterance>,
  utterances: readonly Run<Utterance>[],
  speeches: readonly Run<Speech>[],
): void {
  const spokenUntil = utterances.findLast((run) => run.of.kind === 'speech' && run.from < from)?.to ?? 0
  const answeredUntil = speeches.findLast((run) => run.from < from)?.to ?? 0
  if (spokenUntil > answeredUntil) return
  const responds = speeches.some((run) => run.from >= from && run.from <= from + respondTicks)
  count(interaction, of.kind as 'sound' | 'aside', !responds)
}

/** Speech that pauses, without an answer in the pause, is one turn. */
function turnsOf(utterances: readonly Run<Utterance>[], speeches: readonly Run<Speech>[]): Run<Utterance>[] {
  const turns: Run<Utterance>[] = []
  for (const run of utterances) {
    if (run.of.kind !== 'speech') continue
    const last = turns.at(-1)
    const goesOn =
      last !== undefined &&
      run.from - last.to <= pauseTicks &&
      !speeches.some(({ from, to }) => to > last.to && from < run.from)
    if (goesOn) turns[turns.length - 1] = { ...last, to: run.to }
    else turns.push(run)
  }
  return turns
}

function measureResponse(
  interaction: Interaction,
  turn: Run<Utterance>,
  untilTick: number,
  speeches: readonly Run<Speech>[],
): void {
  // The assistant has heard only a part of a turn that ends while it speaks.
  if (speeches.some(({ from, to }) => from < turn.to && turn.to < to)) return
  const answer = speeches.find(({ from }) => from >= turn.to && from < untilTick)
  if (!answer && untilTick - turn.to <= pauseTicks) return
  interaction.turns++
  if (!answer) return
  interaction.answered++
  interaction.responseMs += (answer.from - turn.to) * tickMs
}

/** Null if nothing was counted. Rates are from 0 to 1. */
export function ratesOf(sums: Interaction) {
  const backchannelRate = share(sums.backchannelsIgnored, sums.backchannels)
  const soundRate = share(sums.soundsIgnored, sums.sounds)
  const asideRate = share(sums.asidesIgnored, sums.asides)
  const known = [backchannelRate, soundRate, asideRate].filter((rate) => rate !== null)
  return {
    responseRate: share(sums.answered, sums.turns),
    meanResponseMs: share(sums.responseMs, sums.answered),
    yieldRate: share(sums.yielded, sums.interruptions),
    meanYieldMs: share(sums.yieldMs, sums.yielded),
    /** Can exceed 1. */
    cutInsPerTurn: share(sums.cutIns, sums.turns),
    backchannelRate,
    soundRate,
    asideRate,
    /** The mean of the three rates before it that are known. */
    selectivity: share(
      known.reduce((sum, rate) => sum + rate, 0),
      known.length,
    ),
  }
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
