import { columnsOf } from '#components/lists/Columns.tsx'
import type { AnnotationField, ImportPlan } from '#contract/console/annotations/annotations.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { fieldNameOf } from './UnchangedCells.tsx'

type Row = { id: string; label: string; field: string; before: string; after: string }

type Props = {
  plan: ImportPlan
  /** Columns of the file that match no field. */
  ignored: readonly string[]
  fields: readonly AnnotationField[]
}

/** Changed values of the import. Unchanged values are counted, and ignored columns are named. */
export function ImportPreview({ plan, ignored, fields }: Props) {
  const { changed, same, unknown, refused } = plan
  const rows = changed.flatMap(({ subject, label, changes }) =>
    changes.map(({ field, before, after }): Row => ({
      id: `${subject} ${field}`,
      label,
      field: fieldNameOf(fields, field),
      before,
      after,
    })),
  )
  return (
    <Stack gap="sm">
      <Text component="output" size="sm">
        {rows.length.toLocaleString('en')} to change, {same.toLocaleString('en')} the same,{' '}
        {unknown.length.toLocaleString('en')} unknown, {refused.length.toLocaleString('en')} refused. Nothing is written
        yet.
      </Text>
      {ignored.length > 0 && <Notice tone="info" title={`Unknown columns: ${ignored.join(', ')}`} />}
      {unknown.length > 0 && (
        <Listed
          title="Skipped rows"
          items={unknown.map(({ line, name, why }) => `Line ${line}, ${name || 'no name'}: ${why}`)}
        />
      )}
      {refused.length > 0 && (
        <Listed
          title="Skipped values"
          items={refused.map(
            ({ label, field, value, problem }) => `${label}, ${fieldNameOf(fields, field)} “${value}” ${problem}`,
          )}
        />
      )}
      <DataTable
        caption="Changed values"
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        empty={<Empty title="No value changes" />}
      />
    </Stack>
  )
}

const maxShown = 20

function Listed({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <Notice tone="warn" title={title}>
      <ul>
        {items.slice(0, maxShown).map((item) => (
          <li key={item} style={{ overflowWrap: 'anywhere' }}>
            {item}
          </li>
        ))}
      </ul>
      {items.length > maxShown && <span>And {(items.length - maxShown).toLocaleString('en')} more.</span>}
    </Notice>
  )
}

const { text } = columnsOf<Row>({ priority: 1, breaks: true })
const columns = [
  text('label', 'Name', ({ label }) => label, { width: '28%' }),
  text('field', 'Field', ({ field }) => field, { width: '18%' }),
  text('before', 'Now', ({ before }) => before, { width: '27%' }),
  text('after', 'From the file', ({ after }) => after, { width: '27%' }),
]
