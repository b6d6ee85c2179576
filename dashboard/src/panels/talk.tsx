// A call with an assistant through the microphone and the speaker of the browser.
export const TalkPanel = (_: { assistantId: number }) => null
