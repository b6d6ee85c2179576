// Ignores the calls of a session that has been closed.

export const whileOpen = <Methods extends object>(isClosed: () => boolean, methods: Methods): Methods =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]: [string, (...values: unknown[]) => void]) => [
      name,
      (...values: unknown[]) => {
        if (!isClosed()) method(...values)
      },
    ]),
  ) as Methods
