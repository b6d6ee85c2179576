// Writes a number with its noun, in the singular or in the plural.

/** `plural` is needed if more than an s is added. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`
