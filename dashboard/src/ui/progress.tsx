// A bar that shows how much of a task is done.
import { ProgressBar } from 'react-aria-components'

/** Without a share, the bar shows only that the task is running. */
export const Progress = ({ label, share }: { label: string; share?: number | undefined }) => (
  <ProgressBar
    aria-label={label}
    {...(share === undefined ? { isIndeterminate: true } : { value: share, maxValue: 1 })}
    className="block h-1.5 w-full overflow-hidden rounded-full bg-sunken"
  >
    {({ percentage }) => (
      <span
        className="block h-full rounded-full bg-accent motion-safe:transition-[width] data-[running]:w-1/3 motion-safe:data-[running]:animate-pulse"
        data-running={percentage === undefined ? '' : undefined}
        style={percentage === undefined ? {} : { width: `${percentage}%` }}
      />
    )}
  </ProgressBar>
)
