// What the commands share: the error for wrong usage, the ids of accounts, and the result.

export class UsageError extends Error {}

export function accountIdOf(text: string | undefined, usage: string): number {
  if (!text || !/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(usage)
  return Number(text)
}

/** Prints the result as one line of JSON or as text. */
export function print(asJson: boolean, result: object, text: string): void {
  process.stdout.write(asJson ? `${JSON.stringify(result)}\n` : text)
}
