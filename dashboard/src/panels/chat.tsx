// A text conversation with an assistant, to try it.
export const ChatPanel = (_: { assistantId: number }) => null
