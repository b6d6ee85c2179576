// Why a page of a website has no text, as the account reads it.
export class PageFailure extends Error {}

export const maxPageBytes = 5 * 2 ** 20
export const maxWebsiteBytes = 50 * 2 ** 20

/** The messages say nothing about private networks: a name with a private address is unreachable, like any other. */
export const pageFailures = {
  notAllowed: 'The address is not allowed.',
  unreachable: 'The page could not be reached.',
  tooSlow: 'The page did not answer in time.',
  disallowed: "The website's robots.txt does not allow reading this page.",
  robotsUnreadable: "The website's robots.txt could not be read, so this page was not read.",
  redirectsTooOften: 'The page has too many redirects.',
  redirectsElsewhere: 'The page redirects to another website.',
  tooLarge: 'The page is larger than 5 MB.',
  websiteTooLarge: 'The pages before this one have more than 50 MB in total.',
  outOfTime: 'The website could not be read within 10 minutes.',
  unprocessable: 'The page could not be processed.',
  error_page: 'The page shows an error instead of content.',
  needs_javascript: 'The page needs JavaScript to show its text.',
  hidden_text: 'The page hides its text until a visitor or a script shows it.',
  no_text: 'The page has no text.',
} as const

export const statusFailure = (status: number): string => `The page answered with status ${status}.`

export const typeFailure = (contentType: string): string => {
  const [type = ''] = contentType.split(';')
  return `The content type ${type.trim().slice(0, 100)} is not supported.`
}

export const duplicateFailure = (url: string): string => `The page has the same content as ${url}.`

export const hiddenWarning = 'More than half of the text of the page is hidden and was not read.'
