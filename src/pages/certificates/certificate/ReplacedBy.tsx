import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#api/query.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { hasOwnId, type InventoryRow, successionOf } from '#contract/keys/rules/inventory.ts'
import { maxRows } from '#contract/page.ts'
import { paths } from '#paths.ts'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'

/** The successor that ends the notifications of a certificate, or the hosts that do not present it yet. */
export function ReplacedBy({ row }: { row: InventoryRow }) {
  const { data } = useQuery({
    ...query(findCertificates, { name: row.name, offset: 0, limit: maxRows }),
    enabled: row.name !== '' && row.ofThisName > 1,
  })
  const { successor, left } = successionOf(row, data?.rows ?? [])
  if (!successor) return null
  const { id, expiry } = successor
  const link = hasOwnId(successor) ? (
    <Anchor component={Link} inherit underline="always" to={paths.certificate(id)}>
      certificate ID {id}
    </Anchor>
  ) : (
    'a certificate without an ID'
  )
  return (
    <Text size="sm">
      {left.length === 0 ? 'Replaced by ' : 'Its successor is '}
      {link}, which expires <Moment at={expiry.at} raw={expiry.raw} />
      {left.length === 0 ? '.' : `, but ${listed(left)} still ${left.length === 1 ? 'presents' : 'present'} this one.`}
    </Text>
  )
}

const maxShown = 5
const listed = (places: readonly string[]) => {
  const more = places.length - maxShown
  const shown = places.slice(0, maxShown)
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(more > 0 ? [...shown, `${more} more`] : shown)
}
