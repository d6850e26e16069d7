import type { RequestRow } from '#components/issuing/requests-query.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Breakable } from '#ui/values/Breakable.tsx'
import { keyText, storeText, validityText } from './request-words.ts'

/** A request, and how many there are of its name. */
export type ListedRequest = RequestRow & { sameSubject: number }

export const listed = (rows: readonly RequestRow[]): ListedRequest[] => {
  const counts = new Map<string, number>()
  for (const { DOMAIN_NAME = '' } of rows) counts.set(DOMAIN_NAME, (counts.get(DOMAIN_NAME) ?? 0) + 1)
  return rows.map((row) => ({ ...row, sameSubject: (counts.get(row.DOMAIN_NAME ?? '') ?? 1) - 1 }))
}

const { text, choice, number, time } = columnsOf<ListedRequest>({ sortable: true })

export const requestColumns = [
  text('name', 'Name', ({ DOMAIN_NAME }) => DOMAIN_NAME, {
    width: '20%',
    priority: 1,
    filter: true,
    cell: ({ DOMAIN_NAME, sameSubject }) => (
      <>
        <Breakable text={DOMAIN_NAME || '–'} />{' '}
        {sameSubject > 0 && <StatusBadge tone="info">{sameSubject + 1} with this name</StatusBadge>}
      </>
    ),
  }),
  number('number', 'Number', ({ CSR_ID }) => Number(CSR_ID), {
    width: 95,
    priority: 1,
    cell: ({ CSR_ID }) => String(CSR_ID ?? '–'),
  }),
  time('created', 'Created', ({ CREATED_DATE }) => CREATED_DATE, { width: '12.5%', priority: 1, filter: true }),
  choice('created_by', 'Created by', ({ CREATED_BY }) => CREATED_BY, { width: '8%', priority: 2, filter: true }),
  choice('key', 'Key', keyText, { width: '11.5%', priority: 1, filter: true }),
  text('signature', 'Signature', (row) => row.SIGNATURE_ALGORITHM, { width: '15.5%', priority: 2 }),
  text('validity', 'Validity', ({ VALIDITY }) => VALIDITY, { width: '9%', priority: 2, cell: validityText }),
  choice('store', 'Key store', storeText, { priority: 2, filter: true }),
]
