import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { prefetch } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { listAddress, textUpTo } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { deviceQuery } from '#pages/devices/device-query.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { compared } from './compare-address.ts'
import classes from './Compare.module.css'
import { CompareGroup } from './CompareGroup.tsx'
import { Side } from './CompareSide.tsx'
import { CompareTable } from './CompareTable.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const address = new URL(request.url).searchParams
  for (const side of [compared.left, compared.right]) {
    const id = address.get(side)
    if (id) prefetch(deviceQuery(id))
  }
  return null
}

/** Placeholder for a side that is not selected: its query is disabled, but the schema rejects an empty id. */
const noId = '-'

const id = textUpTo(200)
const sides = listAddress({ [compared.left]: id, [compared.right]: id, [compared.group]: id })

/** Compares the restrictions of two devices, or of a device with each member of a group. */
export function Component() {
  const { state, show } = useListState(sides)
  const { left, right, group } = state
  const leftQuery = useQuery({ ...deviceQuery(left || noId), enabled: left !== '' })
  const rightQuery = useQuery({ ...deviceQuery(right || noId), enabled: right !== '' })
  return (
    <Page title="Compare devices">
      <div className={classes.sides}>
        <Side label="First device" id={left} device={leftQuery.data} onChoose={(id) => show({ left: id }, true)} />
        {group === '' ? (
          <Side
            label="Second device"
            id={right}
            device={rightQuery.data}
            onChoose={(id) => show({ right: id }, true)}
            onGroup={(id) => show({ group: id }, true)}
          />
        ) : (
          <Side label="Group" id={group} onChoose={() => undefined} onGroup={(id) => show({ group: id }, true)} />
        )}
      </div>
      {leftQuery.error && <NotRead query={leftQuery} />}
      {group === '' && rightQuery.error && <NotRead query={rightQuery} />}
      {group !== '' && leftQuery.data && <CompareGroup key={group} groupId={group} device={leftQuery.data} />}
      {group === '' && left !== '' && right !== '' && <Both left={leftQuery} right={rightQuery} />}
    </Page>
  )
}

type DeviceQuery = Pick<UseQueryResult<Device>, 'data' | 'error' | 'refetch'>

const NotRead = ({ query: { error, refetch } }: { query: DeviceQuery }) => (
  <QueryProblem error={error} refetch={refetch} />
)

function Both({ left, right }: { left: DeviceQuery; right: DeviceQuery }) {
  if (left.data && right.data) return <CompareTable left={left.data} right={right.data} />
  return left.error || right.error ? null : <Loading />
}
