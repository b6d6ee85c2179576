// Turns drafts into passages with their language and search terms.
import { PassageLanguages } from '../language.ts'
import { searchTerms } from '../search-terms.ts'
import type { Passage, Section } from './passage.ts'
import { readBlocks } from './read-blocks.ts'
import { type Line, readLines } from './read-lines.ts'
import { type Draft, splitBlocks } from './split-blocks.ts'

export function* makePassages(lines: Iterable<Line>, language: string | null = null): Generator<Passage> {
  const languages = new PassageLanguages(language)
  for (const draft of splitBlocks(readBlocks(lines))) yield toPassage(draft, languages)
}

export function splitSections(sections: Iterable<Section>, language: string | null = null): Generator<Passage> {
  return makePassages(readLines(sections), language)
}

function toPassage({ text, headings, page }: Draft, languages: PassageLanguages): Passage {
  const terms = searchTerms([...headings, text].join('\n'))
  return { text, headings, page, language: languages.languageOf(text), terms }
}
