// What the offline model says and understands, whichever the language.

export interface Phrases {
  greeting: string
  again: string
  thanks: string
  goodbye: string
  noted: string
  name: string
  fact: string
  told: string
  pleased: string
  tool: string
  /** Said once per conversation: what this is, and how a real model takes its place. */
  honest: string
  /** Said in turn whenever there is no answer. */
  limits: string[]
  hears: {
    hello: RegExp
    thanks: RegExp
    goodbye: RegExp
    yes: RegExp
    no: RegExp
    question: RegExp
    myNature: RegExp
    yourName: RegExp
    introduces: RegExp
    /** Words of the language for what a variable may be called in English. */
    words: Record<string, string[]>
  }
}
