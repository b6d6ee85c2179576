// The texts for the sentences of the server. English has only those whose sentences are written for programs.
import type { framePatterns, phrasePatterns, reportPatterns } from './server-patterns.ts'

type Phrase = keyof typeof phrasePatterns | 'malformedPhoneNumber' | 'malformedEmail' | 'malformedAddress'

export interface ServerTexts {
  words: {
    quoted(text: string): string
    either(names: string[]): string
    /** The name of a field by those of the parts that lead to it. */
    path(parts: string[]): string
    /** The number of other messages about the same field. */
    more(count: string): string
    /** What a field is called that has no name here; without it, the API's words are used. */
    field?: string
    item?: string
  }
  /** `subject` is the label of the field. */
  phrases: Record<Phrase, (subject: string, ...values: string[]) => string>
  reports: Partial<Record<keyof typeof reportPatterns, (...values: string[]) => string>>
  frames: Partial<Record<keyof typeof framePatterns, (rest: string, ...values: string[]) => string>>
  names: Readonly<Record<string, string>>
  items: Readonly<Record<string, string>>
}

export interface TranslatedServerTexts extends ServerTexts {
  words: Required<ServerTexts['words']>
  reports: Required<ServerTexts['reports']>
  frames: Required<ServerTexts['frames']>
}
