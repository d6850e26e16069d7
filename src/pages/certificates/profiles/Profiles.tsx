import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { change } from '#api/change.ts'
import { prefetch } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { usePermittedColumns } from '#components/actions/use-permitted-columns.ts'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useSearchedList } from '#components/lists/use-searched-list.ts'
import { type ProfileRow, profilesQuery } from '#components/issuing/profile/profiles.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { addProfile, removeProfile } from '#contract/keys/profiles.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { profileColumns } from './ProfileColumns.tsx'

export const loader = () => prefetch(profilesQuery)

/** Certificate profiles and their rules. */
export function Component() {
  const asked = useQuery(profilesQuery)
  const { data } = asked
  const list = useSearchedList(data?.rows, searchTexts)
  const [removing, setRemoving] = useState<string>()
  const [done, setDone] = useState<string>()
  const columns = usePermittedColumns(profileColumns(setRemoving), [removeProfile])
  return (
    <Page
      title="Certificate profiles"
      actions={
        data && (
          <ActionLink variant="filled" endpoint={addProfile} to={paths.newProfile}>
            New profile
          </ActionLink>
        )
      }
    >
      <AreaTabs of="certificates">
        <Stack gap="md">
          {done && <Notice tone="ok" title={done} urgent />}
          {data !== null && (
            <Text size="sm">
              A profile defines the usage, keys, names and validity of certificates. The key service enforces it for all
              certificates issued by internal authorities.
            </Text>
          )}
          {data === null ? (
            <NotReported what="its profiles">Certificates are issued by its own rules.</NotReported>
          ) : (
            <ListTable
              search="Name, usage or authority"
              asked={asked}
              caption="Profiles"
              rows={list.found}
              columns={columns}
              rowId={({ name = '' }) => name}
              nothing={{ many: 'profiles' }}
              name="profiles"
              state={list}
              exportAs="certificate-profiles"
            />
          )}
        </Stack>
      </AreaTabs>
      {removing !== undefined && (
        <Confirm
          title={`Delete the profile “${removing}”?`}
          action="Delete"
          typed={removing}
          onConfirm={async () => {
            await change(removeProfile, { name: removing })
            setDone(`Profile “${removing}” deleted.`)
          }}
          onClose={() => setRemoving(undefined)}
        >
          <Text size="sm">
            It can no longer be used. Issued certificates do not change. Requests that use it need another profile when
            they are signed.
          </Text>
        </Confirm>
      )}
    </Page>
  )
}

const searchTexts = ({ name, description, extendedKeyUsage = [], authorities = [] }: ProfileRow) => [
  name,
  description,
  ...extendedKeyUsage,
  ...authorities,
]
