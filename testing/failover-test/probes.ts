// Tries again and again whether each part of Parley works, and since when.
import { setTimeout } from 'node:timers/promises'
import { createClient } from '#sdk/index.ts'
import { newRun } from '../crash-test/automation-load.ts'
import { type ClientLog, logAcknowledged } from '../crash-test/client-log.ts'
import { newPhone } from '../crash-test/load.ts'
import type { CrashTestAccount, CrashTestSetup } from '../crash-test/setup.ts'
import type { ParleyProcesses } from './parley-processes.ts'

export interface Probe {
  name: string
  /** Throws if it does not work. */
  attempt(): Promise<void>
}

/** What works at once in a healthy service. */
const soonMs = 1_000
const answerWithinMs = 3_000
/** Audio needs real time, which a busy machine does not have. */
const callWithinMs = 8_000

interface ProbeContext {
  setup: CrashTestSetup
  account: CrashTestAccount
  processes: ParleyProcesses
  log: ClientLog
}

/** What each of the processes answers: `/readyz` and writes. */
export function processProbes({ account, processes }: ProbeContext, index: number): Probe[] {
  const client = createClient({ baseUrl: processes.urlOf(index), apiKey: account.token })
  let folderId: number | undefined
  let writes = 0
  return [
    {
      name: 'ready',
      async attempt() {
        const response = await fetch(`${processes.urlOf(index)}/readyz`, {
          signal: AbortSignal.timeout(answerWithinMs),
        })
        const answer = await response.text()
        if (response.status !== 200) throw new Error(`/readyz answered ${response.status}: ${answer}`)
      },
    },
    {
      name: 'write',
      async attempt() {
        folderId ??= (await client.folders.create({ name: `Process ${index} ${crypto.randomUUID()}` }, limit())).data.id
        await client.folders.update({ id: folderId, name: `Process ${index}, write ${++writes}` }, limit())
      },
    },
  ]
}

/** What users see: a turn, an event on all processes, a job, and a call. */
export function serviceProbes(context: ProbeContext, listeners: readonly EventListener[]): Probe[] {
  const { setup, account, processes, log } = context
  const client = createClient({ baseUrl: processes.baseUrl, apiKey: account.token })
  let uuid: string | undefined
  return [
    {
      name: 'turn',
      async attempt() {
        uuid ??= await startConversation(client, account)
        await client.conversations.sendMessage({ uuid, message: 'Are you there?' }, limit())
      },
    },
    {
      name: 'event',
      async attempt() {
        const started = await startConversation(client, account)
        await untilTrue(() => listeners.every((listener) => listener.has(started)))
      },
    },
    {
      name: 'job',
      async attempt() {
        const { automation, accountId } = account
        const input = newRun({ log, account })
        const before = setup.stepReceiver.requests.length
        const { run_id: runId } = await client.automations.run({ id: automation!.id, input }, limit())
        logAcknowledged(log, 'runs', { accountId, runId, text: input.text })
        const hasArrived = () =>
          setup.stepReceiver.requests.slice(before).some(({ body }) => body.toString().includes(runId))
        await untilTrue(hasArrived)
      },
    },
    {
      name: 'call',
      async attempt() {
        const phone = newPhone()
        setup.carrier.control.behaveOnCalls(phone, { ringMs: 10, steps: [{ hangUp: true, afterMs: 1_500 }] })
        const { call_id: callId } = await client.calls.make(
          { assistant_id: account.callerId, phone_number: phone },
          limit(),
        )
        logAcknowledged(log, 'called', { accountId: account.accountId, callId, phone })
        await untilAnswered(context, callId)
      },
    },
  ]
}

const limit = () => ({ signal: AbortSignal.timeout(answerWithinMs) })

async function startConversation(client: ReturnType<typeof createClient>, { assistantUuid }: CrashTestAccount) {
  const input = { assistant_id: assistantUuid, type: 'test' as const }
  return (await client.conversations.create(input, limit())).conversation_id
}

/** Resolves when the media connection of the call is open. */
export async function untilAnswered(
  { setup, account }: Pick<ProbeContext, 'setup' | 'account'>,
  callId: number,
): Promise<void> {
  const answered = 'select from calls where account_id = $1 and id = $2 and answered_at is not null'
  await untilTrue(
    async () => (await setup.database.query(answered, [account.accountId, callId])).length > 0,
    callWithinMs,
  )
}

async function untilTrue(check: () => boolean | Promise<boolean>, withinMs = soonMs): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`It did not happen within ${withinMs} ms.`)
    await setTimeout(25)
  }
}

export type EventListener = ReturnType<typeof openEventListener>

/** Follows the events of an account on one process, also over its restarts. */
export function openEventListener({ account, processes }: ProbeContext, index: number) {
  const closing = new AbortController()
  const seen = new Set<string>()
  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      const client = createClient({ baseUrl: processes.urlOf(index), apiKey: account.token })
      try {
        for await (const { data } of client.events.stream(
          { types: 'conversation.started' },
          { signal: closing.signal },
        ))
          seen.add(String((data as { conversation_uuid?: string }).conversation_uuid))
      } catch {
        // The process has not been ready yet; later, the client connects again by itself.
      }
      await setTimeout(200)
    }
  }
  const ended = follow()
  return {
    has: (uuid: string): boolean => seen.has(uuid),
    async [Symbol.asyncDispose](): Promise<void> {
      closing.abort()
      await ended
    },
  }
}
