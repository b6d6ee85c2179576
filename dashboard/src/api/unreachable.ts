// The error of a request that the server did not answer, or not to its end.
import type { Language } from '../i18n/languages.ts'
import { textsOf } from '../i18n/locale.tsx'

const texts = textsOf(
  { message: 'The server cannot be reached. Nothing on this page is lost. Try again in a moment.' },
  {
    message:
      'Der Server ist nicht erreichbar. Auf dieser Seite geht nichts verloren. Versuchen Sie es gleich noch einmal.',
  },
)

/** The message is in the language of the page. Errors of browsers for this are in their own words. */
export class Unreachable extends Error {
  constructor(options?: ErrorOptions) {
    super(texts[document.documentElement.lang as Language].message, options)
    this.name = 'Unreachable'
  }
}
