// Runs the answers and the speech of a session one after another.
interface Task {
  generation: number
  run(signal: AbortSignal): Promise<void>
  aborting: AbortController
}

export function createSerialQueue() {
  let waiting: Task[] = []
  let running: Task | undefined

  function runNext(): void {
    const task = waiting.shift()
    running = task
    if (!task) return
    // A method of the session returns before the listener is called.
    void Promise.resolve()
      .then(() => (task.aborting.signal.aborted ? undefined : task.run(task.aborting.signal)))
      .finally(() => {
        if (running === task) runNext()
      })
  }

  function cancelWhere(matches: (task: Task) => boolean): void {
    waiting = waiting.filter((task) => !matches(task))
    if (!running || !matches(running)) return
    running.aborting.abort()
    runNext()
  }

  return {
    /** `run` must not reject. */
    add(generation: number, run: Task['run']): void {
      waiting.push({ generation, run, aborting: new AbortController() })
      if (!running) runNext()
    },
    cancel: (generation: number): void => cancelWhere((task) => task.generation === generation),
    close: (): void => cancelWhere(() => true),
  }
}
