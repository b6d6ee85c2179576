// A legal rule about when people may be called for marketing.
import type { DayWindow } from '../schedule/schedule.ts'

export interface CallingRule {
  /** ISO 3166-1 alpha-2. */
  countries: readonly string[]
  /** A region with a rule of its own, which applies in addition to that of the country. */
  region?: string
  /** The area codes of the region. */
  areaCodes?: readonly string[]
  /** In the time zone of the person. There are no calls on days without a window. */
  hours: readonly DayWindow[]
  /** The most calls to a number within 24 hours. */
  mostAttemptsInDay?: number
  /** The law or regulation. */
  source: string
  url: string
  /** The day on which the rule was last checked, with the text of its source or with a summary of it. */
  checked: string
}
