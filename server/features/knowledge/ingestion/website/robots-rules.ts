// Reads the robots.txt of each host once, and says which pages may be read.
import { PageFailure, pageFailures } from './page-failure.ts'
import { noRules, parseRobots, type RobotsRules } from './robots.ts'
import type { SiteFetcher } from './site-fetcher.ts'

export interface RobotsReader {
  /** The rules for the host of the URL. Throws `PageFailure` if they forbid or prevent reading it. */
  check(url: string): Promise<RobotsRules>
  /** The rules for the host of the URL, or undefined if they cannot be read. */
  rulesFor(url: string): Promise<RobotsRules | undefined>
}

const maxBytes = 500 * 1024

export function createRobotsReader(site: SiteFetcher): RobotsReader {
  const known = new Map<string, RobotsRules | PageFailure>()

  async function read(origin: string): Promise<RobotsRules | PageFailure> {
    try {
      const reply = await site.fetch({ url: `${origin}/robots.txt`, maxBytes, maxRedirects: 5, retries: 1 })
      // RFC 9309: a robots.txt that is missing allows everything, one that cannot be read at the moment allows nothing.
      if (reply.status >= 500 || reply.status === 429) return new PageFailure(pageFailures.robotsUnreadable)
      return reply.status === 200 ? parseRobots(new TextDecoder().decode(reply.body)) : noRules
    } catch (error) {
      if (error instanceof PageFailure) return error
      throw error
    }
  }

  async function find(url: string): Promise<RobotsRules | PageFailure> {
    const { origin } = new URL(url)
    const found = known.get(origin) ?? (await read(origin))
    known.set(origin, found)
    return found
  }

  return {
    async check(url) {
      const rules = await find(url)
      if (rules instanceof PageFailure) throw rules
      if (!rules.allows(url)) throw new PageFailure(pageFailures.disallowed)
      return rules
    },
    async rulesFor(url) {
      const rules = await find(url)
      return rules instanceof PageFailure ? undefined : rules
    },
  }
}
