// Schemas of environment variables that several modules use, with the error messages for invalid values.
import { z } from 'zod'

/** Adds the error message `NAME must be …`. */
export const must = <S extends z.ZodType>(schema: S, be: string): S => schema.meta({ must: `must be ${be}` }) as S

export const webUrl = () =>
  must(z.url({ protocol: /^https?$/ }).optional(), 'a URL that begins with http:// or https://')

/** Sent in a header, so other characters would fail only when a call begins. */
export const apiKey = () =>
  must(
    z
      .string()
      .regex(/^[!-~]+$/)
      .optional(),
    'a key of ASCII letters, digits and symbols, without spaces',
  )

export const wholeNumber = (min: number, preset: number, max = Number.MAX_SAFE_INTEGER) =>
  must(
    z.coerce.number().int().min(min).max(max).default(preset),
    max === Number.MAX_SAFE_INTEGER
      ? `a whole number, ${min} or more`
      : `a whole number from ${min} to ${max.toLocaleString('en')}`,
  )

/** In US dollars. */
export const amount = (preset: number) =>
  must(z.coerce.number().min(0).default(preset), 'an amount of US dollars, 0 or more')
