// Separates what the customer reads or hears from the thoughts and the tool calls in the text of a model.
import type { ToolDefinition } from '#server/ports/language-model.ts'
import { maxHeldCharacters, openAnswerOutput } from './answer-output.ts'
import { createCodeTracker } from './code-tracker.ts'
import { answerTooLongFailure } from './failure.ts'
import { beginsLikeThought, closingMarks, findMark, pendingMarkAt } from './markers.ts'
import { canBeCall, readWrittenCalls, type WrittenCall } from './written-calls.ts'

export interface AnswerTextOptions {
  /** The server may leave marks of the model in the text. Without them, only white space is removed. */
  hasMarks: boolean
  tools: readonly ToolDefinition[]
  /**
   * Nothing is passed on before the end. Text before a closing mark without an opening one is a thought, which is known
   * only when the mark arrives.
   */
  holdsAll: boolean
  /** The model is known to close thoughts that it did not open, so nothing is passed on before the closing mark. */
  expectsThought: boolean
}

interface Rest {
  text: string
  calls: WrittenCall[]
  /** The model has written a call that cannot be run. */
  hasFaultyCall: boolean
  /** A thought was closed that was not opened. */
  hasUnopenedThought: boolean
}

const maxHeaderCharacters = 200
/** In code of one piece of text. */
const maxQuotedCalls = 50
const surrogates = /[\ud800-\udbff]$/

type Place =
  | { name: 'text' }
  | { name: 'thought'; closes: string }
  /** Between `<|channel|>` and `<|message|>`. */
  | { name: 'header' }
  /** The message of a channel that the customer does not read. */
  | { name: 'hidden' }
  | { name: 'call' }
  | { name: 'over' }

/**
 * Passes on every delta at once, except leading white space, marks, text that begins like a thought, and half of a
 * surrogate pair.
 */
export function openAnswerText({ hasMarks, tools, holdsAll, expectsThought }: AnswerTextOptions) {
  const output = openAnswerOutput({ holdsAll: hasMarks && holdsAll, expectsThought: hasMarks && expectsThought })
  const { code, say } = output
  let place: Place = { name: 'text' }
  /** Not read yet: it can be the beginning of a mark. */
  let unread = ''
  let isStart = true
  let captured = ''
  let isWrapped = false
  /** The text is that of the final channel. */
  let isFinal = false

  function enter(next: Place): void {
    if (place.name === 'thought' || place.name === 'hidden') output.closeThought()
    place = next
  }

  /** Reads one mark in visible text. `undefined` leaves it in the text. */
  function readMark(mark: NonNullable<ReturnType<typeof findMark>>): true | undefined {
    const { kind } = mark
    if (code.isInside()) {
      if (kind === 'closes') output.closeInFence(mark.text)
      return undefined
    }
    if (kind === 'opens') enter({ name: 'thought', closes: closingMarks.get(mark.text.toLowerCase())! })
    else if (kind === 'closes') output.closeUnopenedThought()
    else if (kind === 'call') {
      captured += mark.text
      enter({ name: 'call' })
    } else if (kind === 'header') enter({ name: 'header' })
    else if (kind === 'ends' || (kind === 'end-of-sequence' && !output.hasStrike())) enter({ name: 'over' })
    else if (kind === 'end-of-sequence') return undefined
    else if (kind === 'wraps') {
      if (output.hasBegun() && !output.hasThought() && !isWrapped) return undefined
      isWrapped = true
    }
    return true
  }

  /** Reads what is certain, and returns what can be passed on. */
  function advance(isEnd: boolean): string {
    let out = ''
    while (unread !== '') {
      const before = unread.length
      const at = place
      if (place.name === 'text') out += advanceText(isEnd)
      else if (place.name === 'thought') advanceThought(place.closes, isEnd)
      else if (place.name === 'header') out += advanceHeader(isEnd)
      else if (place.name === 'hidden') advanceHidden(isEnd)
      else {
        if (place.name === 'call') capture(unread)
        unread = ''
      }
      if (unread.length === before && place === at) break
    }
    return out
  }

  function advanceText(isEnd: boolean): string {
    if (isStart) {
      unread = unread.trimStart()
      if (unread === '') return ''
      const channel = ['analysis', 'commentary', 'final'].find((name) => unread.startsWith(name))
      if (channel && unread.startsWith('<|message|>', channel.length)) {
        isStart = false
        enter({ name: 'header' })
        return ''
      }
      if (channel && channel !== 'final' && !/^\s/.test(unread.slice(channel.length))) return advanceBareChannel(isEnd)
      const isThought = output.isHolding() ? false : beginsLikeThought(unread)
      const isPending =
        isThought === undefined || canBecome([...bareStarts, ...tools.map(({ name }) => `${name}(`)], unread)
      if (isPending && !isEnd) return ''
      if (isThought) output.hold()
      isStart = false
    }
    const mark = findMark(unread)
    const json = tools.length > 0 ? findJson(unread.slice(0, mark?.index)) : undefined
    if (json !== undefined) return readJson(json, isEnd)
    if (!mark) {
      const end = isEnd ? unread.length : Math.min(pendingMarkAt(unread), pendingFenceAt(unread))
      const text = unread.slice(0, end)
      unread = unread.slice(end)
      return say(text)
    }
    const text = say(unread.slice(0, mark.index))
    unread = unread.slice(mark.index + mark.text.length)
    return readMark(mark) ? text : text + say(mark.text)
  }

  /** The marks of the channels were removed by the server: `analysis…assistantfinal…`. */
  function advanceBareChannel(isEnd: boolean): string {
    const final = unread.lastIndexOf('assistantfinal')
    if (!isEnd && unread.length < maxHeldCharacters) return ''
    isStart = false
    output.closeThought()
    if (final >= 0) unread = unread.slice(final + 'assistantfinal'.length)
    else if (/^(?:analysis|commentary)[\p{Lu}]/u.test(unread)) unread = ''
    return ''
  }

  /** Where the text ends with the beginning of a fence; its length if it does not. */
  function pendingFenceAt(text: string): number {
    const ticks = tools.length > 0 ? (/`{1,2}$/.exec(text)?.index ?? text.length) : text.length
    const line = text.slice(text.lastIndexOf('\n', ticks) + 1, ticks)
    const isAtStart = line.trim() === '' && (ticks > line.length || code.isLineStartAfter(''))
    return isAtStart ? ticks : text.length
  }

  /** JSON outside of code in a line, a fence, or a call as in Python, at the beginning of a line. */
  function findJson(text: string): number | undefined {
    let quoted = 0
    for (const { index } of text.matchAll(/\{|^[ \t]{0,8}(?:`{3}|\[)|(?<=\n)[ \t]{0,8}(?:`{3}|\[)/g)) {
      if (canBeCall(beginningAt(text, index), tools) === false) continue
      const before = text.slice(0, index)
      const isCode = text[index] === '{' ? code.isInsideAfter(before) : !code.isLineStartAfter(before)
      if (!isCode) return index
      if (++quoted > maxQuotedCalls) return undefined
    }
    const name = tools.find((tool) => text.startsWith(`${tool.name}(`))?.name
    return !output.hasBegun() && name !== undefined ? 0 : undefined
  }

  function readJson(index: number, isEnd: boolean): string {
    const text = say(unread.slice(0, index))
    unread = unread.slice(index)
    const begins = beginningAt(unread, 0)
    const canCall = canBeCall(begins, tools) ?? (isEnd ? false : undefined)
    if (canCall === undefined) return text
    if (!canCall && !tools.some(({ name }) => begins.startsWith(`${name}(`))) {
      const piece = unread.slice(0, 1)
      unread = unread.slice(1)
      return text + say(piece)
    }
    enter({ name: 'call' })
    return text
  }

  function advanceThought(closes: string, isEnd: boolean): void {
    const line = createCodeTracker()
    const lower = unread.toLowerCase()
    let from = 0
    for (;;) {
      const index = lower.indexOf(closes, from)
      if (index < 0) break
      line.read(unread.slice(from, index))
      if (!line.isInline()) {
        unread = unread.slice(index + closes.length)
        enter({ name: 'text' })
        return
      }
      line.read(closes)
      from = index + closes.length
    }
    // The line is kept, because code in it can quote the mark.
    const kept = Math.max(unread.lastIndexOf('\n', unread.length - closes.length), unread.length - 2_000)
    unread = isEnd ? '' : unread.slice(Math.max(0, kept))
  }

  function advanceHeader(isEnd: boolean): string {
    const end = unread.indexOf('<|message|>')
    const isOpen = end < 0 && unread.length < maxHeaderCharacters && !isEnd
    if (isOpen) return ''
    const header = unread.slice(0, end < 0 ? maxHeaderCharacters : end)
    // Without the mark of a message, the text follows the name of its channel.
    const name = /^(?:assistant)?\s*(?:<\|channel\|>)?\s*(?:analysis|commentary|final)?/.exec(header)![0]
    unread = unread.slice(end < 0 ? name.length : end + '<|message|>'.length)
    const channel = (end < 0 ? name : header).split('<|channel|>').at(-1)!
    const recipient = /to=(\S{1,100}?)(?=[\s<]|$)/.exec(header)?.[1]
    if (recipient !== undefined) {
      capture(`${recipient}\n`)
      enter({ name: 'call' })
    } else if (/analysis|commentary/.test(channel)) enter({ name: 'hidden' })
    else if (/user|system|developer/.test(channel)) enter({ name: 'over' })
    else {
      // Text before a header belongs to another channel, which was opened in the prompt.
      if (/final/.test(channel)) {
        if (!isFinal) output.closeUnopenedThought()
        isFinal = true
      }
      enter({ name: 'text' })
    }
    return ''
  }

  function advanceHidden(isEnd: boolean): void {
    for (let mark = findMark(unread); mark; mark = findMark(unread)) {
      unread = unread.slice(mark.index + mark.text.length)
      if (mark.kind !== 'header' && mark.kind !== 'message-end') continue
      enter({ name: mark.kind === 'header' ? 'header' : 'text' })
      return
    }
    unread = isEnd ? '' : unread.slice(pendingMarkAt(unread))
  }

  function capture(text: string): void {
    captured += text
    if (captured.length > maxHeldCharacters) throw answerTooLongFailure()
  }

  /** Keeps half of a surrogate pair for the next delta. */
  let half = ''
  function whole(text: string, isEnd = false): string {
    const joined = half + text
    half = isEnd ? '' : (surrogates.exec(joined)?.[0] ?? '')
    return joined.slice(0, joined.length - half.length).toWellFormed()
  }

  return {
    /** The text that can be passed on now, possibly empty. */
    push(delta: string): string {
      if (hasMarks) {
        unread += delta
        return whole(advance(false))
      }
      return whole(say(delta))
    },
    /** The server tells thoughts apart, so the text has none. */
    thoughtsAreSeparate: (): string => whole(output.release()),
    /** `isCut`: the answer ended at its maximum length. */
    end({ isCut, hasCalls }: { isCut: boolean; hasCalls: boolean }): Rest {
      const text = advance(true)
      const written = captured === '' ? undefined : readWrittenCalls(captured, tools)
      const isShown = written !== undefined && written.calls.length === 0 && isPlainJson(captured, tools)
      const held = output.end(
        (text) => (isCut || hasCalls) && (expectsThought || (isCut && beginsLikeThought(text) === true)),
      )
      return {
        text: whole(held + text + (isShown ? captured : ''), true),
        calls: written?.calls ?? [],
        hasFaultyCall: written !== undefined && !isShown && (written.hasFaults || written.calls.length === 0),
        hasUnopenedThought: output.hasUnopenedThought(),
      }
    },
  }
}

const bareStarts = ['analysis', 'commentary', 'final<|message|>']

const canBecome = (starts: readonly string[], text: string): boolean =>
  starts.some((start) => start.length > text.length && start.startsWith(text))

const beginningAt = (text: string, index: number): string => text.slice(index, index + 400).trimStart()

/** JSON that is shown to the customer: it has no marks, and names no tool as one to call. */
const isPlainJson = (text: string, tools: readonly ToolDefinition[]): boolean =>
  /^\s*(?:`{3}|[[{])/.test(text) &&
  findMark(text)?.kind !== 'call' &&
  !tools.some(({ name }) => text.includes(`"${name}"`) || text.includes(`'${name}'`))
