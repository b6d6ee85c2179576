// Creates logs with static messages, in which secrets and personal data are redacted.
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
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
    hooks: { streamWrite: redactText, logMethod },
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

/** Set by `takeErrors`. Child logs inherit it. */
const take = Symbol('takes the errors of a log')
type Take = (error: unknown, message: string) => boolean
type TakenLog = Log & { [take]?: Take }

/** Returns a log that writes lines with an `error` only at level `debug` if `isTaken` returns true for them. */
export function takeErrors(log: Log, isTaken: Take): Log {
  return Object.assign(withSafeChildren(log.child({})), { [take]: isTaken })
}

function logMethod(this: TakenLog, args: Parameters<LogFn>, method: LogFn, level: number): void {
  const [fields, message] = args as [unknown, unknown]
  const error = (fields as { error?: unknown } | null | undefined)?.error
  const isTaken = level > debug && error !== undefined && this[take]?.(error, String(message))
  if (!isTaken) method.apply(this, args)
  else if (this.isLevelEnabled('debug')) this.debug(...args)
}

const debug = 20
