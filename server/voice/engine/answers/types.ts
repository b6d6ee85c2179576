// The vocabulary of answers: the states, the events that change them, and the commands for the engine of the call.
import type { ToolCall } from '#server/ports/language-model.ts'
import type { CompleteTurn } from '../../turn-taking/types.ts'
import type { TurnLatency } from '../call-record.ts'
import type { AnswerRound, DocumentSearch } from '../mode.ts'
import type { Segment } from '../speaking/segment.ts'
import type { ToolResults } from './tool-calls.ts'

/**
 * What the assistant does for the customer's turn:
 * - `idle`: nothing.
 * - `preparing`: the turn is probably complete, so its answer is generated, but not spoken.
 * - `prepared`: the same, and the answer is complete, or calls tools.
 * - `generating`: the answer is generated, and spoken as soon as there is any of it.
 * - `running_tools`: the tools run that the answer calls. Another round of the answer follows.
 * - `awaiting_audio`: the answer is complete, and nothing of its last round is audible yet.
 */
export type AnswerState = 'idle' | 'preparing' | 'prepared' | 'generating' | 'running_tools' | 'awaiting_audio'

export type AnswerEvent =
  /** The customer's turn is probably complete. */
  | { type: 'prepare'; text: string }
  /** A prepared answer is outdated. */
  | { type: 'discard_prepared' }
  /** The customer's turn is complete. */
  | { type: 'answer'; turn: CompleteTurn }
  /** The assistant speaks without words of the customer. Without an instruction, it answers the history. */
  | { type: 'instruct'; instruction: string | undefined }
  | { type: 'cancel' }
  /** A person is asked to take over, while the customer waits. */
  | { type: 'person_asked' }
  /** The documents were searched. */
  | { type: 'searched'; generation: number; search: DocumentSearch }
  /** The model has produced its first output. */
  | { type: 'first_output'; generation: number }
  /** The synthesizer has delivered audio. */
  | { type: 'audio_arrived'; generation: number }
  /** The first audio of a segment was sent. One of an earlier round does not end the wait. */
  | { type: 'segment_started'; generation: number; segment: Segment; isOfRound: boolean }
  /** The model has finished one round. */
  | { type: 'answered'; generation: number; round: AnswerRound }
  | { type: 'failed'; generation: number; code: string; message: string }
  | { type: 'tools_done'; generation: number; calls: readonly ToolCall[]; outcome: ToolResults }
  /** Everything was played. */
  | { type: 'playout_drained' }
  /** The generation takes too long. */
  | { type: 'generation_overdue' }
  | { type: 'tools_overdue' }
  /** The customer has waited too long. */
  | { type: 'answer_overdue' }

/** The commands of one event are carried out in their order. */
export type AnswerCommand =
  | { type: 'note'; note: 'answer_failed' | 'answer_stopped' | 'answered' | 'tool_called'; detail: string }
  /** What is known about the latency of the answer has changed. */
  | { type: 'measure'; reply: Reply }
  /** The first audio of the answer was sent. */
  | { type: 'measure_sent'; latency: TurnLatency; segment: Segment }
  | { type: 'record_turn'; turn: CompleteTurn; latency: TurnLatency }
  | { type: 'record_search'; search: DocumentSearch }
  | { type: 'record_usage'; round: AnswerRound }
  | { type: 'record_tools'; generation: number; calls: readonly ToolCall[]; results: readonly unknown[] }
  /** Opens the speech of a new answer. Held speech is not played before it is released. */
  | { type: 'open_speech'; generation: number; isHeld: boolean }
  | { type: 'release_speech'; generation: number }
  /** The words of a round come before those of the next one. */
  | { type: 'end_round'; generation: number }
  /** Continues the speech, which an interruption can have closed. */
  | { type: 'reopen_speech'; generation: number }
  /** No further segments follow. */
  | { type: 'complete_speech'; generation: number }
  /** Asks the model. `unrecorded` are words that are not in the record. */
  | { type: 'generate'; generation: number; unrecorded: string | undefined; mayCallTools: boolean }
  /** The model has finished. */
  | { type: 'end_generation' }
  /** Stops the model, the tools and the speech of an answer. */
  | { type: 'abandon'; generation: number }
  /** `mayCollect`: the answer has words that ask for keys. `isSilent`: it has no words so far. */
  | {
      type: 'run_tools'
      generation: number
      calls: readonly ToolCall[]
      before: number
      mayCollect: boolean
      isSilent: boolean
    }
  /** The result of tools has arrived. */
  | { type: 'end_tools' }
  /** What the customer hears while waiting. */
  | { type: 'wait_for_answer'; text: string | undefined }
  | { type: 'wait_for_tools' }
  | { type: 'end_wait' }
  | { type: 'say'; phrase: 'trouble' | 'nobodyReached' | 'optedOut' | 'goodbye' }
  | { type: 'say_text'; text: string }
  /** A tool has decided to end the call. */
  | { type: 'end_call'; reason: 'assistant_ended' | 'transfer_failed' }
  /** A tool has prepared another assistant, which continues the call. */
  | { type: 'transfer_to_assistant' }
  /** Several answers in a row have failed. */
  | { type: 'give_up' }

/** One answer of the assistant. */
export interface Reply {
  generation: number
  /** The customer's words that it answers; undefined if the engine asked for it. */
  text: string | undefined
  /** An instruction that only this answer sees. */
  instruction: string | undefined
  round: number
  attempt: number
  /** The number of tool calls so far. */
  toolCalls: number
  /** The tools that a prepared answer calls. They have effects, so they run only when the turn is complete. */
  heldCalls: readonly ToolCall[] | undefined
  /** It had words when its tools were called. */
  spokeBeforeTools: boolean
  /** The current round has begun to play. */
  isAudible: boolean
  /** False if the current round follows only keys that the assistant has pressed, after which an answer may be empty. */
  needsWords: boolean
  /** Belongs to the turn that it answers. Undefined until that is complete. */
  latency: TurnLatency | undefined
  firstOutputAtMs: number | undefined
  firstAudioAtMs: number | undefined
  /** How long the documents were searched. */
  retrievalMs: number | undefined
}

export interface AnswersState {
  answer: AnswerState
  /** Undefined in the state `idle`. */
  reply: Reply | undefined
  /** How many answers in a row have failed. */
  failures: number
  /** How many answers were prepared for the current turn. */
  preparations: number
}

/** What a transition must know about the rest of the call. */
export interface AnswerCircumstances {
  nowMs: number
  /** The time from the answer of the call. */
  sinceStart(atMs: number): number
  /** Returns another number each time. */
  nextGeneration(): number
  /** Whether the answer has segments, and whether its current round has. */
  hasSpoken(generation: number): boolean
  hasSpokenInRound(generation: number): boolean
  /** Whether the tool only presses keys. */
  pressesKeys(tool: string): boolean
}

export interface AnswerStep extends AnswerCircumstances {
  readonly commands: AnswerCommand[]
  /** The step's own copy. */
  readonly state: AnswersState
}
