// Collects the keys that a caller presses, and checks the keys that the assistant presses.
export interface KeypadOptions {
  maxDigits: number
  /** Ends the input and is not part of it. */
  finishKey: string
  /** The longest pause before the first key and after each key. */
  timeoutMs: number
  startedMs: number
}

export interface KeypadInput {
  /** Keys of 0–9, `*` and `#`; possibly none. */
  digits: string
  endedBy: 'finish_key' | 'max_digits' | 'timeout'
}

export function createKeypadCollector({ maxDigits, finishKey, timeoutMs, startedMs }: KeypadOptions) {
  let digits = ''
  let deadlineMs = startedMs + timeoutMs
  let result: KeypadInput | undefined

  return {
    /** When `check` has to be called, unless another key is pressed before. */
    get deadlineMs() {
      return deadlineMs
    },
    /** Returns the input as soon as it is complete. Later keys are not part of it. */
    press(key: string, nowMs: number): KeypadInput | undefined {
      if (result || !/^[0-9*#]$/u.test(key)) return result
      if (key === finishKey) {
        result = { digits, endedBy: 'finish_key' }
        return result
      }
      digits += key
      deadlineMs = nowMs + timeoutMs
      if (digits.length >= maxDigits) result = { digits, endedBy: 'max_digits' }
      return result
    },
    /** Returns the input if it is complete or its time is over. */
    check(nowMs: number): KeypadInput | undefined {
      if (!result && nowMs >= deadlineMs) result = { digits, endedBy: 'timeout' }
      return result
    },
  }
}

/**
 * Reads the keys that the model asks to press: `0`–`9`, `*`, `#`, and `w` or `W` for a pause of 0.5 or 1 second.
 * Spaces, hyphens and parentheses are ignored. Returns undefined for other input and for more than 32 keys.
 */
export function parseDtmfInput(input: unknown): string | undefined {
  const text = typeof input === 'number' && Number.isSafeInteger(input) && input >= 0 ? String(input) : input
  if (typeof text !== 'string' || text.length > 100) return undefined
  const keys = text.replace(/[\s()-]/gu, '')
  return /^[0-9*#wW]{1,32}$/u.test(keys) ? keys : undefined
}
