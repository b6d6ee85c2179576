// Decides whether an expected event has happened, and when; each event is used once and in order.
import { isDeepStrictEqual } from 'node:util'
import { joinDictation } from '#server/voice/words-and-sounds/dictation.ts'
import type { Expectation } from '../scenario/schema.ts'
import { createHeardWords, createWordSearch, type Position, plain } from './heard-words.ts'
import type { ObservedCall } from './observed-call.ts'

export interface Match {
  /** When it began, which limits of time apply to. */
  atMs: number
  /** The next expectation continues from here. */
  use(): void
}

/** @param language ISO 639-1. */
export function createMatching(call: ObservedCall, language: string) {
  const heard = createHeardWords(call.sounds, call.msPerCharacter)
  const findWords = createWordSearch(heard.parts)
  let position: Position = { part: 0, character: 0 }
  let notes = 0
  let runs = 0
  let turns = 0
  let usedMs = 0

  const customerTurns = () => call.record.transcript.filter(({ speaker }) => speaker === 'customer')

  function matchWords(words: string): Match | undefined {
    const found = findWords(words, position)
    return found && { atMs: found.startedMs, use: () => (position = { part: found.part, character: found.character }) }
  }

  /** The first sound that began after the customer last began to speak, and after the last expected event. */
  function matchSpeech(): Match | undefined {
    const parts = heard.parts()
    const sinceMs = Math.max(usedMs, call.customerSounds.at(-1)?.fromMs ?? 0)
    for (let index = position.part; index < parts.length; index++) {
      const { text, fromMs, from, to } = parts[index]!
      const isUsed = index === position.part && position.character > from
      if (text === '' || isUsed || fromMs < sinceMs) continue
      return { atMs: fromMs, use: () => (position = { part: index, character: to }) }
    }
    return undefined
  }

  function matchNote(type: string, detail?: string): Match | undefined {
    const { timeline } = call.record
    for (let index = notes; index < timeline.length; index++) {
      const note = timeline[index]!
      const fits = note.type === type && note.atMs >= usedMs && (note.detail ?? '').includes(detail ?? '')
      if (fits) return { atMs: note.atMs, use: () => (notes = index + 1) }
    }
    return undefined
  }

  function matchTool(name: string, wanted: Record<string, unknown> | undefined): Match | undefined {
    for (let index = runs; index < call.toolRuns.length; index++) {
      const run = call.toolRuns[index]!
      if (run.name !== name || !contains(run.args, wanted)) continue
      return { atMs: run.atMs, use: () => (runs = index + 1) }
    }
    // Built-in tools take effect in the engine, which notes only their names.
    const isFunction = call.toolRuns.some((run) => run.name === name)
    return isFunction || wanted ? undefined : matchNote('tool_called', name)
  }

  function matchTurn(text: string): Match | undefined {
    const all = customerTurns()
    // The transcript contains the words of a dictation put together.
    const wanted = [text, joinDictation(text, undefined, language)].map((words) => plain(words).trim())
    const fits = (turn: string): boolean => wanted.some((words) => plain(turn).includes(words))
    const index = all.findIndex((turn, at) => at >= turns && fits(turn.text))
    return index < 0 ? undefined : { atMs: call.clock.now(), use: () => (turns = index + 1) }
  }

  function matchStop(): Match | undefined {
    if (heard.isAudible(call.clock.now())) return undefined
    const since = call.customerSounds.at(-1)?.fromMs ?? 0
    return { atMs: Math.max(since, call.sounds.at(-1)?.toMs ?? 0), use() {} }
  }

  function find(expected: Expectation): Match | undefined {
    const { assistant, speaks, customer, tool, note, stops, pressed, transfer, ended } = expected
    if (assistant !== undefined) return matchWords(assistant)
    if (speaks) return matchSpeech()
    if (customer !== undefined) return matchTurn(customer)
    if (tool !== undefined) return matchTool(tool, expected.with)
    if (note !== undefined) return matchNote(note, expected.detail)
    if (stops) return matchStop()
    if (pressed !== undefined) return matchNote('pressed', pressed)
    if (transfer !== undefined) return matchNote('transfer_requested', transfer)
    return call.end()?.reason === ended ? { atMs: call.clock.now(), use() {} } : undefined
  }

  return {
    heard,
    find(expected: Expectation): Match | undefined {
      const match = find(expected)
      if (!match) return undefined
      return {
        atMs: match.atMs,
        use() {
          match.use()
          usedMs = Math.max(usedMs, match.atMs)
        },
      }
    },
    /** Everything so far can no longer match. */
    skip(): void {
      const last = heard.parts().length - 1
      if (last >= 0) position = { part: last, character: heard.parts()[last]!.to }
      notes = call.record.timeline.length
      runs = call.toolRuns.length
      turns = customerTurns().length
    },
    position: () => ({ position, notes, runs, turns }),
    restore(saved: { position: Position; notes: number; runs: number; turns: number }): void {
      ;({ position, notes, runs, turns } = saved)
    },
  }
}

/** Whether the object has all the fields of the other one. */
function contains(object: Record<string, unknown>, wanted: Record<string, unknown> | undefined): boolean {
  return Object.entries(wanted ?? {}).every(([name, value]) => isDeepStrictEqual(object[name], value))
}
