import { FilterBar } from '#components/lists/FilterBar.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { AnnotationValue } from '#components/annotations/AnnotationValue.tsx'
import { fieldsOfKind } from '#components/annotations/annotation-query.ts'
import { pageOfAnnotated } from '#components/annotations/page-of-annotated.ts'
import { listAddress, oneOf, pageOf, searchText, textUpTo } from '#components/lists/list-address.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { numberedPages } from '#components/lists/numbered-pages.ts'
import { useServerList } from '#components/lists/use-server-list.ts'
import { type AnnotatedKind, annotated, annotatedKinds } from '#contract/console/annotations/annotated-things.ts'
import { longest } from '#contract/console/annotations/annotation-values.ts'
import { type AnnotationField, listAnnotations } from '#contract/console/annotations/annotations.ts'
import type { Output } from '#contract/endpoint.ts'
import { Panel } from '#ui/layout/Panel.tsx'

type State = { kind: AnnotatedKind; tag: string; search: string }
export const annotatedList = {
  name: 'annotations',
  endpoint: listAnnotations,
  address: listAddress(
    { ...pageOf(50, 500), kind: oneOf('device', annotatedKinds), tag: textUpTo(longest.tag), search: searchText },
    { tag: ({ tag }) => `tag “${tag}”`, search: ({ search }) => `search “${search.trim()}”` },
  ),
  input: ({ kind, tag, search }: State) => ({
    kind,
    ...(tag && { field: 'tags', value: tag }),
    ...(search && { search }),
  }),
  ...numberedPages(500),
}

type Props = { fields: readonly AnnotationField[]; kinds: readonly AnnotatedKind[] }

/** Objects with annotations, searchable by tag and text, with all fields as columns and as CSV. */
export function AnnotatedThings({ fields, kinds }: Props) {
  const listed = useServerList(annotatedList)
  const { kind } = listed.state
  const tags = listed.asked.data?.tags ?? []
  return (
    <Panel title="Items with notes and tags">
      <ListTable
        filterBar={
          <FilterBar
            of={listed}
            placeholder="Search names and values"
            filters={[
              {
                name: 'kind',
                label: 'Kind',
                options: kinds.map((value) => ({ value, label: annotated[value].many })),
                with: { tag: '' },
              },
              {
                name: 'tag',
                label: 'Tag',
                options: [
                  { value: '', label: 'All tags' },
                  ...tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count.toLocaleString('en')})` })),
                ],
              },
            ]}
          />
        }
        caption="Items with notes and tags"
        {...listed.table}
        columns={columnsOfKind(kind, fields)}
        rowId={({ subject }) => subject}
        rowHref={({ subject }) => pageOfAnnotated[kind](subject)}
        nothing={{
          many: annotated[kind].many.toLowerCase(),
          none: `No ${annotated[kind].many.toLowerCase()} with notes or tags yet`,
          hint: 'Enter owners, tags and notes on the page of an item, or import them from a file.',
        }}
      />
    </Panel>
  )
}

type Row = Output<typeof listAnnotations>['rows'][number]
const { text, date } = columnsOf<Row>({ breaks: true })

const columnsOfKind = (kind: AnnotatedKind, fields: readonly AnnotationField[]) => [
  text('label', annotated[kind].one, ({ label, subject }) => label || subject, { width: '24%', priority: 1 }),
  ...fieldsOfKind(kind, fields).map(({ id, name, own }, index) =>
    text(`field.${id}`, name, ({ values }) => values[id], {
      width: id === 'note' ? '26%' : '15%',
      priority: id === 'owner' || id === 'tags' ? 1 : 2,
      hidden: own !== undefined && index > 6,
      cell: ({ values }) => <AnnotationValue field={id} value={values[id] ?? ''} />,
    }),
  ),
  date('changed', 'Changed', ({ changedAt }) => new Date(changedAt), { width: '14%', priority: 2 }),
  text('subject', 'ID', ({ subject }) => subject, { hidden: true, width: '12%' }),
]
