// Text with names in backticks, as the contract writes its descriptions.
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
