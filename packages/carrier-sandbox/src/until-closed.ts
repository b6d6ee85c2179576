// Waits until a sandbox carrier that another process serves is closed.
/** Resolves when the event stream of the sandbox ends or cannot be opened. */
export async function untilClosed(baseUrl: string, signal: AbortSignal): Promise<void> {
  try {
    const { body } = await fetch(`${baseUrl}/sandbox/events`, { signal })
    for await (const _ of body!);
  } catch {}
}
