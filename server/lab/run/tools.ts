// The tools of a call of the lab: built-in ones, which the engine carries out, and functions with scripted results.
import type { CallTool } from '#server/voice/engine/settings.ts'
import type { VirtualClock } from '#server/voice/virtual/virtual-clock.ts'
import type { Scenario } from '../scenario/schema.ts'

const defaultTimeoutMs = 15_000

/** A tool without its functions, which are never used. */
type WithoutFunctions<T> = T extends CallTool ? Omit<T, 'run' | 'prepare' | 'record'> : never
export type ToolSpec = WithoutFunctions<CallTool>

type Scripted = Scenario['tools'][string]

const unavailable = {
  error:
    'This tool is not called in tests, and the test does not say what it returns. Tell the customer that you cannot do this now.',
}

/** A scripted function without a tool of that name gets one. */
export function createTools(
  scenario: Pick<Scenario, 'tools'>,
  specs: readonly ToolSpec[],
  called: (name: string, args: Record<string, unknown>) => void,
) {
  const tools = new Map<string, CallTool>()
  let clock: VirtualClock | undefined
  let hasSettled = false

  function settleLater(scripted: Scripted): Promise<unknown> {
    const { returns = {}, fails = false, after_ms = 0 } = scripted
    return new Promise((resolve, reject) => {
      if (after_ms === null) return
      clock!.after(after_ms, () => {
        hasSettled = true
        if (fails) reject(new Error('The scenario lets the tool fail.'))
        else resolve(returns)
      })
    })
  }

  function toolOf(spec: ToolSpec): CallTool {
    const { name } = spec.definition
    if (spec.kind === 'function') {
      const scripted = Object.hasOwn(scenario.tools, name) ? scenario.tools[name]! : { returns: unavailable }
      return {
        ...spec,
        speakDuring: scripted.speak_during ?? spec.speakDuring,
        timeoutMs: scripted.timeout_ms ?? spec.timeoutMs,
        run({ arguments: args }) {
          called(name, args)
          return settleLater(scripted)
        },
      }
    }
    if (spec.kind === 'opt_out')
      return {
        ...spec,
        async record(scope) {
          called(name, { scope })
          hasSettled = true
          return { result: { recorded: true }, isRecorded: true }
        },
      }
    if (spec.kind === 'assistant_transfer')
      return {
        ...spec,
        async prepare() {
          called(name, {})
          hasSettled = true
          return { result: unavailable, isReady: false }
        },
      }
    return spec
  }

  for (const spec of specs) tools.set(spec.definition.name, toolOf(spec))
  for (const [name, { timeout_ms: timeoutMs = defaultTimeoutMs }] of Object.entries(scenario.tools)) {
    if (tools.has(name)) continue
    const definition = { name, description: name, parameters: { type: 'object', properties: {} } }
    tools.set(name, toolOf({ kind: 'function', definition, speakDuring: undefined, timeoutMs }))
  }

  return {
    tools,
    /** The clock of the call exists after its tools. */
    use(callClock: VirtualClock): void {
      clock = callClock
    },
    /** Whether a function has returned or failed since the last time, so that promises must settle. */
    takeSettled(): boolean {
      const settled = hasSettled
      hasSettled = false
      return settled
    },
  }
}

/** Functions cannot be sent to another process. */
export const specOf = (tool: CallTool): ToolSpec => JSON.parse(JSON.stringify(tool)) as ToolSpec
