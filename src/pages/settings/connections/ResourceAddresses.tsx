import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { labelOf } from '#contract/words/label.ts'
import { collections, getApiRoot } from '#contract/mdm/root.ts'
import { Facts } from '#pages/settings/Facts.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Title } from '#ui/layout/layout.ts'
import classes from './ConnectionCard.module.css'

const root = query(getApiRoot, {})

/** Resource URLs that the root of the mobile device management API returns. */
export function ResourceAddresses() {
  const { data, error, refetch } = useQuery(root)
  return (
    <section aria-label="Resource addresses" className={classes.properties}>
      <Title order={3} size="sm">
        Resource addresses
      </Title>
      {!data && !error && <Loading lines={2} label="Loading resource addresses" />}
      {error && <PartProblem error={error} of={getApiRoot} onRetry={refetch} />}
      {data && <Facts items={addressesIn(data)} />}
    </section>
  )
}

/** URLs of the collections that the console uses, and of any others in the response. */
function addressesIn(answer: object) {
  const told = new Map(
    Object.entries(answer).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return [...new Set([...Object.keys(collections), ...told.keys()])].map((name) => {
    const address = told.get(name)
    return { label: labelOf(name), value: address === undefined ? 'Not reported' : <code>{address}</code> }
  })
}
