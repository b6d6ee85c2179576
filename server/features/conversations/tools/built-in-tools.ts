// The built-in tools for text: ending the conversation and transferring it to another assistant.
import type { Assistant, BuiltInTool } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Customer, Tool } from './tool.ts'
import { findTransferTarget } from './transfer-target.ts'

/** Returns undefined for a tool that works only in calls. */
export function builtInTool(
  ctx: AccountContext,
  assistant: Assistant,
  tool: BuiltInTool,
  { transfers = 0 }: Pick<Customer, 'transfers'>,
): Tool | undefined {
  if (tool.type === 'end_call') return tool.data['enabled'] === false ? undefined : endCallTool(tool)
  if (tool.type === 'assistant_transfer') return transferTool(ctx, tool, { from: assistant, transfers })
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

function transferTool(
  ctx: AccountContext,
  { data }: BuiltInTool,
  past: { from: Assistant; transfers: number },
): Tool | undefined {
  const assistantId = data['assistant_id']
  if (typeof assistantId !== 'number') return undefined
  const description = textOf(data['description']) ?? 'Hands the conversation over to a colleague.'
  return {
    definition: { name: 'assistant_transfer', description, parameters: noArguments },
    async run() {
      const { assistant, error } = await findTransferTarget(ctx, { ...past, to: assistantId })
      if (!assistant) return { result: { error } }
      return { result: { transferred_to: assistant.name }, transfersTo: assistant, says: textOf(data['message']) }
    },
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
