// Inputs that are slow to process for code with more than linear running time.
/** Maps a description to a function that builds the text with a given length. */
export const longTexts: Record<string, (length: number) => string> = {
  digits: (length) => `${'1'.repeat(length - 1)}x`,
  spaces: (length) => `a${' '.repeat(length - 2)}a`,
  slashes: (length) => `${'/'.repeat(length - 1)}x`,
  stops: (length) => `${'.!'.repeat(length / 2 - 1)}x`,
  braces: (length) => '{{'.repeat(length / 2),
  'open placeholders': (length) => `{{${' '.repeat(length - 3)}x`,
  'email addresses': (length) => `${'a@'.repeat(length / 2 - 1)}a.`,
  'hyphens and dots': (length) => `${'a-.'.repeat(length / 3 - 1)}!`,
  'combining marks': (length) => `a${'\u0301'.repeat(length / 2 - 1)}`,
  'an address': (length) => `https://${'a.'.repeat(length / 2 - 5)}`,
}

const list = <T>(length: number, item: (index: number) => T): T[] => Array.from({ length }, (_, index) => item(index))

/** JSON that is expensive to validate; at most 256 kB each. */
export const longBodies: Record<string, (field: string) => string> = {
  'open brackets': () => '['.repeat(250_000),
  'nested brackets': (field) => `{"${field}":${'['.repeat(120_000)}${']'.repeat(120_000)}}`,
  'nested objects': (field) => `{"${field}":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`,
  'too many keys': () => JSON.stringify(Object.fromEntries(list(20_000, (index) => [`k${index}`, 1]))),
  'as many keys as may be': (field) =>
    JSON.stringify({ [field]: Object.fromEntries(list(9_990, (index) => [`key_${index}`, index])) }),
  'keys that cannot be stored': (field) =>
    JSON.stringify({ [field]: Object.fromEntries(list(9_990, (index) => [`${index}\0`, '\0'])) }),
  'as many items as may be': (field) => JSON.stringify({ [field]: list(9_990, () => 'x') }),
  'items of the wrong kind': (field) => JSON.stringify({ [field]: list(9_990, () => []) }),
  'objects without their fields': (field) => JSON.stringify({ [field]: list(9_990, () => ({})) }),
  'the same key': (field) => `{${list(25_000, () => `"${field}":1`).join(',')}}`.slice(0, 250_000),
  'a long key': (field) => JSON.stringify({ [field]: { ['k'.repeat(250_000)]: 1 } }),
  backslashes: (field) => `{"${field}":"${'\\\\'.repeat(120_000)}"}`,
  colons: () => `{"a":"${':'.repeat(250_000)}"}`,
  whitespace: (field) => `{"${field}":${' '.repeat(250_000)}1}`,
}
