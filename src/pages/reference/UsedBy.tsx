import { Link } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { Anchor } from '#ui/layout/layout.ts'
import { noPageBecause, pagesUsing } from './used-by-words.ts'

const many = 12

/** Pages that call an operation, with links to their areas; otherwise the reason why there are none. */
export function UsedBy({ endpoint }: { endpoint: Endpoint }) {
  const pages = pagesUsing(endpoint)
  if (pages.length === 0) return <>Used by no page. {noPageBecause(endpoint)}.</>
  if (pages.length > many) return <>Most pages</>
  return pages.map(({ label, to }, index) => (
    <span key={label}>
      {index > 0 && '; '}
      {to === undefined ? (
        label
      ) : (
        <Anchor component={Link} to={to} inherit>
          {label}
        </Anchor>
      )}
    </span>
  ))
}
