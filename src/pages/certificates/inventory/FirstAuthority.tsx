import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '#api/may.ts'
import { queryIfOffered } from '#api/query.ts'
import { createAuthority, listAuthorities } from '#contract/keys/authorities.ts'
import { addCertificate } from '#contract/keys/certificates.ts'
import { discoverHost } from '#contract/keys/discovery.ts'
import { paths } from '#paths.ts'
import { Button, Group } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'

const authoritiesQuery = queryIfOffered(listAuthorities, {})

/** Whether an empty inventory has no authority of its own either. A server that does not list them may have some. */
export function useNeedsAuthority(isEmpty: boolean): boolean {
  const { data } = useQuery({ ...authoritiesQuery, enabled: isEmpty })
  return isEmpty && !!data && !data.rows.some(({ signType }) => signType === 'signWithRoot')
}

/** Where certificates begin, in place of an empty table. */
export function FirstAuthority() {
  const may = useMay()
  const mayMake = may(createAuthority.permission)
  return (
    <Panel title="First steps">
      <span>
        There are no certificates yet, and no certificate authority of your own to issue them.{' '}
        {mayMake
          ? 'Create an authority first. It signs requests and issues certificates.'
          : `An account with ${createAuthority.permission} can create an authority.`}
      </span>
      <span>Existing certificates can be imported or found on hosts by a discovery.</span>
      <Group gap="sm">
        {mayMake && (
          <Button component={Link} to={paths.newAuthority}>
            {' '}
            Create authority{' '}
          </Button>
        )}
        {may(addCertificate.permission) && (
          <Button component={Link} variant="default" to={paths.importCertificate}>
            Import certificates
          </Button>
        )}
        {may(discoverHost.permission) && (
          <Button component={Link} variant="default" to={paths.discovery}>
            Open discovery
          </Button>
        )}
      </Group>
    </Panel>
  )
}
