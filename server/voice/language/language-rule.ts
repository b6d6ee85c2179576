// The instruction with which a model continues in the language of the customer.

/** The English name of a language (ISO 639-1). */
export const languageName = (language: string): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language

export const languageRule = (language: string): string =>
  `The customer speaks ${languageName(language)} now. Answer in ${languageName(language)}, whatever was spoken before.`
