import { columnsOf } from '#components/lists/Columns.tsx'
import {
  keyText,
  type ListedRequest,
  type RequestRow,
  requestColumns as value,
  storeText,
} from '#contract/keys/rules/request-list.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Breakable } from '#ui/values/Breakable.tsx'

const { text, choice, number, time } = columnsOf<ListedRequest>({ sortable: true })

/** It is applied when the request is signed. */
export const validityText = ({ VALIDITY }: RequestRow): string => VALIDITY || 'Not specified'

export const requestColumns = [
  text('name', 'Name', value.name, {
    width: '19%',
    priority: 1,
    filter: true,
    cell: ({ request, sameName }) => (
      <>
        <Breakable text={request.DOMAIN_NAME || '–'} />{' '}
        {sameName > 1 && <StatusBadge tone="info">{sameName} with this name</StatusBadge>}
      </>
    ),
  }),
  number('number', 'Number', value.number, {
    width: 85,
    priority: 1,
    cell: ({ request }) => String(request.CSR_ID ?? '–'),
  }),
  time('created', 'Created', ({ request }) => request.CREATED_DATE, { width: 128, priority: 1, filter: true }),
  choice('created_by', 'Created by', value.created_by, { width: 112, priority: 2, filter: true }),
  choice('key', 'Key', ({ request }) => keyText(request), { width: 108, priority: 1, filter: true }),
  text('signature', 'Signature', value.signature, { width: '14.5%', priority: 2 }),
  text('validity', 'Validity', value.validity, {
    width: '11.5%',
    priority: 2,
    cell: ({ request }) => validityText(request),
  }),
  choice('store', 'Key store', ({ request }) => storeText(request), { priority: 2, filter: true }),
]
