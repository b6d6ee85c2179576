// Writes and reads JSON for the sandbox, in which a BigInt is marked text.
import { exactInteger } from '@parley/rules'
import { bigIntMark } from './sandbox-messages.ts'

export const writeMarked = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key: string, written: unknown) {
    // A BigInt itself has become raw JSON.
    const own = this[key]
    return typeof own === 'bigint' ? `${bigIntMark}${own}` : written
  })

const digits = /^-?\d{1,400}$/

export const readMarked = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(bigIntMark) ? read(value.slice(bigIntMark.length), value) : value,
  )

const read = (text: string, marked: string): unknown => (digits.test(text) ? exactInteger(BigInt(text)) : marked)
