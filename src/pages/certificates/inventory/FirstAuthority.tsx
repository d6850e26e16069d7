import { useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { queryIfOffered } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { createAuthority, listAuthorities } from '#contract/keys/authorities.ts'
import { addCertificate } from '#contract/keys/certificates.ts'
import { discoverHost } from '#contract/keys/discovery.ts'
import { paths } from '#paths.ts'
import { Group } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'

const authoritiesQuery = queryIfOffered(listAuthorities, {})

/**
 * Whether the inventory is empty and the server has no authority. False if the server does not list its authorities.
 */
export function useNeedsAuthority(isEmpty: boolean): boolean {
  const { data } = useQuery({ ...authoritiesQuery, enabled: isEmpty })
  return isEmpty && !!data && !data.rows.some(({ signType }) => signType === 'signWithRoot')
}

/** Getting started, instead of an empty table. */
export function FirstAuthority() {
  const mayMake = useMay()(createAuthority.permission)
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
        <ActionLink endpoint={createAuthority} variant="filled" to={paths.newAuthority}>
          Create authority
        </ActionLink>
        <ActionLink endpoint={addCertificate} to={paths.importCertificate}>
          Import certificates
        </ActionLink>
        <ActionLink endpoint={discoverHost} to={paths.discovery}>
          Open discovery
        </ActionLink>
      </Group>
    </Panel>
  )
}
