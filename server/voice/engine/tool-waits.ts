// What the customer hears while tools run, and how long they may take.
import type { ToolCall } from '#server/ports/language-model.ts'
import type { Phrases } from './phrases.ts'
import type { CallTool } from './settings.ts'

/** For one round of tool calls in addition to their own time limits. */
const toolsMs = 90_000
/** A transfer with a briefing begins after its message and ends within its own limit. */
const warmTransferMs = 130_000

export interface ToolWait {
  limitMs: number
  /** Spoken at the beginning, unless the answer has words. Other tools take effect at once, so nothing bridges them. */
  bridge: string | undefined
  /** The phrases of patience begin at once. */
  isFunction: boolean
}

export function waitFor(
  calls: readonly ToolCall[],
  tools: ReadonlyMap<string, CallTool>,
  phrases: Pick<Phrases, 'bridge'>,
): ToolWait {
  const called = calls.map(({ name }) => tools.get(name))
  const isWarm = called.some((tool) => tool?.kind === 'call_transfer' && tool.warm)
  const bridged = called.find((tool) => tool?.kind === 'function' || isSilentTransfer(tool))
  return {
    limitMs: isWarm ? warmTransferMs : toolsMs,
    bridge: bridged && ((bridged.kind === 'function' ? bridged.speakDuring : undefined) ?? phrases.bridge()),
    isFunction: bridged?.kind === 'function',
  }
}

const isSilentTransfer = (tool: CallTool | undefined): boolean =>
  tool?.kind === 'call_transfer' && tool.warm !== undefined && tool.message === undefined
