// Sorts the types of events into groups for the filter.
export const eventGroups = ['words', 'tools', 'turns', 'carrier', 'people', 'failures', 'other'] as const
export type EventGroup = (typeof eventGroups)[number]

const patterns: readonly (readonly [EventGroup, RegExp])[] = [
  ['failures', /failed|fell_back|stalled|stopped|without_audio|unknown|not_searched|removed/],
  ['words', /_spoke$|^typed$|^pressed$/],
  ['people', /^whispered$|^listener_|^taken_over$|^handed_back$|^end_requested$/],
  ['tools', /^tool_|^answered$|^documents_|^assistant_transferred$|^opted_out$/],
  ['turns', /^interrupted$|^reengaged$|^closing$|^answered_by$|^answerer$|^language_/],
  ['carrier', /^carrier_|^media_|^inbound_call$|^dial_|^transfer_/],
]

export const groupOf = (type: string): EventGroup => patterns.find(([, pattern]) => pattern.test(type))?.[0] ?? 'other'
