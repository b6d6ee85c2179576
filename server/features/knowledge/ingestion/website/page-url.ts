// Decides which addresses are the same page, which belong to the same website, and which are worth following.
const maxLength = 2048
const trackingParameter = /^(?:utm_.*|gclid|fbclid)$/i

/** Returns the address of the page without fragment and tracking parameters, or undefined if it is not one of the web. */
export function normalizeUrl(text: string, base?: string): string | undefined {
  const url = URL.parse(text.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  const tracked = [...url.searchParams.keys()].filter((name) => trackingParameter.test(name))
  // Deleting a parameter spells the other ones differently, so the address is only changed if it has to be.
  for (const name of tracked) url.searchParams.delete(name)
  return url.href.length <= maxLength ? url.href : undefined
}

/** The website of an address: its host and port, without `www.` and for http and https alike. */
export function siteOf(url: string): string {
  return new URL(url).host.replace(/^www\./, '')
}

const unreadableFile =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|mov|avi|mkv|wav|ogg|flac|zip|gz|tgz|bz2|xz|7z|rar|tar|dmg|exe|msi|apk|iso|bin|deb|rpm|css|js|mjs|json|xml|rss|atom|ics|vcf|woff2?|ttf|otf|eot|docx?|xlsx?|pptx?|odt|ods|csv|epub)$/i
const action =
  /\/(?:log-?in|log-?out|sign-?in|sign-?out|sign-?up|wp-login\.php|wp-admin|cart|basket|checkout|search|feed)(?:\/|$)/i
const actionParameter = /^(?:add-to-cart|logout|replytocom)$/i

/** Whether a link probably leads to text: not to a file of another kind, and not to an action such as a logout. */
export function isWorthFollowing(address: string): boolean {
  const { pathname, searchParams } = new URL(address)
  if (unreadableFile.test(pathname) || action.test(pathname)) return false
  return ![...searchParams.keys()].some((name) => actionParameter.test(name))
}

/** The canonical address that a page declares, unless it is the home page: many websites declare that on every page. */
export function canonicalUrlOf(url: string, declared: string | null): string | undefined {
  const canonical = declared === null ? undefined : normalizeUrl(declared)
  if (canonical === undefined || siteOf(canonical) !== siteOf(url)) return undefined
  const isHome = (address: string) => /^\/(?:index\.\w{1,5})?$/.test(new URL(address).pathname)
  return isHome(canonical) && !isHome(url) ? undefined : canonical
}
