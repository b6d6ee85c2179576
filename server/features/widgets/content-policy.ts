// Whether a content security policy lets a page load the widget and connect to Parley.
// https://www.w3.org/TR/CSP3/

/** Several policies, separated by commas, must all allow it. Nonces, hashes and `strict-dynamic` do not allow a tag by its address. */
export function policyAllows(policy: string | undefined, origins: { page: string; parley: string }): boolean {
  if (policy === undefined) return true
  return policy.split(',').every((one) => {
    const directives = readDirectives(one)
    return ['script-src', 'connect-src'].every((name) => {
      const sources = directives.get(name) ?? directives.get('default-src')
      return sources === undefined || sources.some((source) => matches(source, origins))
    })
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

function matches(source: string, { page, parley }: { page: string; parley: string }): boolean {
  const { protocol, hostname, port, host } = new URL(parley)
  if (source === '*' || source === protocol) return true
  if (source === "'self'") return page === parley
  const [, scheme, name, ownPort] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9.-]+)(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? []
  if (name === undefined || (scheme !== undefined && `${scheme}:` !== protocol && `${scheme}s:` !== protocol))
    return false
  if (ownPort !== '*' && (ownPort ?? '') !== port) return false
  if (name.startsWith('*')) return hostname.endsWith(name.slice(1))
  return name === hostname || source === host
}
