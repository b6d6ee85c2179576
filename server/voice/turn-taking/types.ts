// The vocabulary of turn-taking: the states, the events that change them, and the commands for the engine of the call.
/**
 * What the customer does:
 * - `silent`: nothing is said that is not answered yet.
 * - `faint`: words arrive although no speech was detected.
 * - `speaking`: speech is detected.
 * - `noise`: sound that was taken for speech, but has produced no words for too long.
 * - `trailing`: the recognizer says that the turn is complete, but its sound has not ended.
 * - `recognizing`: the speech has ended, and its words are not all known.
 * - `waiting`: the words are known, and the customer may continue.
 */
export type CustomerState = 'silent' | 'faint' | 'speaking' | 'noise' | 'trailing' | 'recognizing' | 'waiting'

/**
 * Whether the customer interrupts the assistant:
 * - `none`: there is no sign of it.
 * - `possible`: the customer makes a sound, so the assistant speaks more quietly.
 * - `probable`: the first words or the length of the sound say so, so the assistant has paused.
 * - `dismissed`: the sound was none; more of it does not change the volume, but words interrupt the assistant.
 * - `by_sound`: the sound was so long that the assistant has stopped before any words were known.
 */
export type InterruptionState = 'none' | 'possible' | 'probable' | 'dismissed' | 'by_sound'

/**
 * What followed a pause of the customer:
 * - `in_turn`: the customer went on with the turn.
 * - `cut_in`: the customer went on, but the turn had been taken for complete.
 * - `answer`: the customer waited for the answer.
 */
export type PauseKind = 'in_turn' | 'cut_in' | 'answer'

export type TurnEvent =
  /** Sound that may be the beginning of speech. `speech_started` follows if it is. */
  | { type: 'sound_heard' }
  /** `atMs` is the beginning of the sound. */
  | { type: 'speech_started'; atMs: number }
  /** The customer has been speaking for `spokenMs`. `levelDb` is the level of the last 20 ms. */
  | { type: 'speech_continued'; spokenMs: number; levelDb: number }
  /** `atMs` is the end of the sound. */
  | { type: 'speech_ended'; atMs: number }
  /** Words that may still change. */
  | { type: 'interim_words'; text: string }
  | { type: 'final_words'; text: string }
  /** The answer to `request_words`: all words before the pause are known. */
  | { type: 'words_complete' }
  /** The recognizer says that the turn is complete. */
  | { type: 'turn_ended' }
  /** The customer has typed this. */
  | { type: 'typed'; text: string }
  /** The customer has pressed a key; further ones may follow. */
  | { type: 'key_pressed' }
  /** The keys that the customer pressed, in words for the model. */
  | { type: 'keys_pressed'; text: string }
  /** The assistant has nothing more to say. */
  | { type: 'assistant_finished' }
  /** It is known who has answered the call, or the answer has waited long enough for it. */
  | { type: 'screening_over' }
  /** The assistant says its last words, which cannot be interrupted. */
  | { type: 'call_closing' }
  /** `customerDueMs` or `interruptionDueMs` has passed. */
  | { type: 'deadline' }

/** The commands of one event are carried out in their order. */
export type TurnCommand =
  /** New speech: a prepared answer is outdated. */
  | { type: 'customer_started' }
  /** Asks the recognizer for final words. */
  | { type: 'request_words' }
  /** All words of the current turn, which have changed. */
  | { type: 'words'; text: string; isFinal: boolean }
  /** Words of a turn that was complete before they were known. */
  | { type: 'late_words'; turn: CompleteTurn; text: string }
  /** The assistant speaks more quietly. */
  | { type: 'quieten_assistant' }
  | { type: 'pause_assistant' }
  /** The assistant continues in the usual volume. */
  | { type: 'resume_assistant' }
  | { type: 'interrupt_assistant' }
  /** The turn is probably complete. */
  | { type: 'prepare_answer'; text: string }
  | { type: 'discard_prepared' }
  /** The turn is complete. The command that follows says what happens with it. */
  | { type: 'turn_complete' }
  | { type: 'answer'; turn: CompleteTurn }
  /** The turn is answered when `screening_over` says so. */
  | { type: 'hold_answer' }
  /** The turn needs no answer. */
  | { type: 'record'; turn: CompleteTurn; inHistory: boolean }
  /** The greeting of an assistant that waits for the customer. */
  | { type: 'greet' }
  /** Keys that are being collected are complete, because the customer speaks instead. */
  | { type: 'finish_keys' }
  /** The customer interrupted the assistant with a sound that has no words. */
  | { type: 'answer_sound' }
  | { type: 'learn_pause'; pauseMs: number; kind: PauseKind }

/** What the assistant does while an event arrives. */
export interface Situation {
  /**
   * - `screening`: it is not known yet whether a person has answered.
   * - `taken_over`: a person answers instead of the assistant, so words are only recorded.
   * - `machine`, `closing`: words are only recorded.
   */
  call: 'open' | 'screening' | 'taken_over' | 'machine' | 'closing'
  /** `thinking`: an answer could become audible at any moment. */
  assistant: 'silent' | 'thinking' | 'speaking'
  /** Whether the customer hears speech of the assistant now. */
  isAudible: boolean
  isRunningTools: boolean
  /** The last words of the assistant. */
  lastWords: string
}

export interface Endpointing {
  /** The turn is complete as soon as the vendor says so. Otherwise, only the delay decides. */
  trustsVendor?: boolean
  /** How long to wait after the end of speech before the turn is complete. */
  delayAfter(text: string, question: string | undefined): number
  learnPause(pauseMs: number, kind: PauseKind): void
}

/** What does not change during a call. */
export interface TurnTakingRules {
  endpointing: Pick<Endpointing, 'trustsVendor' | 'delayAfter'>
  /** Whether the model hears the customer itself. Turns are then complete before their words are known. */
  hearsAudio: boolean
  allowInterruptions: boolean
  /** 0 to 5. */
  interruptSensitivity: number
  minInterruptWords: number | null
  /** Many people say hello at the beginning of the greeting, which cannot be interrupted before this time. */
  openingEndsMs: number
  classify(text: string): 'backchannel' | 'command' | 'speech'
  isPhoneGreeting(text: string): boolean
  mayBecomeBackchannel(text: string): boolean
  countWords(text: string): number
}

/** Words of the customer. */
export interface CustomerWords {
  text: string
  startedMs: number
  isAudio?: boolean
  /** Set when audio is recorded, whose words can become known later: replaces them. */
  recorded?: ((text: string) => void) | undefined
}

export interface CompleteTurn extends CustomerWords {
  /** When the customer stopped speaking. */
  endedMs: number
  recognizedMs: number
}

export interface Utterance {
  finals: readonly string[]
  /** The last of `finals` were interim words, because the recognizer is late. Its words replace them. */
  isGuess: boolean
  interim: string
  /** Earlier words of the recognizer for this turn were a backchannel. */
  seemedBackchannel: boolean
  /** The level of its loudest 20 ms. Undefined without sound. */
  loudestDb: number | undefined
  /** Whether words were known early in its first sound, if that was long enough. */
  hasEarlyWords: boolean | undefined
  /** The length of its longest sound. */
  spokenMs: number
  startedMs: number | undefined
  endedMs: number | undefined
  recognizedMs: number
}

export interface TurnTakingState {
  customer: CustomerState
  interruption: InterruptionState
  /** What the customer has said since the last complete turn. */
  utterance: Utterance
  /** The usual level of the loudest 20 ms of a turn, if it is known. */
  usualDb: number | undefined
  /** The recognizer has reported the first words of the last long turn early. */
  reportsInterim: boolean
  /** When the state of the customer changes without an event. */
  customerDueMs: number | undefined
  /** Until then, sound can postpone the end of a turn whose words are known. */
  latestEndMs: number
  /** When an interruption that was not confirmed is dismissed. */
  interruptionDueMs: number | undefined
  /** When the words of the pause are given up. */
  wordsDueMs: number
  /** The pauses whose words are not known yet, each with its turn if that is complete. */
  pauses: readonly (CompleteTurn | undefined)[]
  /** The last turn that was answered, until the customer speaks again. The answer was over at `answerEndedMs`. */
  answered: { endedMs: number; atMs: number; answerEndedMs: number | undefined } | undefined
  /** The pause before the current turn, if it is so short that the turn is probably a continuation of the last one. */
  cutInMs: number | undefined
  /** The customer has not spoken since this turn, which a model has heard: words that arrive late belong to it. */
  heardTurn: CompleteTurn | undefined
  /** The customer said this while the assistant was speaking and did not interrupt it, or before it was known who answers. */
  pending: CompleteTurn | undefined
  /** The assistant waits for the first words of the customer before it says its greeting. */
  greeting: 'due' | 'said'
}

export interface Step {
  readonly nowMs: number
  readonly rules: TurnTakingRules
  /** As it is after the commands so far. */
  situation: Situation
  readonly commands: TurnCommand[]
  /** The step's own copy. */
  readonly state: TurnTakingState
}

export const nothingSaid: Utterance = {
  finals: [],
  isGuess: false,
  interim: '',
  seemedBackchannel: false,
  loudestDb: undefined,
  hasEarlyWords: undefined,
  spokenMs: 0,
  startedMs: undefined,
  endedMs: undefined,
  recognizedMs: 0,
}

/** The words of the current turn. */
export const textOf = ({ finals, interim }: Utterance): string =>
  [...finals, interim].filter((part) => part !== '').join(' ')
