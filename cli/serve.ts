// `parley serve`: every role in one process, or some of them on this machine.
import { parseArgs } from 'node:util'
import { serve } from '#server/main.ts'

export async function serveCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { roles: { type: 'string' } } })
  return serve(values.roles === undefined ? {} : { PARLEY_ROLES: values.roles })
}
