// Creates logs with static messages, in which secrets and personal data are redacted.
import { type DestinationStream, type Logger, pino } from 'pino'
import { redactFields, redactText } from './redact.ts'

export type Log = Logger

export interface LogOptions {
  level: string
  pretty: boolean
  destination?: DestinationStream
}

export function createLog(options: LogOptions): Log {
  const settings = {
    level: options.level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { log: redactFields },
    hooks: { streamWrite: redactText },
  }
  if (options.destination) return withSafeChildren(pino(settings, options.destination))
  const transport = { target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss' } }
  return withSafeChildren(pino(options.pretty ? { ...settings, transport } : settings))
}

/** Formatters of pino do not apply to the bindings of child loggers. */
function withSafeChildren(log: Log): Log {
  const { child } = log
  return Object.assign(log, {
    child(this: Log, bindings: Record<string, unknown>, options?: object) {
      return child.call(this, redactFields(bindings), options)
    },
  })
}
