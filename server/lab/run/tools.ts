// The tools of a scenario: built-in ones of the assistant, and functions with scripted results.
import { optOutTool } from '#server/features/calls/index.ts'
import type { CallTool } from '#server/voice/engine/settings.ts'
import type { VirtualClock } from '#server/voice/virtual/virtual-clock.ts'
import { builtInToolsOf } from '../scenario/call-settings.ts'
import type { Scenario } from '../scenario/schema.ts'

const defaultTimeoutMs = 15_000

export interface LabTools {
  tools: Map<string, CallTool>
  /** The clock of the call exists after its tools. */
  use(clock: VirtualClock): void
  /** Whether a function has returned or failed since the last time, so that promises must settle. */
  takeSettled(): boolean
}

export function createTools(
  scenario: Scenario,
  called: (name: string, args: Record<string, unknown>) => void,
): LabTools {
  const tools = new Map<string, CallTool>(builtInToolsOf(scenario).map((tool) => [tool.definition.name, tool]))
  let clock: VirtualClock | undefined
  let hasSettled = false

  if (scenario.assistant.type === 'outbound') {
    const optOut = optOutTool(async (scope) => {
      called(optOut.definition.name, { scope })
      hasSettled = true
      return { result: { recorded: true }, isRecorded: true }
    })
    tools.set(optOut.definition.name, optOut)
  }

  for (const [name, scripted] of Object.entries(scenario.tools)) {
    const { returns = {}, fails = false, after_ms = 0, timeout_ms = defaultTimeoutMs, speak_during } = scripted
    tools.set(name, {
      kind: 'function',
      definition: { name, description: name, parameters: { type: 'object', properties: {} } },
      speakDuring: speak_during,
      timeoutMs: timeout_ms,
      run({ arguments: args }) {
        called(name, args)
        return new Promise((resolve, reject) => {
          if (after_ms === null) return
          clock!.after(after_ms, () => {
            hasSettled = true
            if (fails) reject(new Error('The scenario lets the tool fail.'))
            else resolve(returns)
          })
        })
      },
    })
  }

  return {
    tools,
    use(callClock) {
      clock = callClock
    },
    takeSettled() {
      const settled = hasSettled
      hasSettled = false
      return settled
    },
  }
}
