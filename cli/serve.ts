// `parley serve`: runs the server with all roles or with some.
import { parseArgs } from 'node:util'
import { serve } from '#server/main.ts'

export async function serveCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { roles: { type: 'string' } } })
  return serve(values.roles === undefined ? {} : { PARLEY_ROLES: values.roles })
}
