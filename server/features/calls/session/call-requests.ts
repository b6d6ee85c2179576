// What people of the account ask of a live call, for the process that runs its session.

/** A notification on this channel means that there are requests. The payload is the UUID of the call. */
export const callRequestsChannel = 'call-requests'
