// The tests of an assistant: the list, one test with its runs, or the form of a test.
import { useRead } from '../../../api/query.ts'
import { Loaded } from '../../../ui/page.tsx'
import { TestForm } from './test-form.tsx'
import { TestList } from './test-list.tsx'
import { TestView } from './test-view.tsx'
import type { TestsProps } from './types.ts'

export function Tests({ assistantId, place, onGo }: TestsProps) {
  if (place.form === 'new') return <NewTest assistantId={assistantId} place={place} onGo={onGo} />
  if (place.test === undefined) return <TestList assistantId={assistantId} onGo={onGo} />
  return <OneTest key={place.test} assistantId={assistantId} testId={place.test} place={place} onGo={onGo} />
}

function NewTest({ assistantId, place, onGo }: TestsProps) {
  const query = useRead('assistantTests', 'listExamples', { assistantId })
  return (
    <Loaded query={query}>
      {({ data }) => (
        <TestForm
          assistantId={assistantId}
          test={undefined}
          start={data.find(({ code }) => code === place.example)}
          onDone={(test, run) => onGo({ test, run })}
          onCancel={() => onGo({})}
        />
      )}
    </Loaded>
  )
}

function OneTest({ assistantId, testId, place, onGo }: TestsProps & { testId: number }) {
  const query = useRead('assistantTests', 'get', { assistantId, testId })
  return (
    <Loaded query={query}>
      {({ data: test }) =>
        place.form === 'edit' ? (
          <TestForm
            assistantId={assistantId}
            test={test}
            start={test}
            onDone={(id, run) => onGo({ test: id, run })}
            onCancel={() => onGo({ test: testId })}
          />
        ) : (
          <TestView test={test} runId={place.run} onGo={onGo} />
        )
      }
    </Loaded>
  )
}
