// The server's sentences about fields, and those that contain a value, in English.
import type { ServerTexts } from '../server-texts.ts'

const plural = (count: string | undefined, one: string, other: string): string => (count === '1' ? one : other)

const endings: Record<string, string> = {
  assistant_ended: 'the assistant ends it',
  caller_hung_up: 'the customer hangs up',
  silence: 'silence',
  max_duration: 'maximum duration',
  transferred: 'transfer',
  transfer_failed: 'transfer failed',
  voicemail: 'answering machine',
}

export const texts = {
  words: {
    quoted: (text: string) => `“${text}”`,
    either: (names: string[]) => names.join(' or '),
    path: (parts: string[]) => parts.join(': '),
    more: (count: string) => `(and ${count} more)`,
  },
  phrases: {
    required: (subject: string) => `“${subject}” is required.`,
    requiredWithout: (subject: string, other: string) => `Fill in “${subject}” or ${other}.`,
    requiredWith: (subject: string) => `“${subject}” is required.`,
    unfitting: (subject: string) => `“${subject}” does not fit the other values. Leave it empty.`,
    needs: (subject: string, other: string) => `“${subject}” can only be used together with ${other}.`,
    mustMatch: (subject: string, other: string) => `“${subject}” and ${other} must have the same value.`,
    wrongDirection: (subject: string) => `The choice for “${subject}” cannot be used for calls of this direction.`,
    answeredElsewhere: (subject: string) => `Another assistant already answers “${subject}”.`,
    unsuitedNumber: (subject: string) => `“${subject}” does not fit the phone number of the assistant.`,
    unavailable: (subject: string) => `The choice for “${subject}” is not available. Choose another one.`,
    wholeNumber: (subject: string) => `Enter a whole number for “${subject}”.`,
    number: (subject: string) => `Enter a number for “${subject}”.`,
    yesOrNo: (subject: string) => `Choose yes or no for “${subject}”.`,
    text: (subject: string) => `“${subject}” must be text.`,
    wrongType: (subject: string) => `The value of “${subject}” has the wrong type.`,
    date: (subject: string) => `Enter a date that exists for “${subject}”.`,
    email: (subject: string) => `Enter an email address for “${subject}”.`,
    malformedPhoneNumber: (subject: string) =>
      `Enter a phone number for “${subject}”, with its country code, such as +14155550100.`,
    malformedEmail: (subject: string) => `Enter an email address for “${subject}”.`,
    malformedAddress: (subject: string) => `Enter a web address for “${subject}” that starts with https:// or http://.`,
    malformed: (subject: string) => `The value of “${subject}” has the wrong format.`,
    longest: (subject: string, max: string) =>
      `“${subject}” can have at most ${max} ${plural(max, 'character', 'characters')}.`,
    largest: (subject: string, max: string, unit: string) =>
      `“${subject}” can have at most ${max} ${unit === 'MB' ? 'MB' : 'kB'}.`,
    highest: (subject: string, max: string) => `“${subject}” can be at most ${max}.`,
    mostEntries: (subject: string, max: string) =>
      `“${subject}” can have at most ${max} ${plural(max, 'entry', 'entries')}.`,
    fewestEntries: (subject: string, min: string) =>
      `“${subject}” needs at least ${min} ${plural(min, 'entry', 'entries')}.`,
    shortest: (subject: string, min: string) =>
      `“${subject}” needs at least ${min} ${plural(min, 'character', 'characters')}.`,
    keepDays: (subject: string) => `“${subject}” must be at least 1 day. Leave the field empty to keep the data.`,
    lowest: (subject: string, min: string) => `“${subject}” must be at least ${min}.`,
    between: (subject: string, min: string, max: string) => `“${subject}” must be between ${min} and ${max}.`,
    repeated: (subject: string) => `“${subject}” is used more than once.`,
    taken: (subject: string) => `“${subject}” is already in use. Choose another one.`,
    masked: (subject: string) => `“${subject}” is shown only in part. Enter it in full.`,
    color: (subject: string, example: string) => `Enter a color for “${subject}”, such as ${example}.`,
    noQuery: (subject: string) => `The address in “${subject}” cannot contain ? or #.`,
    oneLine: (subject: string) => `“${subject}” must be on one line, without { and }.`,
    onlyCharacters: (subject: string, which: string) =>
      `“${subject}” can contain only ${which.replace(' and ', ' or ')}.`,
    emptyName: (subject: string) => `Every entry of “${subject}” needs a name.`,
    longName: (subject: string, max: string) => `Names in “${subject}” can have at most ${max} characters.`,
    file: (subject: string) => `Choose a file for “${subject}”.`,
    noFile: (subject: string) => `“${subject}” cannot be a file.`,
    nested: (subject: string, max: string) => `“${subject}” can be nested at most ${max} levels deep.`,
    unusable: (subject: string) => `“${subject}” cannot be used here.`,
    futureTime: () => 'Choose a time in the future, at most a year from now.',
    pastTime: (subject: string) => `“${subject}” cannot be in the future.`,
    notBefore: (subject: string) => `“${subject}” cannot be before the first day.`,
    notAdjustment: (subject: string) => `“${subject}” must be above 0. Only an adjustment can be below 0.`,
    phoneNumber: (subject: string) =>
      `Enter a phone number for “${subject}”, with its country code, such as +14155550100.`,
    ambiguousNumber: (subject: string) =>
      `“${subject}” could be two different numbers. Write it with a plus sign and the country code.`,
    roundedNumber: (subject: string) =>
      `“${subject}” was rounded by a spreadsheet, such as 1.23E+11. Format its cells as text and enter the number again.`,
    severalNumbers: (subject: string) => `“${subject}” contains several phone numbers. Enter one.`,
    partOfNumber: (subject: string) => `A part of “${subject}” is not a phone number.`,
  },
  reports: {
    lineRegistered: (host: string, ms?: string) =>
      `The line is registered at ${host}.${ms ? ` The provider answered within ${ms} ms.` : ''} Call its number to check the sound in both directions.`,
    lineReachable: (host: string, ms?: string) =>
      `${host} answers${ms ? ` within ${ms} ms` : ''}. Make a call to check that it accepts calls from this server.`,
    checkEnds: (reason: string) => `The call ends: ${endings[reason] ?? reason}`,
    countryNotAllowed: (country: string) =>
      `Numbers in the country ${country} are not allowed. Allow the country on the page “Phone numbers”.`,
    noStep: (step: string) => `There is no step “${step}”.`,
    laterStep: (step: string) => `The step “${step}” does not run before this one.`,
    loopOnly: (value: string) => `“${value}” is only known inside a loop.`,
    nameTwice: (name: string) => `The name “${name}” is used twice.`,
    valueNeeded: (what: string) => `${what} needs a value.`,
  },
  frames: {},
  /** Names of fields of the API, for messages about fields that a page does not label. Others are those of the API. */
  names: {
    'account sid': 'Account SID',
    'calendly event type': 'Calendly event type',
    'date from': 'First day',
    'date to': 'Last day',
    knowledgebase: 'Knowledge base',
    'phone column': 'Column of the phone number',
    press: 'Keys',
    prompt: 'Instruction',
    timezone: 'Time zone',
    url: 'URL',
    'webhook url': 'Webhook URL',
  },
  /** What one item of a list is called, before its number. */
  items: {
    columns: 'Column',
    emails: 'Email',
    fields: 'Field',
    labels: 'Label',
    links: 'Link',
    parameters: 'Parameter',
    'phone numbers': 'Phone number',
    expected: 'Expectation',
    script: 'Step',
    schedule: 'Time window',
    steps: 'Step',
    tools: 'Tool',
    variables: 'Variable',
    words: 'Word',
  },
} satisfies ServerTexts
