// What the engine knows about a call and its assistant, and what it needs from its host.
import type { ToolDefinition } from '#server/ports/language-model.ts'
import type { MediaLine } from '#server/ports/media-line.ts'
import type { SpeechVerification } from '#server/ports/speech-verifier.ts'
import type { VoiceClock } from '../clock.ts'
import type { Endpointing } from '../turn-taking/types.ts'
import type { Answerer } from '../words-and-sounds/answerer.ts'
import type { AnswerEvent, AnswerVerdict } from '../words-and-sounds/answering-machine.ts'
import type { Tone } from '../words-and-sounds/beep.ts'
import type { Unreachable } from '../words-and-sounds/languages/language.ts'
import type { CallRecord, OptOutScope } from './call-record.ts'
import type { Mode, ModeListener } from './mode.ts'
import type { Background } from './speaking/playout-options.ts'

export interface CallSettings {
  /** ISO 639-1. */
  language: string
  direction: 'inbound' | 'outbound'
  /** Spoken first. Contains the disclosure that the assistant is an AI, if it is needed. */
  greeting: string | undefined
  /** The beginning of the greeting that a person must hear. */
  disclosure?: string | undefined
  /** The assistant speaks only after the other side has spoken. */
  waitForCustomer: boolean
  allowInterruptions: boolean
  /** 0 to 5; higher values react faster. */
  interruptSensitivity: number
  /** Null: any words that are not a backchannel. */
  minInterruptWords: number | null
  endpointType: 'vad' | 'ai'
  /** 0 to 5; higher values answer faster. */
  endpointSensitivity: number
  maxDurationMs: number
  maxSilenceMs: number
  /** Applies until the other side has spoken for the first time. */
  maxInitialSilenceMs: number
  reengagementMs: number
  /** An instruction for the model; without it, the assistant asks whether the other side is still there. */
  reengagementPrompt: string | undefined
  /** When both sides have said goodbye, the assistant hangs up. */
  endOnGoodbye: boolean
  endOnVoicemail: boolean
  voicemailMessage: string | undefined
  /**
   * Answers a service that asks for the name and the purpose of the call. Without it, the model answers. A model that
   * hears the customer itself finds it in its instructions instead.
   */
  purpose: string | undefined
  fillers: FillerConfig | undefined
}

export interface FillerConfig {
  positive: readonly string[]
  negative: readonly string[]
  question: readonly string[]
  neutral: readonly string[]
}

/** The rules of turn-taking in the language of the assistant. */
export interface CallRules {
  endpointing: Endpointing
  classify(text: string): 'backchannel' | 'command' | 'speech'
  /** Whether the text only answers the phone, so that the greeting of the assistant answers it. */
  isPhoneGreeting(text: string): boolean
  /** Whether further words can make a backchannel of the text. */
  mayBecomeBackchannel(text: string): boolean
  countWords(text: string): number
  /** Puts the words of a dictation together. The last words of the assistant decide what is expected. */
  joinDictation(text: string, question: string): string
  /** Whether the text says goodbye. */
  isFarewell(text: string): boolean
  /** Those of the language that is spoken now. */
  readonly phrases: Phrases
  fillerFor(text: string): string | undefined
  /** Undefined if answering machines are not detected. */
  machineDetector: MachineDetector | undefined
  /** Learns what the customer hears. */
  played(audio: Uint8Array, atMs: number): void
  /** The customer does not hear the audio after `atMs`. */
  discarded(atMs: number): void
  /** Whether the frame is the assistant's own audio that came back. Called with every frame. */
  isEcho(frame: Uint8Array, atMs: number): boolean
  /** A tone that begins or ends in this frame; called with every frame while machines are detected. */
  hearTone(frame: Uint8Array): Tone | undefined
}

export type CallTool =
  | {
      kind: 'function'
      definition: ToolDefinition
      /** Spoken while the tool runs. */
      speakDuring: string | undefined
      timeoutMs: number
      /** Its time is part of the latency of the turn. */
      searchesDocuments?: boolean
      /** Never rejects; an error is a result for the model. */
      run(input: { arguments: Record<string, unknown>; index: number; signal: AbortSignal }): Promise<unknown>
    }
  | {
      kind: 'assistant_transfer'
      definition: ToolDefinition
      /** Spoken before the other assistant takes over. */
      message: string | undefined
      timeoutMs: number
      /** Never rejects. If `isReady`, the engine ends with the reason `handed_over` when everything was heard. */
      prepare(signal: AbortSignal): Promise<{ result: unknown; isReady: boolean }>
    }
  | { kind: 'end_call'; definition: ToolDefinition; message: string | undefined }
  | {
      kind: 'opt_out'
      definition: ToolDefinition
      timeoutMs: number
      /** Never rejects. If `isRecorded`, the call ends when everything was heard. */
      record(scope: OptOutScope): Promise<{ result: unknown; isRecorded: boolean }>
    }
  | {
      kind: 'call_transfer'
      definition: ToolDefinition
      message: string | undefined
      numbers: readonly TransferTarget[]
      /** The person is asked first, while the customer waits. */
      warm?: { briefing: string | undefined; needsKey: boolean }
      /** If the customer cannot be connected, the call ends. Otherwise, the assistant continues. */
      endsOnFailure: boolean
    }
  | { kind: 'dtmf_input'; definition: ToolDefinition }
  | { kind: 'collect_keypad'; definition: ToolDefinition; maxDigits: number; finishKey: string; timeoutMs: number }

export interface TransferTarget {
  /** As it is configured; the model chooses by it. */
  written: string
  /** E.164. */
  phoneNumber: string
  /** Pressed after the answer. */
  keys: string
}

export interface TransferRequest extends Pick<TransferTarget, 'phoneNumber' | 'keys'> {
  /** Undefined if the person is not asked before. */
  warm: WarmTransfer | undefined
}

/** The person at the other number hears the briefing before the customer is connected, and can decline. */
export interface WarmTransfer {
  briefing: string
  needsKey: boolean
}

export type EndedReason =
  | 'caller_hung_up'
  | 'assistant_ended'
  /** A person of the account has ended the call. */
  | 'agent_ended'
  | 'silence'
  | 'max_duration'
  | 'voicemail'
  | Unreachable
  | 'transferred'
  /** The customer could not be connected to another number, and the tool says that the call ends then. */
  | 'transfer_failed'
  | 'media_failed'
  | 'recognition_failed'
  | 'synthesis_failed'
  | 'model_failed'
  | 'process_died'
  | 'internal_error'
  /** The conversation continues with another engine on the same line. */
  | 'handed_over'

export type AnsweredBy = 'human' | 'machine' | 'unknown'

/** Why the conversation is over, and what the carrier does next. */
export interface CallEnd {
  reason: EndedReason
  answeredBy: AnsweredBy
  /** Only of interest for outbound calls. */
  answerer: Answerer
  record: CallRecord
}

export interface CallHost {
  clock: VoiceClock
  line: Pick<MediaLine, 'sendAudio' | 'sendMark' | 'clear' | 'sendKeys'>
  createMode(listener: ModeListener): Mode
  tools: ReadonlyMap<string, CallTool>
  /** Whether 20 ms of mu-law audio contain speech. */
  isSpeech(frame: Uint8Array): boolean
  /** Listens more closely to one sound. Without it, all sound is taken for speech. */
  verifySpeech?: (() => SpeechVerification | undefined) | undefined
  /** Adapts the volume of 20 ms of the customer's audio for the mode. The bytes that are returned may be reused. */
  normalizeVolume?(frame: Uint8Array, isAssistantAudible: boolean): Uint8Array
  /** The tones of keys as mu-law audio. */
  tonesOf(keys: string): Uint8Array
  /** Changes the volume of mu-law audio in place, evenly from one factor to another. */
  changeVolume(audio: Uint8Array, from: number, to: number): void
  background: Background | undefined
  recorder: CallRecorder | undefined
  /** A conversation that another engine has begun. The assistant speaks first. */
  earlier?: CallRecord | undefined
  /** Calls another number, and connects the customer when it has answered, which closes the line. Otherwise, `failed` is called. */
  transfer(request: TransferRequest, failed: (reason: string) => void): void
  /** Called once. The host closes the line. */
  ended(end: CallEnd): void
}

export interface CallRecorder {
  /** 20 ms of the customer's audio. The bytes are reused. */
  customer(frame: Uint8Array, atMs: number): void
  /** Audio of the assistant that the customer hears from `atMs` on, or right after the audio before. The bytes are reused. */
  assistant(audio: Uint8Array, atMs: number, isContinued: boolean): void
  /** The last bytes of the assistant's audio are not heard. */
  discarded(bytes: number): void
}

export interface Phrases {
  /** Covers the wait for a tool. */
  bridge(): string
  /** Covers a longer wait. */
  patience(): string
  /** An answer has failed; asks the customer to say it again. */
  trouble: string
  stillThere: string
  goodbye: string
  /** Before the call ends because the customer does not want to be called again. */
  optedOut: string
  /** Before the call ends because the customer could not be connected. */
  nobodyReached: string
  /** Before the call ends because the customer is silent. */
  silenceGoodbye: string
  /** The maximum duration is reached. */
  timeOver: string
  /** The call ends because of technical problems. */
  apology: string
}

export interface MachineDetector {
  heard(event: AnswerEvent): void
  carrierSays(answeredBy: 'human' | 'machine' | 'fax' | 'unknown', greetingEnded: boolean, atMs: number): void
  /** Whether further speech can show that the machine is no mailbox. */
  isDoubtful(): boolean
  verdict(nowMs: number): AnswerVerdict
}
