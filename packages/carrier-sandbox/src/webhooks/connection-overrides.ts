// Parses the timeouts and retries of a webhook from the fragment of its URL: `#ct=2000&rc=3&rp=all`.
// https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides

export type RetryReason = '4xx' | '5xx' | 'ct' | 'rt'

export type ConnectionOverrides = ReturnType<typeof parseConnectionOverrides>

const allReasons: readonly RetryReason[] = ['4xx', '5xx', 'ct', 'rt']

/** Ignores values that are unknown or out of range. */
export function parseConnectionOverrides(url: string) {
  const fragment = new URLSearchParams(url.split('#')[1] ?? '')
  const between = (name: string, min: number, max: number, fallback: number): number => {
    const text = fragment.get(name) ?? ''
    const value = Number(text)
    return /^\d+$/.test(text) && value >= min && value <= max ? value : fallback
  }
  const reasons = (fragment.get('rp') ?? '').split(',')
  const retryOn = reasons.includes('all') ? allReasons : allReasons.filter((reason) => reasons.includes(reason))
  return {
    connectMs: between('ct', 100, 10_000, 5_000),
    readMs: between('rt', 100, 15_000, 15_000),
    totalMs: between('tt', 100, 15_000, 15_000),
    retries: between('rc', 0, 5, 1),
    retryOn: new Set(retryOn.length > 0 ? retryOn : ['ct']),
  }
}
