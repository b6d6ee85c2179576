// Reads the businesses whose questions measure the offline model.
import { readdir, readFile } from 'node:fs/promises'

export interface Business {
  name: string
  /** ISO 639-1. */
  language: 'en' | 'de' | 'fr' | 'es'
  /** The model was developed with the others. */
  isKeptApart: boolean
  prompt: string
  questions: Question[]
}

export interface Question {
  question: string
  /** What a near question asks for: a day, a number or an address, or a person with a role. */
  kind?: 'day' | 'other' | 'person'
  /** It is asked after the question before it, in the same conversation. */
  isFollowUp?: boolean
  /** The prompt does not answer it. */
  isUnknown?: boolean
  /** Patterns; a right answer contains all of them. */
  contains?: string[]
  /** Patterns; a right answer contains none of them. */
  excludes?: string[]
}

export async function readBusinesses(set: 'businesses' | 'near-questions'): Promise<Business[]> {
  const folder = new URL(`${set}/`, import.meta.url)
  const names = (await readdir(folder)).sort()
  return Promise.all(
    names.map(async (name) => {
      const stored = JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Business & { prompt: string[] }
      return { ...stored, prompt: stored.prompt.join('\n') }
    }),
  )
}
