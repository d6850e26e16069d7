import { Link } from 'react-router'
import type { RequestRow } from '#components/issuing/requests-query.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { keyText } from './request-words.ts'

const shown = 10

/** Requests of one name are easily taken for each other: each has its number, time and key. */
export function SameSubject({ request, all }: { request: RequestRow; all: readonly RequestRow[] }) {
  const others = all.filter(
    ({ CSR_ID, DOMAIN_NAME }) => DOMAIN_NAME === request.DOMAIN_NAME && CSR_ID !== request.CSR_ID,
  )
  if (others.length === 0) return null
  return (
    <Notice
      tone="info"
      title={`${others.length === 1 ? 'Another request has' : `${others.length} other requests have`} the same name`}
    >
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
        {others.length > shown && <li>and {others.length - shown} more</li>}
      </ul>
    </Notice>
  )
}
