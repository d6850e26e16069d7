import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { FieldChoice } from '#components/fleet/FieldChoice.tsx'
import { SiteCatalog, useSiteCatalog } from '#components/fleet/use-catalog.ts'
import { Text } from '#ui/layout/layout.ts'
import { type ColumnOffer, furtherPrefix } from '#ui/table/further-columns.ts'
import { type WidenedList, widenedList } from './widened-lists.ts'

/** Any field of the index as a column of a list. */
export function ColumnChoice(offer: ColumnOffer) {
  const list = widenedList(offer.csv)
  return list && <OfList {...offer} list={list} />
}

function OfList({ list, columns, onAdd }: ColumnOffer & { list: WidenedList }) {
  const { index } = list.subject
  const catalog = useSiteCatalog(list.of)
  const { data, error } = useQuery(query(index, {}))
  if (error || !catalog || !data) return null
  if (data.state === 'no-credential')
    return (
      <Text size="xs" c="dimmed">
        With a service credential for this server, every field of a {list.subject.one} is available as a column.
      </Text>
    )
  const ids = new Set(columns.map(({ id }) => id))
  return (
    <SiteCatalog value={catalog}>
      <FieldChoice
        label="Add any field"
        among={({ name }) => !ids.has(name) && !ids.has(furtherPrefix + name)}
        onChoose={({ name }) => onAdd(furtherPrefix + name)}
      />
    </SiteCatalog>
  )
}
