// The page that results from reading a response of a web server.
import type { Section } from '../split/passage.ts'

export interface WebPage {
  title: string | null
  /** ISO 639-1. */
  language: string | null
  /** Absolute and of the same origin as the page. */
  canonicalUrl: string | null
  /** Absolute HTTP addresses without fragments, in order, without repetitions, at most 1,000. */
  links: string[]
  sections: Section[]
  wordCount: number
  /** SHA-256 of the text in hexadecimal digits. */
  contentHash: string
  problem: 'error_page' | 'needs_javascript' | 'no_text' | null
}
