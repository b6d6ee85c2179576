// The phrases and patterns of the offline model in one language.
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
  /** Said once per conversation: explains what the model is and how to connect a real one. */
  honest: string
  /** Used in turn if there is no answer. */
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
    /** Words for English variable names. */
    words: Record<string, string[]>
  }
}
