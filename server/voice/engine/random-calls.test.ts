// Random calls in virtual time: no call gets stuck or stays silent, and the transcript contains what was heard.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertAnswered, assertStopped, checkRandomCalls, type RandomCall } from '#testing/calls/random-calls.ts'

const { CALLS: calls, SEED: seed } = process.env

const checkAll = (check: (random: RandomCall) => void) =>
  checkRandomCalls({ calls: Number(calls ?? 250), seed: seed ? Number(seed) : undefined }, check)

it('never gets stuck', () =>
  checkAll(({ call, maxDurationMs }) => {
    assert.equal(call.ends.length, 1)
    assert.ok(call.clock.now() <= maxDurationMs + 100)
    // Speech that is cut at the end fades out.
    assert.ok(call.line.bufferedMs() <= 20 || call.end!.reason !== 'assistant_ended')
    for (const { text } of call.engine.record.transcript) assert.notEqual(text, undefined)
  }))

it('answers a question within 20 seconds, or ends', () =>
  checkAll((random) => assertAnswered(random, { withinMs: 20_000 })))

it('plays nothing of an answer after its interruption', () =>
  checkAll((random) => assertStopped(random, (code) => random.call.mode.textOf(code))))

it('records what the customer has heard, up to one word of each sound that was cut', () =>
  checkAll(({ call }) => {
    const { words, cuts } = heardWords(call)
    const { transcript } = call.engine.record
    const recorded = transcript.flatMap(({ speaker, text }) => (speaker === 'assistant' ? wordsOf(text) : []))
    const wrong = differences(recorded, words)
    assert.ok(wrong <= cuts + stoppedAtEnd(call), `recorded: ${recorded.join(' ')}\nheard: ${words.join(' ')}`)
  }))

const timesOf = ({ engine }: RandomCall['call'], ...types: string[]): number[] =>
  engine.record.timeline.filter(({ type }) => types.includes(type)).map(({ atMs }) => atMs)

/** The carrier confirms up to a frame late what was played, so a sound that is stopped at its very end can lose a word. */
function stoppedAtEnd(call: RandomCall['call']): number {
  const stops = timesOf(call, 'interrupted', 'closing')
  return call.line.sounds.filter(({ toMs }) => stops.some((atMs) => Math.abs(atMs - toMs) <= 20)).length
}

/** The speed of the virtual synthesizer. */
const msPerCharacter = 60

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** The words on the line, and how many sounds ended within their text. */
function heardWords(call: RandomCall['call']): { words: string[]; cuts: number } {
  const { line, mode } = call
  const interruptions = timesOf(call, 'interrupted')
  const words: string[] = []
  let cuts = 0
  let open: { code: number; ms: number; toMs: number } | undefined
  const flush = (): void => {
    const text = open && mode.textOf(open.code)
    if (open && text !== undefined) {
      const wholeMs = text.length * msPerCharacter
      let leftMs = open.ms
      // Sounds end at the frames of the line, so less than a millisecond is missing from a whole one.
      for (; leftMs > wholeMs - 1; leftMs -= wholeMs) words.push(...wordsOf(text))
      if (leftMs > 1) cuts++
      words.push(...wordsOf(text.slice(0, Math.round(Math.max(0, leftMs) / msPerCharacter))))
    }
    open = undefined
  }
  for (const { code, fromMs, toMs } of line.sounds) {
    // A pause divides a sound. After an interruption, a phrase begins again.
    const isContinued = open?.code === code && !interruptions.some((atMs) => atMs >= open!.toMs && atMs <= fromMs)
    if (!isContinued) flush()
    open = { code, ms: (open?.ms ?? 0) + toMs - fromMs, toMs }
  }
  flush()
  return { words, cuts }
}

/** The smallest number of words to change, add or remove. */
function differences(left: readonly string[], right: readonly string[]): number {
  let row = [...right.keys(), right.length]
  for (const [index, word] of left.entries()) {
    const next = [index + 1]
    for (const [at, other] of right.entries())
      next.push(Math.min(row[at]! + (word === other ? 0 : 1), row[at + 1]! + 1, next[at]! + 1))
    row = next
  }
  return row.at(-1)!
}
