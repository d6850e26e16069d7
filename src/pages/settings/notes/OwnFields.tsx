import type { useQuery } from '@tanstack/react-query'
import { change } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { usePermittedColumns } from '#components/actions/use-permitted-columns.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { annotated } from '#contract/console/annotations/annotated-things.ts'
import {
  type AnnotationField,
  removeAnnotationField,
  saveAnnotationField,
} from '#contract/console/annotations/annotations.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Group, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { FieldDialog, typeLabels } from './FieldDialog.tsx'

type Props = { asked: ReturnType<typeof useQuery<{ fields: AnnotationField[] }>> }

/** Custom fields of this site. */
export function OwnFields({ asked }: Props) {
  return (
    <Panel
      title="Custom fields"
      actions={
        <ActionButton
          endpoint={saveAnnotationField}
          size="xs"
          variant="default"
          renderDialog={(close) => <FieldDialog onClose={close} />}
        >
          New field
        </ActionButton>
      }
    >
      <Text size="sm" c="dimmed">
        Every device, computer, certificate, SSH key and host has an owner, tags and a note. Administrators can add
        custom fields.
      </Text>
      <ListTable
        asked={asked}
        caption="Custom fields"
        rows={asked.data?.fields ?? []}
        columns={usePermittedColumns(columns, [saveAnnotationField])}
        rowId={({ id }) => id}
        empty={<Empty title="No custom fields yet" />}
        name="annotation-fields"
      />
    </Panel>
  )
}

const { text, actions } = columnsOf<AnnotationField>({ priority: 1, breaks: true })

const columns = [
  text('name', 'Name', ({ name }) => name, { width: '24%' }),
  text('type', 'Type', ({ type }) => typeLabels[type], { width: '12%' }),
  text('choices', 'Choices', ({ choices }) => choices.join(', '), { width: '26%', priority: 2 }),
  text('kinds', 'Applies to', ({ kinds }) => kinds.map((kind) => annotated[kind].many).join(', '), {
    width: '24%',
    priority: 2,
  }),
  actions((field) => <Actions field={field} />, { width: '10rem' }),
]

function Actions({ field }: { field: AnnotationField }) {
  const { id, name } = field
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionButton
        endpoint={saveAnnotationField}
        size="compact-xs"
        aria-label={`Edit ${name}`}
        renderDialog={(close) => <FieldDialog field={field} onClose={close} />}
      >
        Edit
      </ActionButton>
      <ActionButton
        endpoint={removeAnnotationField}
        size="compact-xs"
        aria-label={`Remove ${name}`}
        renderDialog={(close) => (
          <Confirm
            title={`Remove the field ${name}?`}
            action="Remove field"
            onConfirm={() => change(removeAnnotationField, { field: id, name })}
            onClose={close}
          >
            It is no longer shown. Its values return if a field with the same name and type is created.
          </Confirm>
        )}
      >
        Remove
      </ActionButton>
    </Group>
  )
}
