// The tool with which the assistant hands a conversation over when the customer asks for a person.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { Tool } from '../tools/tool.ts'
import { decideHandover } from './rules.ts'

/** Undefined if the assistant has no such rule. */
export function handOverTool(assistant: Pick<Assistant, 'handover' | 'timezone'>, now: () => Date): Tool | undefined {
  if (!assistant.handover?.on_request) return undefined
  const description =
    'Hands the conversation over to a person of the organisation, who answers from then on. Call it only if the customer asks for a person.'
  return {
    definition: { name: 'hand_over', description, parameters: { type: 'object', properties: {} } },
    run: async () => {
      const decision = decideHandover(assistant, now())
      if (decision?.handsOver) return { result: { handed_over: true }, handsOver: true, says: decision.message }
      return { result: { error: 'Nobody is available at this time.' }, says: decision?.message }
    },
  }
}
