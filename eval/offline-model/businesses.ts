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

interface Question {
  question: string
  /** It is asked after the question before it, in the same conversation. */
  isFollowUp?: boolean
  /** The prompt does not answer it. */
  isUnknown?: boolean
  /** Patterns; a right answer contains all of them. */
  contains?: string[]
  /** Patterns; a right answer contains none of them. */
  excludes?: string[]
}

const folder = new URL('businesses/', import.meta.url)

export async function readBusinesses(): Promise<Business[]> {
  const names = (await readdir(folder)).sort()
  return Promise.all(
    names.map(async (name) => {
      const stored = JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Business & { prompt: string[] }
      return { ...stored, prompt: stored.prompt.join('\n') }
    }),
  )
}
