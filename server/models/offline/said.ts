// Compares what the assistant has said with the phrases of the offline model.
import { bare } from './language.ts'

/** Speaking a text changes its spaces and removes its Markdown, so only letters, digits and question marks count. */
export const endsAsSaid = (content: string, phrase: string): boolean => bare(content).endsWith(bare(phrase))

export const includesAsSaid = (content: string, phrase: string): boolean => bare(content).includes(bare(phrase))
