import { useTableKey } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { csvText } from '#contract/csv.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { TableProps } from '#ui/table/table-props.ts'
import { Moment } from '#ui/values/Moment.tsx'

/** What a list has asked for, and what came of it. */
export type Asked = {
  data: unknown
  error: Error | null
  isPlaceholderData?: boolean
  dataUpdatedAt?: number
  refetch: () => Promise<unknown>
}

type Props<T> = Omit<TableProps<T>, 'loading' | 'stale' | 'problem' | 'storageKey' | 'address'> & {
  asked: Asked
  /** Something else that has to be there first. */
  waiting?: boolean
  /** Offers all rows as a file of this name. */
  exportAs?: string
  /** What was asked: not every server offers it. */
  of?: Endpoint
  /** What the problem means here. */
  about?: string
  /** The browser remembers under it how somebody likes this list. */
  name?: string
  /** Where the state of the list is kept in the address. */
  state?: { address: NonNullable<TableProps<T>['address']> }
}

/** A list of something that was asked for: loading, failed with the rows that are there, stale, empty or full. */
export function ListTable<T>({
  asked,
  waiting = false,
  exportAs,
  of: endpoint,
  about,
  name,
  state,
  ...table
}: Props<T>) {
  const storageKey = useTableKey(name ?? '')
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = asked
  const problem = error && (
    <Stack gap="xs">
      {about && <Text size="sm">{about}</Text>}
      {endpoint ? (
        <PartProblem error={error} of={endpoint} onRetry={refetch} />
      ) : (
        <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />
      )}
      {table.rows.length > 0 && dataUpdatedAt ? (
        <Text size="sm">
          These rows were read <Moment at={new Date(dataUpdatedAt)} />.
        </Text>
      ) : null}
    </Stack>
  )
  return (
    <DataTable
      csv={exportAs === undefined ? undefined : { name: exportAs, write: csvText }}
      {...table}
      loading={(!data && !error) || waiting}
      stale={isPlaceholderData}
      problem={problem}
      storageKey={name === undefined ? undefined : storageKey}
      address={state?.address}
    />
  )
}
