import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { requestsOfName } from '#components/issuing/requests-query.ts'
import { keyText, type RequestRow } from '#contract/keys/rules/request-list.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'

const shown = 10

/** Requests with the same name, distinguished by number, time and key. */
export function SameSubject({ request }: { request: RequestRow }) {
  const { data } = useQuery(requestsOfName(request.DOMAIN_NAME ?? '', shown + 1))
  const count = (data?.total ?? 1) - 1
  if (!data || count < 1) return null
  const others = data.rows.map((row) => row.request).filter(({ CSR_ID }) => CSR_ID !== request.CSR_ID)
  return (
    <Notice tone="info" title={`${count === 1 ? 'Another request has' : `${count} other requests have`} the same name`}>
      <ul>
        {others.slice(0, shown).map((one) => (
          <li key={String(one.CSR_ID)}>
            <Anchor component={Link} underline="always" to={paths.request(String(one.CSR_ID))}>
              Number {String(one.CSR_ID)}
            </Anchor>
            , {keyText(one) || 'key unknown'}, created{' '}
            <Moment at={instantOf(one.CREATED_DATE)} raw={one.CREATED_DATE} />
          </li>
        ))}
        {count > shown && <li>and {count - shown} more</li>}
      </ul>
    </Notice>
  )
}
