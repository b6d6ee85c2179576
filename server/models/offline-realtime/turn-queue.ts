// Runs the answers and the speech of a session one after another.
interface Turn {
  generation: number
  run(signal: AbortSignal): Promise<void>
  aborting: AbortController
}

export function createTurnQueue() {
  let waiting: Turn[] = []
  let running: Turn | undefined

  function runNext(): void {
    const turn = waiting.shift()
    running = turn
    if (!turn) return
    // A method of the session returns before the listener is called.
    void Promise.resolve()
      .then(() => (turn.aborting.signal.aborted ? undefined : turn.run(turn.aborting.signal)))
      .finally(() => {
        if (running === turn) runNext()
      })
  }

  function cancelWhere(matches: (turn: Turn) => boolean): void {
    waiting = waiting.filter((turn) => !matches(turn))
    if (!running || !matches(running)) return
    running.aborting.abort()
    runNext()
  }

  return {
    /** `run` must not reject. */
    add(generation: number, run: Turn['run']): void {
      waiting.push({ generation, run, aborting: new AbortController() })
      if (!running) runNext()
    },
    cancel: (generation: number): void => cancelWhere((turn) => turn.generation === generation),
    close: (): void => cancelWhere(() => true),
  }
}
