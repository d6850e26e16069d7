import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useOutlet, useParams } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { prefetch, query } from '#api/query.ts'
import { mayPass } from '#api/recovery.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { NotesPanel } from '#components/annotations/NotesPanel.tsx'
import { overviewAndActivity } from '#components/activity/activity-tabs.ts'
import { NoticesAbout } from '#components/notices/NoticesAbout.tsx'
import { RecentJobs } from '#components/jobs/RecentJobs.tsx'
import { useOpened } from '#components/recent/use-opened.ts'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { getSshKey } from '#contract/keys/ssh.ts'
import { instantOf } from '#contract/time.ts'
import { findingsOf, passphraseText, type SshKey } from '#contract/keys/rules/ssh-key-list.ts'
import { keyLengthText } from '#contract/words/key-length.ts'
import { StrengthNotices } from '#pages/ssh-keys/keys/Strength.tsx'
import { NoSuchKey } from '#pages/ssh-keys/NoSuchKey.tsx'
import { associationsOf } from '#pages/ssh-keys/associations.ts'
import { isKeyMissing, keysOfNames } from '#pages/ssh-keys/queries.ts'
import { paths } from '#paths.ts'
import { Stack } from '#ui/layout/layout.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { KeyActions } from './KeyActions.tsx'
import { KeyFiles } from './KeyFiles.tsx'
import { KeyPlaces } from './KeyPlaces.tsx'

const oneKey = (keyName: string) => query(getSshKey, { keyName })

export const loader = ({ params: { name = '' } }: LoaderFunctionArgs) => {
  prefetch(associationsOf({ keys: [name] }))
  return prefetch(oneKey(name))
}

/** An SSH key: properties, associations, files, and activity. */
export function Component() {
  const { name = '' } = useParams()
  const activity = useOutlet()
  // Disables the query of a deleted key until the list has loaded.
  const [deleted, setDeleted] = useState<string>()
  const { data, error, refetch } = useQuery({ ...oneKey(name), enabled: deleted !== name })
  // Servers report an unknown name with different errors, so the list determines whether the key exists.
  const listed = useQuery({ ...keysOfNames([name]), enabled: error !== null && !mayPass(problemOf(error)) })
  const isMissing = error ? isKeyMissing(name, listed.data) : data?.rows.length === 0
  const key = isMissing ? undefined : data?.rows[0]
  useOpened('SSH key', key && name, paths.sshKey(name))
  return (
    <Page
      title={name}
      actions={
        key && (
          <>
            <NoticesAbout page={paths.sshKey(name)} />
            <KeyActions key={name} name={name} onDeleted={() => setDeleted(name)} />
          </>
        )
      }
    >
      {isMissing ? (
        <NoSuchKey name={name} />
      ) : (
        <QueryState error={listed.isLoading ? null : error} refetch={refetch} waiting={!data} />
      )}
      {key && (
        <>
          <LinkTabs label="SSH key" tabs={overviewAndActivity(paths.sshKey(name))} />
          <TabPanel>
            {activity ?? (
              <Stack gap="md" key={name}>
                <StrengthNotices findings={findingsOf(key)} />
                <Facts sshKey={key} />
                <KeyPlaces name={name} />
                <KeyFiles name={name} hasPassphrase={key.isPassphraseAvailable} />
                <NotesPanel kind="ssh-key" subject={name} label={name} identifiers={identifiersOf['ssh-key'](name)} />
                <RecentJobs kind="ssh-key" subject={name} endpoint={getSshKey} />
              </Stack>
            )}
          </TabPanel>
        </>
      )}
    </Page>
  )
}

function Facts({ sshKey }: { sshKey: SshKey }) {
  const { KeyType, KeyLength, FingerPrint, isPassphraseAvailable, CreatedBy, CreationTime } = sshKey
  return (
    <Properties
      title="The key"
      items={[
        { label: 'Type', value: KeyType || '–', wireName: 'KeyType' },
        { label: 'Length', value: keyLengthText(KeyLength) || '–', wireName: 'KeyLength' },
        {
          label: 'Fingerprint',
          value: <code>{FingerPrint || '–'}</code>,
          copy: FingerPrint || undefined,
          wireName: 'FingerPrint',
        },
        { label: 'Passphrase', value: passphraseText(isPassphraseAvailable), wireName: 'isPassphraseAvailable' },
        { label: 'Created by', value: CreatedBy || '–', wireName: 'CreatedBy' },
        {
          label: 'Created',
          value: <Moment at={instantOf(CreationTime)} raw={CreationTime} />,
          wireName: 'CreationTime',
        },
      ]}
    />
  )
}
