// Declarations of settings: their environment variables and schemas, with the error messages for invalid values.
import { z } from 'zod'

/** Settings by their names in the program, each with its environment variable and the schema of its value. */
export type SettingGroup = Readonly<Record<string, readonly [variable: string, schema: z.ZodType]>>

export type ValuesOf<G extends SettingGroup> = { [Name in keyof G]: z.output<G[Name][1]> }

export const schemasOf = (group: SettingGroup): Record<string, z.ZodType> => Object.fromEntries(Object.values(group))

/** `values` are those of the environment, by the names of variables. */
export const valuesOf = <G extends SettingGroup>(group: G, values: Readonly<Record<string, unknown>>): ValuesOf<G> =>
  Object.fromEntries(Object.entries(group).map(([name, [variable]]) => [name, values[variable]])) as ValuesOf<G>

/** Adds the error message `NAME must be …`. */
export const must = <S extends z.ZodType>(schema: S, be: string): S => schema.meta({ must: `must be ${be}` }) as S

const isWebUrl = 'a URL that begins with http:// or https://'
const url = z.url({ protocol: /^https?$/ })

export const webUrl = () => must(url.optional(), isWebUrl)

export const webUrlOr = (preset: string) => must(url.default(preset), isWebUrl)

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

/** Converts the value to a smaller unit. */
export const scaled = (schema: z.ZodType<number>, factor: number): z.ZodType<number> =>
  schema.transform((value) => Math.round(value * factor)).meta({ ...schema.meta() })

/** An amount of US dollars, read as micro-dollars. */
export const dollars = (preset: number) =>
  scaled(must(z.coerce.number().min(0).default(preset), 'an amount of US dollars, 0 or more'), 1_000_000)

export const commaSeparated = (preset: string) =>
  z
    .string()
    .default(preset)
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
