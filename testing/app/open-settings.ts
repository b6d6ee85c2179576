// Settings for tests that are generated from the contract: visitors reach no limit, and no request leaves the machine.

/** Nothing listens at this address. It must be allowed, so that requests to it fail without leaving the machine. */
export const refusedUrl = 'http://127.0.0.1:9/refused'
export const allowRefused = ['127.0.0.1:9']

/** Settings under which no request to a calendar provider leaves the machine. */
export const refusedCalendars = { calendarBaseUrls: { calcom: refusedUrl, calendly: refusedUrl } }

/** Settings under which visitors reach no limit. */
export const unlimitedVisitors = {
  anonymousTestMessagesPerDay: 1e6,
  visitor: {
    conversationsPerMinutePerAddress: 1e6,
    readsPerMinutePerAddress: 1e6,
    widgetsPerMinutePerAddress: 1e6,
    messagesPerMinutePerAddress: 1e6,
    messagesPerConversation: 1e6,
    messagesPerDay: 1e6,
    messagesPerDayPerAddress: 1e6,
    spendPerDayMicros: 1e12,
    callsPerMinutePerAddress: 1e6,
    callsPerDayPerAddress: 1e6,
    callsPerAddress: 1e6,
    callSeconds: 600,
    filesPerMinutePerAddress: 1e6,
    fileBytesPerDay: 1e15,
    fileBytesPerDayPerAddress: 1e15,
  },
}
