// A description of the API, in which backticks mark names.
export const Described = ({ text }: { text: string }) =>
  text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <code key={at} className="rounded bg-sunken px-1 font-mono text-[0.9em] text-ink">
        {part}
      </code>
    ),
  )
