// What is learned about a model of a server, so that later requests fit at once.
import { opensThoughtInPrompt } from './markers.ts'

export interface ModelMemory {
  /** `unopened`: the model closes thoughts that it did not open. `recognizable`: it has none, or they are marked. */
  thoughts?: 'unopened' | 'recognizable'
  /** The size of the context in tokens, for the input and the output together. */
  contextTokens?: number
  charactersPerToken: number
  /** Parameters that the server refuses. */
  omitted: Set<string>
}

/** Names come from the catalogue and the lists of servers. */
const maxModels = 500
/** Fewer than in most texts, so a request is rather too short than refused. */
const usualCharactersPerToken = 3

/** The memories of one server, by the name of the model. */
export function createModelMemories({
  contextTokens,
  omits = [],
}: {
  contextTokens?: number
  omits?: readonly string[]
} = {}) {
  const memories = new Map<string, ModelMemory>()
  return (code: string): ModelMemory => {
    const known = memories.get(code)
    if (known) return known
    const [oldest] = memories.size >= maxModels ? memories.keys() : []
    if (oldest !== undefined) memories.delete(oldest)
    const memory: ModelMemory = { charactersPerToken: usualCharactersPerToken, omitted: new Set(omits) }
    if (contextTokens !== undefined) memory.contextTokens = contextTokens
    memories.set(code, memory)
    return memory
  }
}

export const expectsThought = ({ thoughts }: ModelMemory, code: string): boolean =>
  thoughts === 'unopened' || (thoughts === undefined && opensThoughtInPrompt(code))
