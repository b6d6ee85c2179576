// A response of a web server, and the page that results from reading it.
import type { Section } from '../split/passage.ts'
import type { Business } from './business.ts'

export interface WebResponse {
  body: Uint8Array
  contentType: string
  url: string
  /** The value of the Refresh header. */
  refresh?: string | undefined
}

export interface WebPage {
  title: string | null
  /** What the page says about itself to search engines. */
  description: string | null
  business: Business | null
  /** ISO 639-1. */
  language: string | null
  /** Absolute and of the same origin as the page. */
  canonicalUrl: string | null
  /** Where the page forwards its visitors to, as an absolute HTTP address. */
  forwardUrl: string | null
  /** The pages that this one consists of, because it only has frames. Absolute HTTP addresses, at most 5. */
  frameUrls: string[]
  /** Absolute HTTP addresses without fragments, in order, without repetitions, at most 1,000. */
  links: string[]
  sections: Section[]
  wordCount: number
  /** SHA-256 of the text in hexadecimal digits. */
  contentHash: string
  problem: 'error_page' | 'needs_javascript' | 'hidden_text' | 'no_text' | null
  /** Whether more than half of the text is hidden, and therefore missing. */
  hidesMost: boolean
}
