// The built-in tools for text: ending the conversation and transferring it to another assistant.
import { type Assistant, type BuiltInTool, findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Tool } from './tool.ts'

/** Returns undefined for a tool that works only in calls. */
export function builtInTool(ctx: AccountContext, assistant: Assistant, tool: BuiltInTool): Tool | undefined {
  if (tool.type === 'end_call') return endCallTool(tool)
  if (tool.type === 'assistant_transfer') return transferTool(ctx, assistant, tool)
  return undefined
}

const noArguments = { type: 'object', properties: {} }

function endCallTool({ data }: BuiltInTool): Tool {
  const description =
    textOf(data['description']) ??
    'Ends the conversation. Say goodbye first; call it when the customer wants nothing more.'
  return {
    definition: { name: 'end_call', description, parameters: noArguments },
    run: async () => ({ result: { ended: true }, ends: true, says: textOf(data['message']) }),
  }
}

function transferTool(ctx: AccountContext, from: Assistant, { data }: BuiltInTool): Tool | undefined {
  const assistantId = data['assistant_id']
  if (typeof assistantId !== 'number') return undefined
  const description = textOf(data['description']) ?? 'Hands the conversation over to a colleague.'
  return {
    definition: { name: 'assistant_transfer', description, parameters: noArguments },
    async run() {
      const to = await findAssistant(ctx.db, ctx.account.id, assistantId)
      if (!to || to.deactivated || to.id === from.id) return { result: { error: 'The colleague is not available.' } }
      return { result: { transferred_to: to.name }, transfersTo: to, says: textOf(data['message']) }
    },
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
