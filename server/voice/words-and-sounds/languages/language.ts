// The shape of the word lists of a language.
/** Why a number cannot be reached, as an announcement says. */
export const unreachableKinds = [
  'circuits_busy',
  'busy',
  'no_answer',
  'mailbox_full',
  'calls_refused',
  'number_unavailable',
] as const
export type Unreachable = (typeof unreachableKinds)[number]

type Phrases = ReadonlySet<string>
/** What is written for a spoken phrase. */
type Written = ReadonlyMap<string, string>

/** Phrases are normalized by `phraseSet`. Texts to speak are whole sentences. */
export interface TurnLanguage {
  /** After these the customer continues, even when the recognizer adds a full stop. */
  goesOn: Phrases
  /** After these the customer continues, unless there is punctuation. */
  mayGoOn: Phrases
  /** Complete answers to a yes-or-no question. */
  shortAnswers: Phrases
  /** A question with one of these is not a yes-or-no question. */
  questionWords: Phrases
  /** Spoken single digits, `+`, and words before a digit that is repeated, such as "double" (`×2`). */
  digits: Written
  /** Words that recognizers write for single digits. They count only where digits are expected. */
  soundsLikeDigits: Written
  /** Words that recognizers write for the names of letters. They count only where letters are expected. */
  soundsLikeLetters: Written
  /** Spoken numbers of two digits, where telephone numbers are said in pairs. */
  pairs: Phrases
  /** Between a letter and a word when spelling: "B as in Berlin". */
  spellingLinks: Phrases
  /** Spoken "@". */
  atSigns: Phrases
  /** Words that recognizers write for them. They count only where an address is expected. */
  soundsLikeAtSigns?: Phrases
  /** Other signs of addresses. */
  signs: Written
  asksForPhone: Phrases
  /** After how many digits a number has. */
  digitNouns: Phrases
  asksForNumber: Phrases
  asksForEmail: Phrases
  asksForSpelling: Phrases

  /** Said while listening, without the intention to speak. */
  backchannels: Phrases
  /** The assistant must stop speaking. */
  commands: Phrases
  /** May precede a command. */
  politeWords: Phrases
  /** Ends a conversation. */
  farewells: Phrases
  /** A farewell after one of these is only talked about. */
  beforeMentions: Phrases

  positiveWords: Phrases
  negativeWords: Phrases
  negations: Phrases

  /** A mailbox asks for a message. A person could say this too. */
  leavesMessage: Phrases
  /** What a mailbox says besides. Persons say it more often. */
  voicemail: Phrases
  /** Only a person says this beside one of the above. */
  persons: Phrases
  /** A person who ends with this waits for an answer. */
  handsOver: Phrases
  /** What an announcement of a network says besides its reason. */
  networks: Phrases
  /** Only a mailbox says this. */
  tone: Phrases
  menu: Phrases
  screening: Phrases
  /** What a screening service or a menu says besides, such as while it calls the person. */
  services: Phrases
  /** The first words of a person who answers the phone. */
  greetings: Phrases
  /** How a person who answers the phone introduces themselves. */
  introductions: Phrases
  welcomes: Phrases
  /** What a person says who answers the phone, and no mailbox. */
  offersHelp: Phrases
  /** Asks the other side to wait, whatever else is said. */
  holdRequests: Phrases
  /** Asks the other side to wait, unless another matter follows. */
  moments: Phrases
  /** After `moments`: what the other side does in the meantime. */
  errands: Phrases
  /** Repeated while a caller waits. */
  queues: Phrases
  /** Announcements of a network or a full mailbox. A mailbox that cannot record is full, too. */
  unreachable: Readonly<Record<Unreachable, Phrases>>

  /** Without the final full stop. */
  abbreviations: Phrases
  /** Spoken "&". */
  and: string
  /** Spoken dash between two numbers. */
  to: string

  /** Spoken when a tool is used. */
  bridges: readonly string[]
  /** Spoken when a tool takes long. */
  patience: readonly string[]
  apology: string
  stillThere: string
  /** An answer has failed. */
  trouble: string
  goodbye: string
  /** Spoken before the call ends because the customer does not want to be called again. */
  optedOut: string
  /** Spoken before the call ends because the customer could not be connected to a person. */
  nobodyReached: string
  /** Answers a screening service. Contains {name} and, at the end, {purpose}. */
  purpose: string
  /** The call has reached its maximum duration. */
  timeOver: string
  /** Spoken before the call ends because the customer is silent. */
  silenceGoodbye: string
}
