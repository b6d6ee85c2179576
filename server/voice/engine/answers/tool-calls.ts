// Runs the tool calls of one round of an answer, each within its time limit, and collects their results.
import type { ToolCall } from '#server/ports/language-model.ts'
import type { VoiceClock } from '../../clock.ts'
import type { OptOutScope } from '../call-record.ts'
import type { TransferFailed } from '../phases/transfer.ts'
import type { CallTool, TransferRequest, WarmTransfer } from '../settings.ts'

/** For all rounds of one answer. */
const maxCalls = 10

export interface KeypadRequest {
  maxDigits: number
  finishKey: string
  timeoutMs: number
}

/** Effects of built-in tools on the call. */
export interface ToolEffects {
  /** Presses keys on the line. */
  press(keys: string): void
  /** Connects the customer to another number. If this succeeds, the call ends; otherwise `failed` is called. */
  transfer(request: TransferRequest, message: string | undefined, failed: TransferFailed): () => void
  /** The customer does not want to be called again. */
  optOut(scope: OptOutScope): void
  /** Waits for the customer's keys. */
  collect(request: KeypadRequest, done: (digits: string) => void): () => void
}

export interface ToolResults {
  results: unknown[]
  /** The assistant wants to end the call. */
  ends: boolean
  /** The call ends because the customer does not want to be called again. */
  optsOut: boolean
  /** The call ends because the customer could not be connected to another number. */
  transferFailed: boolean
  /** Another assistant continues the call. */
  transfersToAssistant: boolean
  /** What a tool says before the call ends or is transferred. */
  says: string | undefined
  /** The time of the longest search of documents, if there was one. */
  searchedMs: number | undefined
}

const keysForm = /^[0-9*#wW]{1,32}$/

/** Returns a function that abandons the calls. `done` is called once, unless they are abandoned. */
export function runToolCalls(
  calls: readonly ToolCall[],
  options: {
    clock: VoiceClock
    tools: ReadonlyMap<string, CallTool>
    /** The number of calls before these in the same answer. */
    before: number
    /** Whether the answer has words that ask for the keys. Without them, the customer would wait in silence. */
    mayCollect: boolean
    effects: ToolEffects
    done(results: ToolResults): void
  },
): () => void {
  const { clock, tools, before, effects } = options
  const outcome: ToolResults = {
    results: [],
    ends: false,
    optsOut: false,
    transferFailed: false,
    transfersToAssistant: false,
    says: undefined,
    searchedMs: undefined,
  }
  const startedMs = clock.now()
  const cleanups: (() => void)[] = []
  let waiting = calls.length
  let isOver = false

  function settle(index: number, result: unknown): void {
    if (isOver || index in outcome.results) return
    outcome.results[index] = result
    const tool = tools.get(calls[index]!.name)
    if (tool?.kind === 'function' && tool.searchesDocuments) outcome.searchedMs = clock.now() - startedMs
    waiting--
    if (waiting > 0) return
    isOver = true
    for (const cleanup of cleanups) cleanup()
    options.done(outcome)
  }

  function runLimited<R>(
    timeoutMs: number,
    index: number,
    run: (signal: AbortSignal) => Promise<R>,
    done: (result: R) => void,
  ): void {
    const aborting = new AbortController()
    const cancel = clock.after(timeoutMs, () => {
      settle(index, { error: 'The tool did not answer in time.' })
      aborting.abort()
    })
    cleanups.push(cancel, () => aborting.abort())
    run(aborting.signal).then(done, () => settle(index, { error: 'The tool failed.' }))
  }

  function transferToAssistant(
    message: string | undefined,
    index: number,
    prepared: { result: unknown; isReady: boolean },
  ): void {
    if (isOver || index in outcome.results) return
    if (prepared.isReady) {
      outcome.transfersToAssistant = true
      outcome.says ??= message
    }
    settle(index, prepared.result)
  }

  function optOut(scope: OptOutScope, index: number, recorded: { result: unknown; isRecorded: boolean }): void {
    if (recorded.isRecorded) effects.optOut(scope)
    if (isOver || index in outcome.results) return
    outcome.optsOut ||= recorded.isRecorded
    outcome.ends ||= recorded.isRecorded
    settle(index, recorded.result)
  }

  function runCall(call: ToolCall, index: number): void {
    if (before + index >= maxCalls) {
      settle(index, { error: `An answer is limited to ${maxCalls} tool calls.` })
      return
    }
    const tool = tools.get(call.name)
    if (!tool) {
      settle(index, { error: 'There is no such tool.' })
      return
    }
    switch (tool.kind) {
      case 'function':
        runLimited(
          tool.timeoutMs,
          index,
          (signal) => tool.run({ arguments: call.arguments, index: before + index, signal }),
          (result) => settle(index, result),
        )
        return
      case 'assistant_transfer':
        runLimited(tool.timeoutMs, index, tool.prepare, (prepared) =>
          transferToAssistant(tool.message, index, prepared),
        )
        return
      case 'end_call':
        outcome.ends = true
        outcome.says ??= tool.message
        settle(index, { ended: true })
        return
      case 'opt_out': {
        const scope = call.arguments['scope'] === 'topic' ? 'topic' : 'everything'
        const record = () => tool.record(scope)
        runLimited(tool.timeoutMs, index, record, (recorded) => optOut(scope, index, recorded))
        return
      }
      case 'call_transfer': {
        const wanted = call.arguments['phone_number']
        const number = tool.numbers.find(({ written }) => written === wanted) ?? tool.numbers[0]
        if (number === undefined) {
          settle(index, { error: 'No phone number is configured.' })
          return
        }
        const { phoneNumber, keys } = number
        const warm = tool.warm && warmTransferOf(tool.warm, call.arguments)
        const failed: TransferFailed = (reason, wasTried) => {
          outcome.transferFailed ||= wasTried && tool.endsOnFailure
          outcome.ends ||= outcome.transferFailed
          settle(index, { error: reason })
        }
        cleanups.push(effects.transfer({ phoneNumber, keys, warm }, tool.message, failed))
        return
      }
      case 'dtmf_input': {
        const keys = String(call.arguments['digits'] ?? '')
        if (!keysForm.test(keys)) {
          settle(index, { error: 'The keys must be 1 to 32 of 0–9, *, #, w and W.' })
          return
        }
        effects.press(keys)
        settle(index, { pressed: keys })
        return
      }
      case 'collect_keypad':
        if (!options.mayCollect) {
          settle(index, { error: 'Tell the customer what to enter in the same answer that collects the keys.' })
          return
        }
        cleanups.push(effects.collect(tool, (digits) => settle(index, digits === '' ? nothingPressed : { digits })))
    }
  }

  for (const [index, call] of calls.entries()) runCall(call, index)
  return () => {
    if (isOver) return
    isOver = true
    for (const cleanup of cleanups) cleanup()
  }
}

const maxBriefingCharacters = 400

function warmTransferOf(
  { briefing, needsKey }: { briefing: string | undefined; needsKey: boolean },
  args: Record<string, unknown>,
): WarmTransfer {
  const summary = typeof args['summary'] === 'string' ? args['summary'] : ''
  return { briefing: (briefing ?? summary).slice(0, maxBriefingCharacters).trim(), needsKey }
}

const nothingPressed = { error: 'The customer pressed no keys.' }
