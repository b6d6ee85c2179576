// Runs flows on a server that tests kill, and records the HTTP requests of their steps.
import assert from 'node:assert/strict'
import type { TestAccount } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { openReceiver } from '../emulators/receiver.ts'
import { step } from './flows.ts'

/** Receives the requests of steps at `/<flow>/<step>`, and leaves some of them without an answer. */
export async function openStepReceiver() {
  const holds = new Map<string, number>()
  const receiver = await openReceiver(({ path }) => {
    const left = holds.get(path) ?? 0
    if (left === 0) return { body: '{}' }
    holds.set(path, left - 1)
    return new Promise(() => {})
  })

  /** By path, without the name of the flow. */
  function requestsOf(flow: string) {
    const prefix = `/${flow}/`
    const own = receiver.requests.filter(({ path }) => path.startsWith(prefix))
    return [...Map.groupBy(own, ({ path }) => path.slice(prefix.length))]
  }

  const receivedBy = (flow: string): Record<string, number> =>
    Object.fromEntries(requestsOf(flow).map(([path, requests]) => [path, requests.length]))

  return {
    url: receiver.url,
    /** The next requests to the path are not answered. Their process must die before its patience ends. */
    hold: (path: string, count: number) => void holds.set(path, count),
    /** A step that posts to `/<flow>/<name>`. */
    post(flow: string, name: string, { idempotent, holds: count = 0 }: { idempotent: boolean; holds?: number }) {
      const path = `/${flow}/${name}`
      holds.set(path, count)
      return step(name, 'http_request', { method: 'POST', url: `${receiver.url}${path}`, idempotent })
    },
    /** How many requests each step of the flow has sent. */
    receivedBy,
    untilReceived: (flow: string, name: string, count = 1) => until(async () => (receivedBy(flow)[name] ?? 0) >= count),
    /** Every step has a key of its own, which is the same whenever the step is repeated. */
    assertOneKeyPerStep(flow: string): void {
      const keys = requestsOf(flow).map(
        ([, requests]) => new Set(requests.map(({ headers }) => headers['idempotency-key'])),
      )
      assert.ok(keys.every(({ size }) => size === 1))
      assert.equal(new Set(keys.flatMap((own) => [...own])).size, keys.length)
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}

export type Run = NonNullable<Awaited<ReturnType<TestAccount['client']['automations']['listRuns']>>['run']>

export type CrashingFlow = Awaited<ReturnType<typeof openFlow>>

/** Creates a flow with a webhook trigger, whose only run is started at the server with this URL. */
export async function openFlow(
  { publicUrl }: { publicUrl: string },
  { client }: Pick<TestAccount, 'client'>,
  steps: object[],
) {
  const flow = { trigger: { type: 'webhook', input: {} }, steps }
  const { automation_id: id, webhook_url: url } = await client.automations.create({ name: 'Crashes', flow })

  async function read(): Promise<Run | undefined> {
    const { runs } = await client.automations.listRuns({ id })
    assert.ok(runs!.length <= 1)
    return runs![0] && (await client.automations.listRuns({ id, run_id: runs![0].id })).run
  }

  async function untilStatus(...wanted: Run['status'][]): Promise<Run> {
    let run: Run | undefined
    await until(async () => {
      run = await read()
      return run !== undefined && wanted.includes(run.status)
    })
    return run!
  }

  return {
    read,
    id,
    untilStatus,
    untilEnded: () => untilStatus('SUCCEEDED', 'FAILED'),
    /** The server may die before it answers. */
    async start(): Promise<void> {
      await fetch(`${publicUrl}${new URL(url).pathname}`, { method: 'POST' }).catch(() => {})
    },
  }
}

/** These steps were attempted, once each. */
export function assertSucceeded({ status, steps }: Run, paths: readonly string[]): void {
  const found = steps.map((one) => [one.path, one.status, one.error])
  const expected = paths.map((path) => [path, 'SUCCEEDED', null])
  assert.deepEqual([status, found.sort()], ['SUCCEEDED', expected.sort()])
}
