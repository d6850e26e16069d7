import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { prefetch } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { usePermittedColumns } from '#components/actions/use-permitted-columns.ts'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { profilesQuery } from '#components/issuing/profile/profiles.ts'
import { authoritiesQuery } from '#components/issuing/requests-query.ts'
import { type Authority, inChoiceOrder, keyOf } from '#components/issuing/sign-form.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useSearchedList } from '#components/lists/use-searched-list.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { createAuthority } from '#contract/keys/authorities.ts'
import { addCertificate } from '#contract/keys/certificates.ts'
import { setAuthorityProfiles } from '#contract/keys/profiles.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { later } from '#ui/layout/later.ts'
import { Page } from '#ui/layout/Page.tsx'
import { acmeQuery } from '#pages/certificates/acme/acme-query.ts'
import { authorityColumns } from './AuthorityColumns.tsx'
import { AuthorityProfiles } from './AuthorityProfiles.tsx'

export const loader = () => {
  prefetch(profilesQuery)
  prefetch(acmeQuery)
  return prefetch(authoritiesQuery)
}

const ImportHierarchy = later(async () => (await import('./import/ImportHierarchy.tsx')).ImportHierarchy)

/** Certificate authorities, their allowed profiles, and revocation information. */
export function Component() {
  const asked = useQuery(authoritiesQuery)
  const { data: profiles, isLoading: waitsForProfiles } = useQuery(profilesQuery)
  const { data: acme, isLoading: waitsForAcme } = useQuery(acmeQuery)
  const { data } = asked
  const rows = data && inChoiceOrder(data.rows)
  const list = useSearchedList(rows ?? undefined, searchTexts)
  const [limiting, setLimiting] = useState<Authority>()
  const [done, setDone] = useState<string>()
  const columns = usePermittedColumns(authorityColumns(setLimiting, Boolean(profiles), acme), [setAuthorityProfiles])
  return (
    <Page
      title="Certificate authorities"
      actions={
        data !== null && (
          <Group gap="sm">
            <ActionButton
              endpoint={addCertificate}
              renderDialog={(close) => (
                <Suspense>
                  <ImportHierarchy onClose={close} />
                </Suspense>
              )}
            >
              Import hierarchy
            </ActionButton>
            <ActionLink variant="filled" endpoint={createAuthority} to={paths.newAuthority}>
              New authority
            </ActionLink>
          </Group>
        )
      }
    >
      <AreaTabs of="certificates">
        <Stack gap="md">
          {done && <Notice tone="ok" title={done} urgent />}
          {/* These queries add lines to each row (loading.css). */}
          <Text size="sm" aria-busy={waitsForProfiles || waitsForAcme}>
            Authorities with their private key issue certificates here. CA certificates without it are in the inventory.
          </Text>
          {data === null ? (
            <NotReported what="its authorities">Name the authority when you sign a request.</NotReported>
          ) : (
            <ListTable
              search="Name, serial number or profile"
              asked={asked}
              caption="Certificate authorities"
              rows={list.found}
              columns={columns}
              rowId={keyOf}
              nothing={{ many: 'authorities', hint: 'Create a root first, then an issuing authority below it.' }}
              name="authorities"
              state={list}
              exportAs="certificate-authorities"
            />
          )}
        </Stack>
      </AreaTabs>
      {limiting && (
        <AuthorityProfiles
          authority={limiting}
          profiles={profiles?.rows.flatMap(({ name }) => name ?? []) ?? []}
          onDone={setDone}
          onClose={() => setLimiting(undefined)}
        />
      )}
    </Page>
  )
}

const searchTexts = ({ commonName, caName, serialNumber, profiles = [] }: Authority) => [
  commonName,
  caName,
  serialNumber,
  ...profiles,
]
