// The assistant's answers: holds their state, carries out the commands of each event, and keeps their deadlines.

import type { Deadlines, VoiceClock } from '../../clock.ts'
import type { Emit } from '../call-events.ts'
import type { CallRecord } from '../call-record.ts'
import type { Mode } from '../mode.ts'
import type { CallRules, CallTool } from '../settings.ts'
import type { Speech } from '../speaking/speech.ts'
import { measure, measureSent, recordSearch, recordTools } from './latency.ts'
import { noAnswer, takeAnswerEvent } from './take-answer-event.ts'
import { runToolCalls, type ToolEffects } from './tool-calls.ts'
import type { AnswerCommand, AnswerEvent, AnswersState } from './types.ts'
import { createWaiting, waitFor } from './waiting.ts'

/** For the generation of one round. */
const generationMs = 60_000

/** One function for each command. */
type AnswerCommands = {
  readonly [Type in AnswerCommand['type']]: (command: Extract<AnswerCommand, { type: Type }>) => void
}

export interface AnswersOptions {
  clock: VoiceClock
  deadlines: Deadlines
  record: CallRecord
  mode: Mode
  speech: Speech
  tools: ReadonlyMap<string, CallTool>
  effects: ToolEffects
  rules: Pick<CallRules, 'phrases' | 'fillerFor'>
  nextGeneration(): number
  say(text: string, kind?: 'phrase' | 'filler'): void
  emit: Emit
}

export function createAnswers(options: AnswersOptions) {
  const { clock, deadlines, record, mode, speech, tools, rules, say, emit } = options
  const definitions = [...tools.values()].map(({ definition }) => definition)
  let state: AnswersState = noAnswer
  /** While tools run. */
  let abandonTools: (() => void) | undefined

  const waiting = createWaiting({
    deadlines,
    fillerFor: rules.fillerFor,
    patience: () => rules.phrases.patience(),
    say: (text) => {
      // It would be heard after the answer.
      if (state.reply && !speech.hasSegmentsToPlay(state.reply.generation)) say(text, 'filler')
    },
    isAudible: speech.isAudible,
    timedOut: () => handle({ type: 'answer_overdue' }),
  })

  const commands: AnswerCommands = {
    note: ({ note, detail }) => record.note(note, detail),
    measure: ({ reply }) => measure(reply, record),
    measure_sent: ({ latency, segment }) => measureSent(latency, segment, record),
    record_turn({ turn, latency }) {
      record.turns.push(latency)
      record.customerSaid(turn)
      mode.customerSaid?.(record.historyForModel())
    },
    record_search: ({ search }) => recordSearch(search, record),
    record_usage({ round }) {
      record.usage.inputTokens += round.inputTokens
      record.usage.outputTokens += round.outputTokens
      record.usage.models.add(round.model)
    },
    record_tools: (answered) => recordTools(answered, record),
    open_speech: ({ generation, isHeld }) => speech.open(generation, 'answer', { isHeld }),
    release_speech: ({ generation }) => speech.release(generation),
    end_round: ({ generation }) => speech.endRound(generation),
    reopen_speech: ({ generation }) => speech.reopen(generation),
    complete_speech: ({ generation }) => speech.complete(generation),
    generate({ generation, unrecorded, mayCallTools }) {
      deadlines.set('generation', generationMs, () => handle({ type: 'generation_overdue' }))
      mode.answer({
        generation,
        history: record.historyForModel(),
        unrecorded,
        tools: definitions,
        mayCallTools,
      })
    },
    end_generation: () => deadlines.clear('generation'),
    abandon({ generation }) {
      waiting.end()
      deadlines.clear('tools')
      deadlines.clear('generation')
      abandonTools?.()
      abandonTools = undefined
      mode.cancel(generation)
      speech.close(generation)
    },
    run_tools: runTools,
    end_tools() {
      deadlines.clear('tools')
      // Tools that take effect at once are done before, and the customer still waits for the answer.
      if (abandonTools) waiting.end()
      abandonTools = undefined
    },
    wait_for_answer: ({ text }) => waiting.forAnswer(text),
    wait_for_tools: waiting.forTools,
    end_wait: waiting.end,
    say: ({ phrase }) => say(rules.phrases[phrase]),
    say_text: ({ text }) => say(text),
    end_call: ({ reason }) => emit({ type: 'end_due', reason }),
    transfer_to_assistant: () => emit({ type: 'end_due', reason: 'handed_over' }),
    give_up: () => emit({ type: 'end_due', reason: 'model_failed', farewell: rules.phrases.apology }),
  }

  const circumstances = {
    sinceStart: record.sinceStart,
    nextGeneration: options.nextGeneration,
    hasSpoken: speech.hasSegments,
    hasSpokenInRound: speech.hasSegmentsInRound,
    pressesKeys: (tool: string): boolean => tools.get(tool)?.kind === 'dtmf_input',
  }

  function handle(event: AnswerEvent): void {
    const next = takeAnswerEvent(state, event, { ...circumstances, nowMs: clock.now() })
    state = next.state
    for (const command of next.commands) (commands[command.type] as (command: AnswerCommand) => void)(command)
  }

  function runTools({
    generation,
    calls,
    before,
    mayCollect,
    isSilent,
  }: Extract<AnswerCommand, { type: 'run_tools' }>) {
    const { bridge, limitMs, isFunction } = waitFor(calls, tools, rules.phrases)
    if (bridge !== undefined && isSilent) say(bridge)
    deadlines.set('tools', limitMs, () => handle({ type: 'tools_overdue' }))
    let isDone = false
    const abandon = runToolCalls(calls, {
      clock,
      tools,
      before,
      mayCollect,
      effects: options.effects,
      done: (outcome) => {
        isDone = true
        handle({ type: 'tools_done', generation, calls, outcome })
      },
    })
    if (isDone) return
    abandonTools = abandon
    waiting.end()
    if (isFunction) waiting.forTools()
  }

  return {
    handle,
    /** Whether an answer is being generated or tools run. Its speech may continue after that. */
    isBusy: () => state.answer !== 'idle',
    isRunningTools: () => state.answer === 'running_tools',
    /** Whether generated speech could start at any moment. */
    isPending(): boolean {
      const { answer, reply } = state
      return reply !== undefined && answer !== 'preparing' && answer !== 'prepared' && !reply.isAudible
    },
  }
}
