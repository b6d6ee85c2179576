// A call in progress: its words as they are spoken, and listening, whispering, taking over and ending it.
export const LiveCallPanel = (_: { callId: number }) => null
