// What the sandbox needs of a logger; one of pino fits.
export interface Logger {
  error(fields: object, message: string): void
}

export const consoleLogger: Logger = { error: (fields, message) => console.error(message, fields) }
