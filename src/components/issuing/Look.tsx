import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { Anchor } from '#ui/layout/layout.ts'

type Props = { name: string }

/** Where a request of this name would be, if it was made. */
export const LookForRequest = ({ name }: Props) => (
  <>
    Check for a new request {name.trim()} in{' '}
    <Anchor component={Link} underline="always" to={`${paths.requests}?${search(name)}`}>
      the list of requests
    </Anchor>
    .
  </>
)

/** Where a certificate of this name would be, if it was issued. */
export const LookForCertificate = ({ name }: Props) => (
  <>
    Check for a new certificate {name.trim()} in{' '}
    <Anchor component={Link} underline="always" to={`${paths.certificates}?${search(name)}`}>
      the inventory
    </Anchor>
    .
  </>
)

const search = (name: string) => new URLSearchParams({ search: name.trim() }).toString()
