// The tools that an answer calls, and what follows from their results.
import type { ToolCall } from '#server/ports/language-model.ts'
import { end, generate } from './reply.ts'
import type { ToolResults } from './tool-calls.ts'
import type { AnswerEvent, AnswerStep } from './types.ts'

export function runTools(step: AnswerStep, calls: readonly ToolCall[]): void {
  const { state, commands } = step
  const reply = state.reply!
  const { generation, toolCalls: before } = reply
  state.answer = 'running_tools'
  reply.heldCalls = undefined
  commands.push({ type: 'end_generation' })
  for (const { name } of calls) commands.push({ type: 'note', note: 'tool_called', detail: name })
  reply.spokeBeforeTools = step.hasSpoken(generation)
  const mayCollect = step.hasSpokenInRound(generation)
  commands.push(
    { type: 'end_round', generation },
    { type: 'run_tools', generation, calls, before, mayCollect, isSilent: !reply.spokeBeforeTools },
  )
}

export function toolsDone(step: AnswerStep, { calls, outcome }: Extract<AnswerEvent, { type: 'tools_done' }>): void {
  const { state, commands } = step
  const reply = state.reply!
  const { generation, spokeBeforeTools } = reply
  commands.push({ type: 'end_tools' }, { type: 'record_tools', generation, calls, results: outcome.results })
  if (outcome.ends || outcome.transfersToAssistant) leave(step, outcome, spokeBeforeTools)
  else answerAgain(step, calls, outcome)
}

/** With the results of the tools. */
function answerAgain(step: AnswerStep, calls: readonly ToolCall[], outcome: ToolResults): void {
  const { state, commands } = step
  const reply = state.reply!
  if (outcome.searchedMs !== undefined) {
    reply.retrievalMs = (reply.retrievalMs ?? 0) + outcome.searchedMs
    commands.push({ type: 'measure', reply })
  }
  reply.toolCalls += calls.length
  reply.round++
  reply.isAudible = false
  reply.needsWords = calls.some(({ name }) => !step.pressesKeys(name))
  state.answer = 'generating'
  // After keys that were pressed in a menu, no words are expected.
  if (!reply.needsWords) commands.push({ type: 'end_wait' })
  // The customer may have spoken while the tools ran.
  commands.push({ type: 'reopen_speech', generation: reply.generation })
  generate(step, reply.instruction)
  if (reply.needsWords) commands.push({ type: 'wait_for_answer', text: undefined })
}

/** The call ends, or another assistant continues it. */
function leave(step: AnswerStep, outcome: ToolResults, spokeBeforeTools: boolean): void {
  const { commands } = step
  const { ends, transferFailed, says, optsOut } = outcome
  commands.push({ type: 'end_wait' })
  if (ends && transferFailed) commands.push({ type: 'say', phrase: 'nobodyReached' })
  else if (says !== undefined && (ends || !spokeBeforeTools)) commands.push({ type: 'say_text', text: says })
  else if (ends && !spokeBeforeTools) commands.push({ type: 'say', phrase: optsOut ? 'optedOut' : 'goodbye' })
  end(step)
  if (ends) commands.push({ type: 'end_call', reason: transferFailed ? 'transfer_failed' : 'assistant_ended' })
  else commands.push({ type: 'transfer_to_assistant' })
}
