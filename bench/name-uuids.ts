// Gives the uuids that a request made up a name each, so that a plan uses the same one wherever the request did.
import type { Recording } from './record.ts'

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Adds `uuid0`, `uuid1` … to the recording's input, in the order of their first use; returns how many there are. */
export function nameUuids({ input, statements }: Recording): number {
  const known = new Set(Object.values(input))
  let count = 0
  for (const { values, rows } of statements) {
    for (const found of JSON.stringify(values).match(uuid) ?? []) {
      if (known.has(found)) continue
      known.add(found)
      input[`uuid${count++}`] = found
    }
    for (const found of JSON.stringify(rows).match(uuid) ?? []) known.add(found)
  }
  return count
}
