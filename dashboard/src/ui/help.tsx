// Texts of the API reference, which are in English and have names in backticks.

export const CodeText = ({ text }: { text: string }) => (
  <>
    {text.split('`').map((part, index) =>
      index % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
        <code key={index} className="font-mono text-[0.9em]">
          {part}
        </code>
      ) : (
        part
      ),
    )}
  </>
)

export const Help = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <span lang="en">
      <CodeText text={text} />
    </span>
  )
