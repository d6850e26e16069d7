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
  /** In one line, as rows of a list have it. */
  compact?: boolean
}

/** A value in words. One without a stated meaning stands with what an administrator noted on it. */
export function CodeValue({ of, compact = false }: Props) {
  if (!of.code) return <Words of={of} />
  return (
    <Suspense
      fallback={
        // Where its note and the button for it will stand below the value, what follows waits (loading.css).
        <span aria-busy={!compact}>
          <Words of={of} />
        </span>
      }
    >
      <UndefinedValue of={of} code={of.code} compact={compact} />
    </Suspense>
  )
}
