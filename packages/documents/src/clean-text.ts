// Removes invisible characters from text and normalizes its line ends.

/** A word has at most a few combining marks in a row; normalizing long runs takes quadratic time. */
export const excessMarks = /(\p{M}{8})\p{M}+/gu
// Invisible characters can hide instructions for a language model: control and format characters, tags, variation
// selectors, the soft hyphen and bidirectional controls. Line feeds and tabs stay.
const invisible = /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\n\t\u{200c}\u{200d}]]/gv
// Persian and the scripts of India spell words with these two.
const joiners = /(?<![\u0600-\u0dff])[\u200c\u200d]/g
// The shapes that Arabic and Hebrew letters take in a word, which some programs write instead of the letters.
const shapes = /[\ufb1d-\ufb4f\ufb50-\ufd3d\ufd50-\ufdcf\ufdf0-\ufdfc\ufe70-\ufefc]+/g
const ascii = /^[\n\t -~]*$/

/** Returns well-formed text in NFC with `\n` as line end. Takes linear time. */
export function cleanText(text: string): string {
  if (ascii.test(text)) return text
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\x85\f\v]/g, '\n')
    .replace(invisible, '')
    .replace(joiners, '')
    .replace(shapes, (text) => text.normalize('NFKC').replace(/ (?=\p{M})/gu, ''))
    .replace(excessMarks, '$1')
    .normalize('NFC')
}
