// Runs in a worker thread: executes JavaScript in QuickJS, compiled to WebAssembly, without access to anything outside.
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { loadQuickJs } from './load-quickjs.ts'
import { type CodeFault, maxLogs, maxOutputBytes, type SandboxReply, type SandboxRequest } from './sandbox-messages.ts'
import { prelude } from './sandbox-prelude.ts'

const maxStackBytes = 256 * 1_024
const jobsAtOnce = 1_000
const file = 'code.js'

export async function open(): Promise<(request: SandboxRequest) => Promise<SandboxReply>> {
  const start = await loadQuickJs()
  return (request) => run(request, start)
}

class Fault extends Error {
  readonly fault: CodeFault

  constructor(fault: CodeFault) {
    super(fault.message)
    this.fault = fault
  }
}

/**
 * Every run has its own instance of the module, so that nothing of one remains for the next. The limit is that of the
 * memory of the instance, because QuickJS cannot count what it has allocated when it is compiled to WebAssembly.
 */
async function run(
  request: SandboxRequest,
  start: (memoryBytes: number) => Promise<QuickJSWASMModule>,
): Promise<SandboxReply> {
  const logs: string[] = []
  const deadline = performance.now() + request.timeoutMs
  const hasTimedOut = (): boolean => performance.now() > deadline
  try {
    const quickjs = await start(request.memoryBytes)
    const runtime = quickjs.newRuntime()
    runtime.setMaxStackSize(maxStackBytes)
    runtime.setInterruptHandler(hasTimedOut)
    return { output: execute(runtime, request, logs, hasTimedOut), logs }
  } catch (error) {
    if (hasTimedOut()) return { fault: timedOut(request), logs }
    return { fault: error instanceof Fault ? error.fault : faultOfInstance(error), logs }
  }
}

const timedOut = ({ timeoutMs }: SandboxRequest): CodeFault => ({
  code: 'timeout',
  message: `The code took longer than ${timeoutMs} ms.`,
})

/** The instance has ended, or the JavaScript engine of the host has no stack left for it. */
function faultOfInstance(error: unknown): CodeFault {
  if (error instanceof RangeError) return { code: 'limit', message: 'The code is nested too deeply.' }
  return { code: 'limit', message: 'The code needs more memory than it may have.' }
}

/** Returns the output as JSON. */
function execute(
  runtime: QuickJSRuntime,
  { source, input }: SandboxRequest,
  logs: string[],
  hasTimedOut: () => boolean,
): string {
  const context = runtime.newContext()
  const record = context.newFunction('record', (line) => {
    if (logs.length < maxLogs) logs.push(context.getString(line))
  })
  const tools = take(context, context.callFunction(take(context, context.evalCode(prelude)), context.undefined, record))
  const [parse, stringify, describe] = ['parse', 'stringify', 'describe'].map((name) => context.getProp(tools, name))

  /** Properties of an error can be code themselves, so they are read inside. */
  function check(result: ReturnType<QuickJSContext['callFunction']>): QuickJSHandle {
    if (!result.error) return result.value
    if (hasTimedOut()) throw new Error('timeout')
    const described = context.callFunction(describe!, context.undefined, result.error)
    throw new Fault(described.error ? { code: 'failed', message: 'The code failed.' } : faultOf(described.value))
  }

  function faultOf(described: QuickJSHandle): CodeFault {
    const { message, stack } = JSON.parse(context.getString(described)) as { message: string; stack: string }
    const [, line] = /code\.js:(\d{1,9})/.exec(stack) ?? []
    if (/^InternalError: out of memory$/.test(message))
      return { code: 'limit', message: 'The code needs more memory than it may have.' }
    return { code: 'failed', message, ...(line !== undefined && { line: Number(line) }) }
  }

  // On the first line, so that lines are counted as in the source.
  const program = check(context.evalCode(`(async function (input) {${source}\n})`, file))
  if (context.typeof(program) !== 'function')
    throw new Fault({ code: 'failed', message: 'The code must be the body of a function.' })
  const value = check(context.callFunction(parse!, context.undefined, context.newString(input)))
  const promise = check(context.callFunction(program, context.undefined, value))
  while (runtime.hasPendingJob()) {
    const done = runtime.executePendingJobs(jobsAtOnce)
    if (hasTimedOut()) throw new Error('timeout')
    if (done.error) break
  }
  const state = context.getPromiseState(promise)
  if (state.type === 'pending')
    throw new Fault({ code: 'failed', message: 'The code waits for a promise that nothing fulfils.' })
  if (state.type === 'rejected') check({ error: state.error } as ReturnType<QuickJSContext['callFunction']>)
  const result = (state as { value: QuickJSHandle }).value
  return readOutput(context, check(context.callFunction(stringify!, context.undefined, result)))
}

function take(context: QuickJSContext, result: ReturnType<QuickJSContext['callFunction']>): QuickJSHandle {
  return context.unwrapResult(result)
}

function readOutput(context: QuickJSContext, text: QuickJSHandle): string {
  const tooLarge = new Fault({ code: 'limit', message: 'The output is larger than 256 KB.' })
  if (context.getNumber(context.getProp(text, 'length')) > maxOutputBytes) throw tooLarge
  const output = context.getString(text)
  if (Buffer.byteLength(output) > maxOutputBytes) throw tooLarge
  return output
}
