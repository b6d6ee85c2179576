// The real server as a child process, as `npm start` runs it: in the environment of whoever measures.
import { type ReadyServerProcess, startServerProcess } from '#server/testing/process.ts'

export function startParleyProcess(env: Record<string, string>): Promise<ReadyServerProcess> {
  const inherited = process.env as Record<string, string>
  return startServerProcess({ ...inherited, LOG_LEVEL: 'warn', ...env })
}
