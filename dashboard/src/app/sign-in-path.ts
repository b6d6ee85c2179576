// Leads to the page for signing in, which returns to the current page.
export const signInPath = (): string => `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`
