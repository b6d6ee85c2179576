// The passages into which documents are split.
export interface Passage {
  /** Markdown without the headings. */
  text: string
  /** Outermost first. */
  headings: string[]
  /** The page of a PDF, from 1. The last sentence can end on the next page. */
  page: number | null
  /** ISO 639-1; null if undetermined. */
  language: string | null
  /** Normalized words of headings and text, see `searchTerms`. */
  terms: string
}

/** The markdown of a PDF page, of a whole document of another format, or of the contact data around a web page. */
export interface Section {
  markdown: string
  page: number | null
}

/** A page of a website, as input of `splitPages`. */
export interface SitePage {
  url: string
  title: string | null
  language: string | null
  sections: Section[]
}

/** Tokens of a passage that is neither the last of its section nor cut for its length. */
export const targetTokens = 400
/** No passage has more tokens, including its headings. */
export const maxTokens = 512
export const overlapTokens = 60
/** Headings with more tokens become text. */
export const maxHeadingTokens = 100
