// The error of a request that the server did not answer, or not to its end.
import { loadedTexts, textsOf } from '../i18n/texts.ts'

const texts = textsOf('app', 'unreachable')

/** The message is in the language of the page. Errors of browsers for this are in their own words. */
export class Unreachable extends Error {
  constructor(options?: ErrorOptions) {
    super(loadedTexts(texts)?.message, options)
    this.name = 'Unreachable'
  }
}
