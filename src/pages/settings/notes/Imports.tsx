import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { change } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { annotated, annotatedKinds } from '#contract/console/annotations/annotated-things.ts'
import {
  type AnnotationField,
  listAnnotationImports,
  undoAnnotationImport,
} from '#contract/console/annotations/annotations.ts'
import type { Output } from '#contract/endpoint.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { UnchangedCells } from './UnchangedCells.tsx'

type Row = Output<typeof listAnnotationImports>['rows'][number]
type Undone = Output<typeof undoAnnotationImport> & { file: string }

/** Recent imports, and undo. */
export function Imports({ fields }: { fields: readonly AnnotationField[] }) {
  const may = useMay()
  const asked = useQuery(query(listAnnotationImports, {}))
  const [undone, setUndone] = useState<Undone>()
  const mayImport = annotatedKinds.some((kind) => may(annotated[kind].write))
  return (
    <Panel
      title="Imports"
      actions={
        mayImport && (
          <ActionButton size="xs" renderDialog={(close) => <ImportDialog fields={fields} onClose={close} />}>
            Import values
          </ActionButton>
        )
      }
    >
      <Text size="sm" c="dimmed">
        Sets owners, tags, notes and custom fields from a CSV file. All changes are shown before anything is written.
      </Text>
      {undone && (
        <>
          <Notice
            tone="ok"
            title={`${undone.file}: ${undone.undone.toLocaleString('en')} of its values undone`}
            urgent
          />
          <UnchangedCells kept={undone.kept} fields={fields} since="the import" />
        </>
      )}
      <ListTable
        asked={asked}
        caption="Imports"
        rows={asked.data?.rows ?? []}
        columns={columnsFor(setUndone)}
        rowId={(row) => row.import}
        empty={<Empty title="No imports yet" />}
        name="annotation-imports"
      />
    </Panel>
  )
}

const { text, date, number, actions } = columnsOf<Row>({ priority: 1 })

const columnsFor = (onUndone: (told: Undone) => void) => [
  text('file', 'File', ({ file }) => file, { width: '28%', breaks: true }),
  text('kind', 'Items', ({ kind }) => annotated[kind].many, { width: '14%', priority: 2 }),
  number('changed', 'Changed', ({ changed }) => changed, { width: '10%', priority: 2 }),
  text('by', 'By', ({ by }) => by, { width: '12%', priority: 2 }),
  date('at', 'Imported', ({ at }) => new Date(at), { width: '16%' }),
  text('undone', 'Undone by', ({ undoneBy }) => undoneBy, { width: '10%', priority: 2 }),
  actions((row) => <Undo row={row} onUndone={(told) => onUndone({ ...told, file: row.file })} />, { width: 90 }),
]

function Undo({ row, onUndone }: { row: Row; onUndone: (told: Output<typeof undoAnnotationImport>) => void }) {
  const may = useMay()
  if (row.undoneAt !== undefined || !may(annotated[row.kind].write)) return null
  return (
    <ActionButton
      size="compact-xs"
      aria-label={`Undo ${row.file}`}
      renderDialog={(close) => (
        <Confirm
          title={`Undo the import of ${row.file}?`}
          action="Undo import"
          danger={false}
          onConfirm={async () => {
            const { kind, file } = row
            onUndone(await change(undoAnnotationImport, { kind, file, import: row.import }))
          }}
          onClose={close}
        >
          Restores the previous values. Values that were changed since the import are kept.
        </Confirm>
      )}
    >
      Undo
    </ActionButton>
  )
}
