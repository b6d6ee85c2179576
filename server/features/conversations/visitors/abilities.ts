// What a caller can do in a conversation besides writing messages.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { PublicContext } from '#server/platform/context/context.ts'
import { acceptsFiles } from './visitor.ts'
import { isOpenToCalls } from './visitor-calls.ts'

export interface Abilities {
  canCall: boolean
  canSendFiles: boolean
}

export const abilitiesOf = (ctx: PublicContext, assistant: Assistant | undefined): Abilities => ({
  canCall: assistant !== undefined && isOpenToCalls(assistant, ctx.origin),
  canSendFiles: assistant !== undefined && acceptsFiles(ctx, assistant),
})
