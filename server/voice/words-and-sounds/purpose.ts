// What an assistant answers a service that asks for its name and the purpose of its call.
import { turnLanguage } from './languages/index.ts'

const longestName = 100
const longestPurpose = 500

/** English for languages without phrases (ISO 639-1). */
export function purposeLine(language: string, assistantName: string, purpose: string): string {
  const values: Record<string, string> = {
    name: assistantName.slice(0, longestName).trim(),
    purpose: purpose.slice(0, longestPurpose).trim(),
  }
  const line = turnLanguage(language).purpose.replace(/\{(name|purpose)\}/g, (_, key: string) => values[key]!)
  return /[.!?…]$/u.test(line) ? line : `${line}.`
}
