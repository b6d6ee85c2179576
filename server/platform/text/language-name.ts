// Names languages in English, for language models and explanations.

/** The name of a language (ISO 639-1), or its code if it has none. */
export const languageName = (language: string): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
