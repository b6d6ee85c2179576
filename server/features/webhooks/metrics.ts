// What webhooks count for the operator.
import type { CounterSpec } from '#server/platform/observability/metrics.ts'
import type { Verdict } from './send.ts'

export const webhookAttempts: CounterSpec<Verdict | 'given_up'> = {
  name: 'parley_webhook_attempts_total',
  help: 'Attempts at webhooks; again: failed and tried once more later, given_up: failed for the last time, refused: an address that we do not ask, gone: answered 410.',
  label: 'outcome',
  words: ['delivered', 'again', 'given_up', 'refused', 'gone'],
}
