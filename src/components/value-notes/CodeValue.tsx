import { Suspense } from 'react'
import { later } from '#ui/layout/later.ts'
import { type CodeWords, Words } from './Words.tsx'

const UndefinedValue = later(() =>
  import('./UndefinedValue.tsx').then(
    ({ UndefinedValue: Value }) => Value,
    () => Words,
  ),
)

type Props = {
  of: CodeWords
  /** Single line, for table rows. */
  compact?: boolean
}

/** A coded value as text. A value without a defined meaning is shown with the administrators' note. */
export function CodeValue({ of, compact = false }: Props) {
  if (!of.code) return <Words of={of} />
  return (
    <Suspense
      fallback={
        // The note and its button will add a line: marks it as loading, so that content below does not move
        // (loading.css).
        <span aria-busy={!compact}>
          <Words of={of} />
        </span>
      }
    >
      <UndefinedValue of={of} code={of.code} compact={compact} />
    </Suspense>
  )
}
