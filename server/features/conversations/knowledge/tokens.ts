// Estimates the number of tokens of a text.
/** An upper estimate: in any script, a token has about three bytes of UTF-8. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3)
}
