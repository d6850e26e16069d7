import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { change } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { query } from '#api/query.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { addAppLabel, listAppLabels } from '#contract/mdm/apps.ts'
import { FormDialog } from '#pages/devices/FormDialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Button } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'

const form = z.object({ label: z.string().trim().min(1, 'Enter a label name').max(100) })

/** Release labels: which release of an app is meant, "beta" or "production". */
export function AppLabels({ id }: { id: string }) {
  const labels = useQuery(query(listAppLabels, { app_id: id }))
  const [adding, setAdding] = useState(false)
  const may = useMay()
  return (
    <Panel
      title="Release labels"
      actions={
        <Button size="xs" variant="default" disabled={!may(addAppLabel.permission)} onClick={() => setAdding(true)}>
          Add label
        </Button>
      }
    >
      <ListTable
        asked={labels}
        caption="Release labels"
        rows={labels.data?.rows ?? []}
        columns={columns}
        rowId={({ release_label_id, release_label_name }) => release_label_id ?? release_label_name ?? ''}
        empty={<Empty title="This app has no release labels" />}
      />
      {adding && (
        <FormDialog
          title="Add release label"
          action="Add"
          schema={form}
          send={({ label }) => change(addAppLabel, { app_id: id, release_label_name: label })}
          renderFields={(errors) => (
            <TextField name="label" label="Label" maxLength={100} autoFocus error={errors.label} />
          )}
          onClose={() => setAdding(false)}
        />
      )}
    </Panel>
  )
}

type Label = { release_label_id?: string; release_label_name?: string }
const { text } = columnsOf<Label>()
const columns = [
  text('name', 'Label', ({ release_label_name }) => release_label_name, { width: 260, priority: 1 }),
  text('id', 'Label ID', ({ release_label_id }) => release_label_id, { width: 200, priority: 2 }),
]
