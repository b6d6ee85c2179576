// Whether a content security policy lets a page load the widget and connect to Parley.
// https://www.w3.org/TR/CSP3/

/**
 * Several policies, separated by commas, must all allow it. Nonces and hashes do not allow a tag by its address, and with
 * `strict-dynamic` no address does.
 */
export function policyAllows(policy: string | undefined, origins: { page: string; parley: string }): boolean {
  if (policy === undefined) return true
  return policy.split(',').every((one) => {
    const directives = readDirectives(one)
    const sourcesOf = (...names: string[]) => names.map((name) => directives.get(name)).find((sources) => sources)
    const scripts = sourcesOf('script-src-elem', 'script-src', 'default-src')
    const connections = sourcesOf('connect-src', 'default-src')
    if (scripts?.includes("'strict-dynamic'")) return false
    return [scripts, connections].every(
      (sources) => sources === undefined || sources.some((source) => matches(source, origins)),
    )
  })
}

/** If a directive is repeated, the first one counts. */
function readDirectives(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const part of policy.split(';')) {
    const [name, ...sources] = part.trim().toLowerCase().split(/\s+/)
    if (name && !directives.has(name)) directives.set(name, sources)
  }
  return directives
}

/** As the standard says, sources of http also allow https. */
function matches(source: string, { page, parley }: { page: string; parley: string }): boolean {
  const { protocol, hostname, port } = new URL(parley)
  if (source === '*' || source === protocol || `${source.slice(0, -1)}s:` === protocol) return true
  if (source === "'self'") return page === parley
  const [, scheme, name, ownPort] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9.-]+)(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? []
  if (name === undefined || (scheme !== undefined && `${scheme}:` !== protocol && `${scheme}s:` !== protocol))
    return false
  const usedPort = port || (protocol === 'https:' ? '443' : '80')
  const allowsPort = ownPort === undefined ? port === '' : ['*', usedPort].includes(ownPort)
  if (!allowsPort && !(ownPort === '80' && usedPort === '443')) return false
  if (name.startsWith('*')) return hostname.endsWith(name.slice(1))
  return name === hostname
}
