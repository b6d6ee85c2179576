// Completes the addresses of websites as people write them.

/** People leave out the scheme; the API requires it. */
export const withScheme = (address: string): string =>
  address === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`
