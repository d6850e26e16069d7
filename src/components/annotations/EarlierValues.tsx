import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { listAnnotationChanges } from '#contract/console/annotations/annotations.ts'
import { Text } from '#ui/layout/layout.ts'
import { Timeline } from '#ui/values/Timeline.tsx'
import type { AnnotatedThing } from './annotation-query.ts'
import { changeText } from './change-text.ts'

/** Change history, loaded when expanded. */
export function EarlierValues({ thing }: { thing: AnnotatedThing }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} data-screen-only>
      <summary>Earlier values</summary>
      {open && <Changes thing={thing} />}
    </details>
  )
}

function Changes({ thing: { kind, identifiers } }: { thing: AnnotatedThing }) {
  const asked = query(listAnnotationChanges, { kind, identifiers: [...identifiers], limit: 50 })
  const { data, error, refetch } = useQuery(asked)
  if (!data) return <QueryState error={error} refetch={refetch} waiting={!error} lines={2} />
  if (data.rows.length === 0) return <Text size="sm">No changes in the last 400 days.</Text>
  return (
    <Timeline
      items={data.rows.map(({ name, before, after, by, at, file }) => ({
        title: name,
        at: new Date(at),
        tone: 'info',
        text: changeText(before, after, file),
        by,
      }))}
    />
  )
}
