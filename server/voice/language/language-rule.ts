// The instruction with which a model continues in the language of the customer.
import { languageName } from '#server/platform/text/language-name.ts'

export const languageRule = (language: string): string =>
  `The customer speaks ${languageName(language)} now. Answer in ${languageName(language)}, whatever was spoken before.`
