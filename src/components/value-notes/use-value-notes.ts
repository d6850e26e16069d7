import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { query } from '#api/query.ts'
import { listValueNotes, type ValueNote } from '#contract/console/value-notes.ts'

export type NoteOn = (field: string, value: string) => ValueNote | undefined

/** Notes of this site's administrators on values without a defined meaning. */
export function useValueNotes() {
  const { data, error, refetch } = useQuery(query(listValueNotes, {}))
  const noteOn = useCallback<NoteOn>(
    (field, value) => data?.notes.find((note) => note.field === field && note.value === value),
    [data],
  )
  return { noteOn, error, refetch }
}
