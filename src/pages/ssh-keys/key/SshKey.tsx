import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { prefetch, query } from '#api/query.ts'
import { getSshKey } from '#contract/keys/ssh.ts'
import { instantOf } from '#contract/time.ts'
import { findingsOf, type SshKey } from '#pages/ssh-keys/keys/ssh-key-rows.ts'
import { passphraseText } from '#pages/ssh-keys/keys/SshKeyColumns.tsx'
import { StrengthNotices } from '#pages/ssh-keys/keys/Strength.tsx'
import { everyAssociation } from '#pages/ssh-keys/queries.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { KeyActions } from './KeyActions.tsx'
import { KeyAudit } from './KeyAudit.tsx'
import { KeyFiles } from './KeyFiles.tsx'
import { KeyPlaces } from './KeyPlaces.tsx'

const oneKey = (keyName: string) => query(getSshKey, { keyName })

export const loader = ({ params: { name = '' } }: LoaderFunctionArgs) => {
  prefetch(everyAssociation)
  return prefetch(oneKey(name))
}

/** One SSH key: what it is, what it opens, its files, and what was done with it. */
export function Component() {
  const { name = '' } = useParams()
  // A key that was just deleted here is not asked for again while the list is on its way.
  const [deleted, setDeleted] = useState<string>()
  const { data, error, refetch } = useQuery({ ...oneKey(name), enabled: deleted !== name })
  const key = data?.rows[0]
  return (
    <Page title={name} actions={key && <KeyActions key={name} name={name} onDeleted={() => setDeleted(name)} />}>
      {error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && !key && <NotThere name={name} />}
      {key && (
        <Stack gap="md" key={name}>
          <StrengthNotices findings={findingsOf(key)} />
          <Facts sshKey={key} />
          <KeyPlaces name={name} />
          <KeyFiles name={name} hasPassphrase={key.isPassphraseAvailable} />
          <KeyAudit name={name} />
        </Stack>
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
        { label: 'Length', value: KeyLength ? `${KeyLength} bits` : '–', wireName: 'KeyLength' },
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

const NotThere = ({ name }: { name: string }) => (
  <Empty
    title={`SSH key “${name}” not found`}
    hint="It may have been deleted."
    action={
      <Button component={Link} to={paths.sshKeys} variant="default">
        All SSH keys
      </Button>
    }
  />
)
