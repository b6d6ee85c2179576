// Reads times as the API writes them.
import { instantAt } from '@parley/rules'

/** Reads ISO 8601, and `YYYY-MM-DD HH:mm:ss` in the time zone of the account. */
export const instantOf = (text: string, timeZone: string): Date =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(text)
    ? instantAt(Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`), timeZone)
    : new Date(text)
