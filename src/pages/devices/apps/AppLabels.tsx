import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { addAppLabel, listAppLabels } from '#contract/mdm/apps.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Panel } from '#ui/layout/Panel.tsx'

const form = z.object({ label: z.string().check(z.trim(), z.minLength(1, 'Enter a label name'), z.maxLength(100)) })

/** Release labels of an app, such as "beta" or "production". */
export function AppLabels({ id }: { id: string }) {
  const labels = useQuery(query(listAppLabels, { app_id: id }))
  return (
    <Panel
      title="Release labels"
      actions={
        <ActionButton
          endpoint={addAppLabel}
          size="xs"
          renderDialog={(close) => (
            <FormDialog
              title="Add release label"
              action="Add"
              schema={form}
              send={({ label }) => change(addAppLabel, { app_id: id, release_label_name: label })}
              onClose={close}
            >
              <TextField name="label" label="Label" maxLength={100} autoFocus />
            </FormDialog>
          )}
        >
          Add label
        </ActionButton>
      }
    >
      <ListTable
        asked={labels}
        of={listAppLabels}
        caption="Release labels"
        rows={labels.data?.rows ?? []}
        columns={columns}
        rowId={({ release_label_id, release_label_name }) => release_label_id ?? release_label_name ?? ''}
        empty={<Empty title="This app has no release labels" />}
      />
    </Panel>
  )
}

type Label = { release_label_id?: string; release_label_name?: string }
const { text } = columnsOf<Label>()
const columns = [
  text('name', 'Label', ({ release_label_name }) => release_label_name, { width: 260, priority: 1 }),
  text('id', 'Label ID', ({ release_label_id }) => release_label_id, { width: 200, priority: 2 }),
]
