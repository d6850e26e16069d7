import type { RequestRow } from '#components/issuing/requests-query.ts'
import { instantOf } from '#contract/time.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import type { Column } from '#ui/table/DataTable.tsx'
import { Breakable } from '#ui/values/Breakable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { keyText, storeText, validityText } from './request-words.ts'

/** A request, and how many there are of its name. */
export type ListedRequest = RequestRow & { sameSubject: number }

export const listed = (rows: readonly RequestRow[]): ListedRequest[] => {
  const counts = new Map<string, number>()
  for (const { DOMAIN_NAME = '' } of rows) counts.set(DOMAIN_NAME, (counts.get(DOMAIN_NAME) ?? 0) + 1)
  return rows.map((row) => ({ ...row, sameSubject: (counts.get(row.DOMAIN_NAME ?? '') ?? 1) - 1 }))
}

type RequestColumn = Column<ListedRequest>

export const requestColumns: RequestColumn[] = [
  {
    id: 'name',
    header: 'Name',
    width: '20%',
    priority: 1,
    sortable: true,
    filter: true,
    value: ({ DOMAIN_NAME = '' }) => DOMAIN_NAME,
    cell: ({ DOMAIN_NAME, sameSubject }) => (
      <>
        <Breakable text={DOMAIN_NAME || '–'} />{' '}
        {sameSubject > 0 && <StatusBadge tone="info">{sameSubject + 1} with this name</StatusBadge>}
      </>
    ),
  },
  {
    id: 'number',
    header: 'Number',
    width: 95,
    priority: 1,
    sortable: true,
    kind: 'number',
    align: 'end',
    value: ({ CSR_ID }) => Number(CSR_ID),
    cell: ({ CSR_ID }) => String(CSR_ID ?? '–'),
  },
  {
    id: 'created',
    header: 'Created',
    width: '12.5%',
    priority: 1,
    sortable: true,
    filter: true,
    kind: 'date',
    value: ({ CREATED_DATE }) => instantOf(CREATED_DATE)?.getTime(),
    cell: ({ CREATED_DATE }) => <Moment at={instantOf(CREATED_DATE)} raw={CREATED_DATE} />,
  },
  {
    id: 'created_by',
    header: 'Created by',
    width: '8%',
    priority: 2,
    sortable: true,
    filter: true,
    kind: 'choice',
    value: ({ CREATED_BY = '' }) => CREATED_BY,
    cell: ({ CREATED_BY }) => CREATED_BY || '–',
  },
  {
    id: 'key',
    header: 'Key',
    width: '11.5%',
    priority: 1,
    sortable: true,
    filter: true,
    kind: 'choice',
    value: keyText,
    cell: (row) => keyText(row) || '–',
  },
  {
    id: 'signature',
    header: 'Signature',
    width: '15.5%',
    priority: 2,
    sortable: true,
    value: ({ SIGNATURE_ALGORITHM = '' }) => SIGNATURE_ALGORITHM,
    cell: ({ SIGNATURE_ALGORITHM }) => SIGNATURE_ALGORITHM || '–',
  },
  {
    id: 'validity',
    header: 'Validity',
    width: '9%',
    priority: 2,
    sortable: true,
    value: ({ VALIDITY = '' }) => VALIDITY,
    cell: validityText,
  },
  {
    id: 'store',
    header: 'Key store',
    priority: 2,
    sortable: true,
    filter: true,
    kind: 'choice',
    value: storeText,
    cell: storeText,
  },
]
