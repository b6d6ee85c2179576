// The lab for the tests of accounts: runs calls in a worker process, and asks language models for what is said.
import { randomUUID } from 'node:crypto'
import type { Worker } from '@parley/workers'
import type { TestDefinition } from '#contract/assistant-tests/test-fields.ts'
import type { Lab, LabInput, LabResult } from '#server/features/assistant-tests/index.ts'
import { hasProcessEnded, openWorkerProcess } from '#server/platform/worker-process/worker-process.ts'
import type { LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import { definitionFromCall } from '../from-call/definition-from-call.ts'
import { createLiveModel } from '../run/live-model.ts'
import { specOf } from '../run/tools.ts'
import { createCustomer } from '../simulate/simulated-customer.ts'
import type { Given, Need, Plan, WorkerReply, WorkerRequest } from './protocol.ts'

const maxHeapMegabytes = 256
/** Of processor time of all runs that the worker has at the same time. */
const timeoutMs = 30_000
const idleMs = 60_000
const maxAttempts = 2

export function createLab(): Lab {
  // Started with the first run.
  const worker = openWorkerProcess({
    script: new URL('./test-worker.ts', import.meta.url),
    maxHeapMegabytes,
    timeoutMs,
    idleMs,
    failureCode: 'test_failed',
  })
  return {
    async run(input) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runOnce(worker, input)
        } catch (error) {
          input.signal.throwIfAborted()
          // Another run may have ended the process.
          if (!hasProcessEnded(error) || attempt >= maxAttempts) throw error
        }
      }
    },
    definitionOf: definitionFromCall,
  }
}

async function runOnce(worker: Worker, input: LabInput): Promise<LabResult> {
  const { definition, settings, signal } = input
  const id = randomUUID()
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => {})
  const stop = (): void => stopped.reject(signal.reason)
  signal.addEventListener('abort', stop)
  const send = (request: WorkerRequest): Promise<WorkerReply> =>
    Promise.race([worker.request<WorkerReply>(request), stopped.promise])
  const speakers = createSpeakers(input)
  const plan: Plan = {
    scenario: scenarioOf(definition, settings.language),
    settings,
    tools: input.tools.map(specOf),
    isRecorded: definition.answers_from === 'recorded',
  }
  let isDone = false
  try {
    signal.throwIfAborted()
    let reply = await send({ kind: 'start', id, plan })
    while ('need' in reply) {
      const value = await Promise.race([speakers.give(reply.need), stopped.promise])
      reply = await send({ kind: 'give', id, value })
    }
    isDone = true
    if ('isGone' in reply) throw new Error('The worker does not know the run.')
    return { ...reply.result, isPlayed: speakers.isPlayed() }
  } finally {
    signal.removeEventListener('abort', stop)
    if (!isDone) worker.request({ kind: 'drop', id }).catch(() => {})
  }
}

/** What the language models say in one run. */
function createSpeakers({ definition, settings, assistant, customer }: LabInput) {
  const answer = createLiveModel({
    ...assistant,
    variables: assistant.facts,
    language: settings.language,
    fixedMs: undefined,
  })
  const played = definition.simulate ? createPlayedCustomer(definition.simulate, customer) : undefined
  return {
    give(need: Need): Promise<Given[Need['kind']]> {
      if (need.kind === 'words') return played?.next(need.transcript) ?? Promise.resolve(undefined)
      const { history, tools, mayCallTools } = need
      return answer({ history, tools: [...tools], mayCallTools })
    },
    isPlayed: () => played?.isPlayed() ?? false,
  }
}

function scenarioOf(definition: TestDefinition, language: string): object {
  const { script = [], simulate, tools = {}, overall = {}, answers = [], answers_from: from } = definition
  return {
    name: 'Test',
    language,
    tools,
    overall,
    answers: from === 'recorded' ? answers : [],
    ...(simulate ? { simulate: simulationOf(simulate) } : { script }),
  }
}

const simulationOf = ({ goal, max_turns, lines }: NonNullable<TestDefinition['simulate']>): object => ({
  goal,
  max_turns: max_turns ?? 8,
  ...(lines && { lines }),
})

interface Simulation {
  goal: string
  persona?: string | null | undefined
  lines?: readonly string[] | undefined
}

function createPlayedCustomer(
  { goal, persona, lines = [] }: Simulation,
  { languageModel, model }: { languageModel: LanguageModel; model: ModelRef },
) {
  let isOffline = false
  const noticing: LanguageModel = {
    async *stream(generation) {
      for await (const event of languageModel.stream(generation)) {
        if (event.type === 'finish') isOffline = event.model.vendor === 'offline'
        yield event
      }
    },
  }
  const simulate = { goal, persona: persona ?? undefined, lines: [...lines], max_turns: 0 }
  const played = createCustomer({ simulate }, { languageModel: noticing, model })
  const scripted = createCustomer({ simulate }, { languageModel: undefined, model })
  return {
    async next(
      transcript: readonly { speaker: 'assistant' | 'customer'; text: string }[],
    ): Promise<string | undefined> {
      const words = isOffline ? undefined : await played.next(transcript)
      return isOffline ? scripted.next(transcript) : words
    },
    isPlayed: () => !isOffline,
  }
}
