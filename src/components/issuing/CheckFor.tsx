import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { Anchor } from '#ui/layout/layout.ts'

type Props = { name: string }

/** Link to the list of requests, filtered by name, for checking whether a request was created. */
export const CheckForRequest = ({ name }: Props) => (
  <>
    Check for a new request {name.trim()} in{' '}
    <Anchor component={Link} underline="always" to={`${paths.requests}?${search(name)}`}>
      the list of requests
    </Anchor>
    .
  </>
)

/** Link to the inventory, filtered by name, for checking whether a certificate was issued. */
export const CheckForCertificate = ({ name }: Props) => (
  <>
    Check for a new certificate {name.trim()} in{' '}
    <Anchor component={Link} underline="always" to={`${paths.certificates}?${search(name)}`}>
      the inventory
    </Anchor>
    .
  </>
)

const search = (name: string) => new URLSearchParams({ search: name.trim() }).toString()
