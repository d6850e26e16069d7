import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { annotated } from '#contract/console/annotations/annotated-things.ts'
import type { AnnotationCell } from '#contract/console/annotations/annotations.ts'
import { later } from '#ui/layout/later.ts'
import { Button, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties, type Property } from '#ui/values/Properties.tsx'
import {
  type AnnotatedThing,
  annotationFields,
  annotationOf,
  fieldsOfKind,
  type DisplayedField,
} from './annotation-query.ts'
import { AnnotationValue } from './AnnotationValue.tsx'
import { EarlierValues } from './EarlierValues.tsx'

const EditNotes = later(async () => (await import('./EditNotes.tsx')).EditNotes)

/** Notes, tags and custom fields of an object. Users with read permission only can still edit the note. */
export function NotesPanel(thing: AnnotatedThing) {
  const may = useMay()
  const { read, write } = annotated[thing.kind]
  const [isEdited, setEdited] = useState(false)
  const fields = useQuery({ ...annotationFields, enabled: may(read) })
  const found = useQuery({ ...annotationOf(thing), enabled: may(read) })
  if (!may(read)) return null
  const error = fields.error ?? found.error
  const refetch = () => Promise.all([fields.refetch(), found.refetch()])
  if (!fields.data || !found.data)
    return (
      <Panel title="Notes and tags">
        <QueryState error={error} refetch={refetch} waiting={!error} lines={2} />
      </Panel>
    )
  const { cells } = found.data
  const shown = fieldsOfKind(thing.kind, fields.data.fields)
  const isEmpty = cells.every(({ value }) => value === '')
  return (
    <Panel
      title="Notes and tags"
      actions={
        <Button size="xs" variant="default" onClick={() => setEdited(true)}>
          {may(write) ? 'Edit notes and tags' : 'Edit note'}
        </Button>
      }
    >
      {error && <QueryState error={error} refetch={refetch} waiting={false} />}
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          No owner, tags or notes yet.
        </Text>
      ) : (
        <Properties bare items={shown.map((field) => itemOf(field, cells))} />
      )}
      {cells.length > 0 && <EarlierValues thing={thing} />}
      <Suspense>
        {isEdited && (
          <EditNotes
            thing={thing}
            fields={may(write) ? shown : shown.filter(({ id }) => id === 'note')}
            cells={cells}
            onClose={() => setEdited(false)}
          />
        )}
      </Suspense>
    </Panel>
  )
}

function itemOf({ id, name, own }: DisplayedField, cells: readonly AnnotationCell[]): Property {
  const cell = cells.find(({ field }) => field === id)
  return {
    label: name,
    wireName: id === name ? undefined : own ? `Custom field ${name}` : id,
    value: <AnnotationValue field={id} value={cell?.value ?? ''} />,
    note: id === 'note' && cell?.value && (
      <>
        By {cell.by}, <Moment at={new Date(cell.at)} />
      </>
    ),
  }
}
