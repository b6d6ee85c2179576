// Masks secrets that the API shows.

export const stars = '********'
/** The last characters of shorter secrets are not shown. */
const minShownLength = 16

/** The last four characters of a long secret are shown, so that the account can recognize it. */
export const maskSecret = (secret: string): string =>
  secret.length < minShownLength ? stars : `${stars}${secret.slice(-4)}`

export const isMasked = (text: string): boolean => text.startsWith(stars)
